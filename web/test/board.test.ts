import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Camera, MAX_ZOOM } from "../src/board/camera";
import { along, corners, lengthOf } from "../src/board/geometry";
import { isArrow, next } from "../src/board/steer";
import { Taps } from "../src/board/taps";

describe("the arrow keys", () => {
  const points = new Map([
    ["middle", { x: 0, y: 0 }],
    ["right", { x: 10, y: 1 }],
    ["far right", { x: 30, y: 0 }],
    ["up", { x: 2, y: -8 }],
    ["left", { x: -5, y: 4 }],
  ]);

  test("go to the nearest point that way", () => {
    expect(next("middle", points, "ArrowRight")).toBe("right");
    expect(next("right", points, "ArrowRight")).toBe("far right");
    expect(next("middle", points, "ArrowUp")).toBe("up");
    expect(next("middle", points, "ArrowLeft")).toBe("left");
  });

  test("stop at the edge", () => {
    expect(next("far right", points, "ArrowRight")).toBeNull();
    expect(next("nowhere", points, "ArrowRight")).toBeNull();
  });

  test("are the only keys that count", () => {
    expect(isArrow("ArrowUp")).toBe(true);
    expect(isArrow("Enter")).toBe(false);
  });
});

describe("the way of a route", () => {
  const way = corners("M0 0L30 0L30-40.5L30 -10");

  test("is read from its path", () => {
    expect(way).toEqual([
      { x: 0, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: -40.5 },
      { x: 30, y: -10 },
    ]);
    expect(lengthOf(way)).toBe(101);
    expect(corners("")).toEqual([]);
  });

  test("is gone along by parts of its length", () => {
    const bend = corners("M0 0L30 0L30 10");
    expect(along(bend, [0, 0.5, 0.75, 0.875, 1])).toEqual([
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 30, y: 0 },
      { x: 30, y: 5 },
      { x: 30, y: 10 },
    ]);
    expect(along([{ x: 1, y: 2 }], [0.5])).toEqual([{ x: 1, y: 2 }]);
    expect(along([], [0.5])).toEqual([]);
  });
});

describe("the camera", () => {
  const make = () => new Camera({ width: 1000, height: 600 }, FRAME);
  const FRAME = { width: 500, height: 500 };
  /** What is seen: its upper left corner and its size, in board units. */
  const box = ({ corner, scale }: Camera) => [
    0 - corner.x / scale,
    0 - corner.y / scale,
    FRAME.width / scale,
    FRAME.height / scale,
  ];

  test("shows the whole board at first, in the middle", () => {
    expect(box(make())).toEqual([0, -200, 1000, 1000]);
  });

  test("zooms round a point and never past the edges", () => {
    const camera = make();
    camera.zoomAt({ x: 0, y: 250 }, 2);
    expect(camera.zoom).toBe(2);
    expect(box(camera)).toEqual([0, 50, 500, 500]);
    camera.drag(10_000, 0);
    expect(box(camera)[0]).toBe(0);
    camera.drag(-10_000, 0);
    expect(box(camera)[0]).toBe(500);
  });

  test("keeps to its least and greatest zoom", () => {
    const camera = make();
    camera.zoomBy(0.1);
    expect(camera.zoom).toBe(1);
    camera.zoomBy(100);
    expect(camera.zoom).toBe(MAX_ZOOM);
    camera.reset();
    expect(box(camera)).toEqual([0, -200, 1000, 1000]);
  });

  test("fits points into what the margins leave, not too large", () => {
    const camera = make();
    const margin = { side: 50, top: 20, bottom: 120 };
    camera.fit(
      [
        { x: 400, y: 200 },
        { x: 600, y: 300 },
      ],
      margin,
      10,
    );
    expect(camera.scale).toBeCloseTo(2);
    const [x = 0, y = 0] = box(camera);
    expect((400 - x) * camera.scale).toBeCloseTo(50);
    // The points are as far from the upper margin as from the lower one.
    expect((200 - y) * camera.scale - 20).toBeCloseTo(500 - 120 - (300 - y) * camera.scale);
    camera.fit([{ x: 500, y: 300 }], margin, 1.5);
    expect(camera.scale).toBeCloseTo(1.5);
    const before = camera.stand;
    camera.fit([], margin, 1.5);
    expect(camera.stand).toEqual(before);
  });

  test("keeps the scale when its place becomes smaller, and all of the board when that is seen", () => {
    const camera = make();
    camera.resize({ width: 250, height: 250 });
    expect(camera.zoom).toBe(1);
    expect(camera.scale).toBeCloseTo(0.25);
    camera.zoomBy(4);
    const { scale } = camera;
    camera.resize({ width: 250, height: 100 });
    expect(camera.scale).toBeCloseTo(scale);
    camera.resize({ width: 0, height: 0 });
    camera.resize({ width: 250, height: 250 });
    expect(camera.scale).toBeGreaterThan(0);
  });

  test("brings a hidden point into view and leaves a visible one", () => {
    const camera = make();
    camera.zoomBy(4);
    const before = camera.stand;
    camera.reveal({ x: 500, y: 300 });
    expect(camera.stand).toEqual(before);
    camera.reveal({ x: 900, y: 300 });
    const [x = 0, , width = 0] = box(camera);
    expect(x).toBeLessThan(900);
    expect(x + width).toBeGreaterThan(900);
  });
});

describe("taps", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const at = { x: 10, y: 10 };

  test("one chooses, after a moment", () => {
    const choose = vi.fn();
    new Taps(vi.fn()).tap(at, 0, choose);
    expect(choose).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(choose).toHaveBeenCalledOnce();
  });

  test("two at one place zoom and choose nothing", () => {
    const [zoom, choose] = [vi.fn(), vi.fn()];
    const taps = new Taps(zoom);
    taps.tap(at, 0, choose);
    taps.tap({ x: 14, y: 8 }, 150, choose);
    vi.runAllTimers();
    expect(zoom).toHaveBeenCalledExactlyOnceWith({ x: 14, y: 8 });
    expect(choose).not.toHaveBeenCalled();
  });

  test("two at different places are two", () => {
    const [zoom, first, second] = [vi.fn(), vi.fn(), vi.fn()];
    const taps = new Taps(zoom);
    taps.tap(at, 0, first);
    taps.tap({ x: 200, y: 8 }, 150, second);
    vi.runAllTimers();
    expect(zoom).not.toHaveBeenCalled();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });
});
