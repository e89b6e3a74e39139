// Baskets, in the module systems that the last years have left.
import express, { Router as R, json } from "express";
import * as util from "./util.js";
import "./polyfill.js";
export { retry } from "./retry.js";
const fs = require("node:fs");

export const LIMIT = 10, FLOOR = 1;
const inner = new Map();
let counter = 0;

/**
 * Adds an item.
 */
export async function add(item, amount = 1, { note, price = 2 } = {}, ...rest) {
  const local = amount;
  function check() {
    return local > 0;
  }
  return check();
}

export function* pages(list) {
  yield* list;
}

const compare = (a, b) => a.price - b.price;

const double = x => x * 2;

export default function (request) {
  return request;
}

class Basket extends Base {
  static shared = new Basket();
  #items = [];
  onChange = (event) => {
    this.#items.push(event);
  };

  constructor(owner) {
    super(owner);
  }

  get size() {
    return this.#items.length;
  }

  set size(value) {
    this.#items.length = value;
  }

  static async *[Symbol.asyncIterator]() {}

  #drop(item) {
    return item;
  }
}

const handlers = {
  onAdd(event) {
    return event;
  },
  onRemove: function (event) {
    return event;
  },
  "on-clear": () => {},
  limit: 3,
};

Basket.prototype.sort = function (by) {
  return by;
};

app.mount = function mount(path, fn) {
  return path + fn;
};

module.exports = function build(options) {
  return options;
};
exports.parse = function (text) {
  return `${text} parsed`;
};
module.exports.format = (text) => text;
export { compare, inner };

describe("basket", () => {
  const hidden = 1;
  it("adds", () => hidden);
});
