"""``python -m columbus`` is the ``columbus`` command."""

import sys

from columbus.cli.entry import main

sys.exit(main())
