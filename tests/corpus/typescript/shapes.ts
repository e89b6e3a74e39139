import type { Point, Size as S } from "./geometry";
import fs = require("fs");
export * from "./colours";

export const useCanvas = (id: string, options?: { depth: number }) => {
  return id;
};

export const MAX_DEPTH = 8;
declare const BUILD: string;

export type Handler<T> = (event: T) => void;

export interface Clock {
  readonly zone: string;
  now(): number;
  tick(step: number, done: (at: number) => void): void;
}

export const enum Layer {
  Back,
  Front = 2,
}

@sealed
@register({ name: "shape" })
export abstract class Shape<T extends Point> implements Clock {
  private secret = 1;
  protected readonly onMove = async (to: Point): Promise<void> => {
    this.secret++;
  };

  constructor(private readonly origin: Point, public size?: S) {}

  abstract area(): number;

  @cached()
  describe(prefix: string): string;
  describe(prefix: number): string;
  describe(prefix: unknown): string {
    return `${prefix}`;
  }

  private erase(): void {}

  get width(): number {
    return 1;
  }
}

export function format(rows: string[]): string;
export function format(rows: Map<string, number>, sep: string): string;
export function format(rows: unknown, sep = ","): string {
  return String(rows) + sep;
}

namespace Geometry.Plane {
  export function distance(a: Point, b: Point) {
    const dx = 1;
    return dx;
  }
  export const ORIGIN = { x: 0, y: 0 };
}

declare module "ambient" {
  export function ambientCall(name: string): void;
}

declare function globalCall(this: Window, ...names: string[]): void;

export default {
  name: "shapes",
  setup(props: object) {
    return props;
  },
};
