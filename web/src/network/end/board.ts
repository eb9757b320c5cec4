// The board at the end of a game as a drawing of its own, for the ceremony and for the picture.
import type { NetworkView } from "../../lib/types";
import jost from "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url";

/** Puts everybody's trains and stations on a drawing that has none. */
export function occupy(svg: SVGSVGElement, players: NetworkView["players"]): void {
  const at = (kind: "route" | "city", id: string) => svg.querySelector(`g[data-${kind}="${CSS.escape(id)}"]`);
  for (const { seat, routes, stations_built } of players) {
    for (const id of routes) at("route", id)?.classList.add("owned", `seat-${seat}`);
    for (const id of stations_built) at("city", id)?.classList.add("built", `seat-${seat}`);
  }
}

/** The drawing with everybody's networks, on its own and light: it names nothing outside of it. */
export async function portrait(board: string, players: NetworkView["players"]): Promise<SVGSVGElement> {
  const page = new DOMParser().parseFromString(board, "image/svg+xml");
  const svg = page.documentElement as unknown as SVGSVGElement;
  svg.dataset.theme = "light";
  occupy(svg, players);
  const style = page.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = await typeface().catch(() => "");
  svg.prepend(style);
  return svg;
}

/** The typeface of the page, written out: a picture in a picture has no access to it. */
async function typeface(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(jost)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const data = `data:font/woff2;base64,${btoa(text)}`;
  return `@font-face{font-family:"Jost Variable";font-weight:100 900;src:url(${data}) format("woff2")}`;
}
