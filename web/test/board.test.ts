import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Camera, MAX_ZOOM } from "../src/board/camera";
import { along, corners, lengthOf } from "../src/board/geometry";
import { isArrow, nearest } from "../src/board/direction";
import { Taps } from "../src/board/taps";

describe("the arrow keys", () => {
  const points = new Map([
    ["middle", { x: 0, y: 0 }],
    ["right", { x: 10, y: 1 }],
    ["far right", { x: 30, y: 0 }],
    ["up", { x: 2, y: -8 }],
    ["left", { x: -5, y: 4 }],
  ]);

  test("go to the nearest point in that direction", () => {
    expect(nearest("middle", points, "ArrowRight")).toBe("right");
    expect(nearest("right", points, "ArrowRight")).toBe("far right");
    expect(nearest("middle", points, "ArrowUp")).toBe("up");
    expect(nearest("middle", points, "ArrowLeft")).toBe("left");
  });

  test("stop at the edge", () => {
    expect(nearest("far right", points, "ArrowRight")).toBeNull();
    expect(nearest("nowhere", points, "ArrowRight")).toBeNull();
  });

  test("are the only keys that count", () => {
    expect(isArrow("ArrowUp")).toBe(true);
    expect(isArrow("Enter")).toBe(false);
  });
});

describe("the line of a route", () => {
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

  test("is divided by fractions of its length", () => {
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
  /** The top left corner and the size of the view, in board units. */
  const box = ({ corner, scale }: Camera) => [
    0 - corner.x / scale,
    0 - corner.y / scale,
    FRAME.width / scale,
    FRAME.height / scale,
  ];

  test("shows the whole board at first, centered", () => {
    expect(box(make())).toEqual([0, -200, 1000, 1000]);
  });

  test("shows it above buttons that lie on the frame", () => {
    const wide = new Camera({ width: 1000, height: 600 }, { ...FRAME, foot: 50 });
    expect(box(wide)).toEqual([0, -150, 1000, 1000]);
    const square = new Camera({ width: 1000, height: 1000 }, { ...FRAME, foot: 50 });
    expect(square.scale).toBeCloseTo(0.45);
    expect(square.corner.y).toBeCloseTo(0);
    square.zoomBy(2);
    square.drag(0, -10_000);
    expect(square.corner.y + 1000 * square.scale).toBeCloseTo(FRAME.height - 50);
    const low = new Camera({ width: 1000, height: 1000 }, { width: 500, height: 90, foot: 50 });
    expect(low.scale).toBeCloseTo(0.072);
  });

  test("what buttons cover is not seen", () => {
    const camera = new Camera({ width: 1000, height: 1000 }, { width: 500, height: 400, foot: 50 });
    camera.fit(
      [
        { x: 480, y: 480 },
        { x: 520, y: 520 },
      ],
      { side: 40, top: 24, bottom: 90 },
      2,
    );
    const { y, height } = camera.visible;
    const bottom = camera.corner.y + (y + height) * camera.scale;
    expect(bottom).toBeCloseTo(350);
    // Below the lowest point, a name of two lines has room above the buttons.
    expect(camera.corner.y + 520 * camera.scale).toBeLessThanOrEqual(400 - 90);
  });

  test("shows the whole board rather than almost all of it", () => {
    const camera = make();
    const corners = [
      { x: 40, y: 40 },
      { x: 960, y: 560 },
    ];
    camera.fit(corners, { side: 0, top: 0, bottom: 0 }, 9);
    expect(camera.zoom).toBe(1);
    camera.fit(corners.slice(0, 1), { side: 0, top: 0, bottom: 0 }, 0.6);
    expect(camera.zoom).toBeCloseTo(1.2);
  });

  test("zooms around a point and never past the edges", () => {
    const camera = make();
    camera.zoomAt({ x: 0, y: 250 }, 2);
    expect(camera.zoom).toBe(2);
    expect(box(camera)).toEqual([0, 50, 500, 500]);
    camera.drag(10_000, 0);
    expect(box(camera)[0]).toBe(0);
    camera.drag(-10_000, 0);
    expect(box(camera)[0]).toBe(500);
  });

  test("respects the smallest and greatest zoom", () => {
    const camera = make();
    camera.zoomBy(0.1);
    expect(camera.zoom).toBe(1);
    camera.zoomBy(100);
    expect(camera.zoom).toBe(MAX_ZOOM);
    camera.reset();
    expect(box(camera)).toEqual([0, -200, 1000, 1000]);
  });

  test("fits points between the margins, up to a maximum scale", () => {
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
    // The points are equally far from the upper and the lower margin.
    expect((200 - y) * camera.scale - 20).toBeCloseTo(500 - 120 - (300 - y) * camera.scale);
    camera.fit([{ x: 500, y: 300 }], margin, 1.5);
    expect(camera.scale).toBeCloseTo(1.5);
    const before = camera.state;
    camera.fit([], margin, 1.5);
    expect(camera.state).toEqual(before);
  });

  test("keeps the scale when its frame shrinks, and the whole board if it was visible", () => {
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
    const before = camera.state;
    camera.reveal({ x: 500, y: 300 });
    expect(camera.state).toEqual(before);
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

  test("one tap chooses, after a moment", () => {
    const choose = vi.fn();
    new Taps(vi.fn()).tap(at, 0, choose);
    expect(choose).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(choose).toHaveBeenCalledOnce();
  });

  test("two taps at one place zoom and choose nothing", () => {
    const [zoom, choose] = [vi.fn(), vi.fn()];
    const taps = new Taps(zoom);
    taps.tap(at, 0, choose);
    taps.tap({ x: 14, y: 8 }, 150, choose);
    vi.runAllTimers();
    expect(zoom).toHaveBeenCalledExactlyOnceWith({ x: 14, y: 8 });
    expect(choose).not.toHaveBeenCalled();
  });

  test("two taps at different places are separate", () => {
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
