// What a small map needs of the drawing of a board: its size, and the way of every route.
export interface Ways {
  width: number;
  height: number;
  tracks: Map<string, string>;
}

const found = new Map<string, Promise<Ways | null>>();

/** Of the drawing at an address; null where there is none (yet). It is read once for each address. */
export function waysOf(address: string): Promise<Ways | null> {
  let ways = found.get(address);
  if (!ways) {
    ways = fetch(address)
      .then(async (answer) => (answer.status === 200 ? read(await answer.text()) : null))
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
  return { width: Number(size[1]), height: Number(size[2]), tracks };
}
