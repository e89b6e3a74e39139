(function (root, factory) {
  root.cart = factory();
})(this, function () {
  "use strict";

  var VERSION = "1.0";

  function Cart(owner) {
    this.owner = owner;
    this.total = function () {
      return 0;
    };
  }

  return Cart;
});
