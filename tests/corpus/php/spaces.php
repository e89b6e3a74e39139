<html>
<body>
<?php
namespace One {
    class Thing
    {
        var $old;

        function legacy()
        {
            return <<<TEXT
            class Fake {}
            TEXT;
        }
    }
}

namespace Two\Deep {
    use One\Thing;

    function helper(Thing $thing)
    {
        return $thing->legacy();
    }
}

namespace {
    echo \Two\Deep\helper(new \One\Thing());
}
?>
</body>
</html>
