// The board at the end of a game as a drawing of its own, for the ceremony and for the picture.
import { furnish } from "../../board/furnish";
import type { NetworkView } from "../../lib/types";
import jost from "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url";

/** Puts everybody's trains and stations on a drawing that has none. */
export function occupy(svg: SVGSVGElement, players: NetworkView["players"]): void {
  const give = (kind: "route" | "city", id: string, seat: number): void => {
    const element = svg.querySelector(`g[data-${kind}="${CSS.escape(id)}"]`);
    element?.classList.add(kind === "route" ? "owned" : "built", `seat-${seat}`);
    if (element) furnish(element);
  };
  for (const { seat, routes, stations_built } of players) {
    for (const id of routes) give("route", id, seat);
    for (const id of stations_built) give("city", id, seat);
  }
}

/** The drawing with everybody's networks, light, as the text of a document of its own: it names nothing outside of it. */
export async function portrait(board: string, players: NetworkView["players"]): Promise<Portrait> {
  const page = new DOMParser().parseFromString(board, "image/svg+xml");
  const svg = page.documentElement as unknown as SVGSVGElement;
  svg.dataset.theme = "light";
  occupy(svg, players);
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  // As text: a style that is added to a document of this page would be refused.
  const face = await typeface().catch(() => "");
  const text = new XMLSerializer().serializeToString(svg).replace("<style>", `<style>${face}`);
  return { text, width, height };
}

export interface Portrait {
  text: string;
  width: number;
  height: number;
}

/** The typeface of the page, written out: a picture in a picture has no access to it. */
async function typeface(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(jost)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const data = `data:font/woff2;base64,${btoa(text)}`;
  return `@font-face{font-family:"Jost Variable";font-weight:100 900;src:url(${data}) format("woff2")}`;
}
