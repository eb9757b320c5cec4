// The parts of a board's drawing that a small map needs: its size and the line of every route.
import { whenDrawn } from "../lib/request";

export interface MapOutline {
  width: number;
  height: number;
  tracks: Map<string, string>;
  drawing: string;
}

const found = new Map<string, Promise<MapOutline | null>>();

/** Load the map of a drawing, once for each URL; null if there is no drawing. */
export function loadOutline(address: string): Promise<MapOutline | null> {
  let outline = found.get(address);
  if (!outline) {
    outline = whenDrawn("GET", address)
      .then(async (answer) => parseOutline(await answer.text()))
      .catch(() => null);
    found.set(address, outline);
    void outline.then((made) => made ?? found.delete(address));
  }
  return outline;
}

function parseOutline(drawing: string): MapOutline | null {
  const size = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(drawing);
  if (!size) return null;
  const tracks = new Map<string, string>();
  for (const [, route, line] of drawing.matchAll(
    /data-route="([^"]+)"[^>]*><path class="track" d="([^"]+)"/g,
  )) {
    tracks.set(route!, line!);
  }
  return { width: Number(size[1]), height: Number(size[2]), tracks, drawing };
}
