import { describe, expect, test } from "vitest";
import { Camera, MAX_ZOOM } from "../src/board/camera";
import { isArrow, next } from "../src/board/steer";

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

describe("the camera", () => {
  const make = () => new Camera({ width: 1000, height: 600 }, { width: 500, height: 500 });
  const box = (camera: Camera) => camera.viewBox.split(" ").map(Number);

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

  test("brings a hidden point into view and leaves a visible one", () => {
    const camera = make();
    camera.zoomBy(4);
    const before = camera.viewBox;
    camera.reveal({ x: 500, y: 300 });
    expect(camera.viewBox).toBe(before);
    camera.reveal({ x: 900, y: 300 });
    const [x = 0, , width = 0] = box(camera);
    expect(x).toBeLessThan(900);
    expect(x + width).toBeGreaterThan(900);
  });
});
