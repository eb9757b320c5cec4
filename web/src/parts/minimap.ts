// The parts of a board's drawing that a small map needs: its size and the line of every route.
import { whenDrawn } from "../lib/request";

export interface Ways {
  width: number;
  height: number;
  tracks: Map<string, string>;
  drawing: string;
}

const found = new Map<string, Promise<Ways | null>>();

/** Load the map of a drawing, once for each URL; null if there is no drawing. */
export function waysOf(address: string): Promise<Ways | null> {
  let ways = found.get(address);
  if (!ways) {
    ways = whenDrawn("GET", address)
      .then(async (answer) => read(await answer.text()))
      .catch(() => null);
    found.set(address, ways);
    void ways.then((made) => made ?? found.delete(address));
  }
  return ways;
}

export function read(drawing: string): Ways | null {
  const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawing);
  if (!size) return null;
  const tracks = new Map<string, string>();
  for (const [, route, way] of drawing.matchAll(
    /data-route="([^"]+)"[^>]*><path class="track" d="([^"]+)"/g,
  )) {
    tracks.set(route!, way!);
  }
  return { width: Number(size[1]), height: Number(size[2]), tracks, drawing };
}
