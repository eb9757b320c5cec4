// The final board as a separate drawing, for the ceremony and the picture.
import { addPieces } from "../../board/pieces";
import { entitle, nameCities } from "../../board/naming";
import type { NetworkView, RulesetInfo } from "../../lib/types";
import jost from "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url";

/** The board's names in the language of the page. */
type Names = Pick<RulesetInfo, "name" | "cities">;

/** Add names, and all trains and stations, to an empty drawing. */
export function occupy(svg: SVGSVGElement, players: NetworkView["players"], names: Names): void {
  nameCities(svg, names.cities);
  entitle(svg, names.name);
  const give = (kind: "route" | "city", id: string, seat: number): void => {
    const element = svg.querySelector(`g[data-${kind}="${CSS.escape(id)}"]`);
    element?.classList.add(kind === "route" ? "owned" : "built", `seat-${seat}`);
    if (element) addPieces(element);
  };
  for (const { seat, routes, stations_built } of players) {
    for (const id of routes) give("route", id, seat);
    for (const id of stations_built) give("city", id, seat);
  }
}

/** The drawing of the board with all networks, in no document. */
export function finished(board: string, players: NetworkView["players"], names: Names): SVGSVGElement {
  const page = new DOMParser().parseFromString(board, "image/svg+xml");
  const svg = page.documentElement as unknown as SVGSVGElement;
  occupy(svg, players, names);
  return svg;
}

/** A drawing in a theme, as a self-contained SVG document. */
export async function standalone(svg: SVGSVGElement, theme: "light" | "dark"): Promise<Portrait> {
  svg.dataset.theme = theme;
  const { width, height } = svg.viewBox.baseVal;
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  // Insert the style as text: the content security policy would block a style element created by this page.
  const face = await typeface().catch(() => "");
  const text = new XMLSerializer().serializeToString(svg).replace("<style>", `<style>${face}`);
  return { text, width, height };
}

export interface Portrait {
  text: string;
  width: number;
  height: number;
}

/** The page's font as a data URL: an image inside an image cannot load files. */
async function typeface(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(jost)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const data = `data:font/woff2;base64,${btoa(text)}`;
  return `@font-face{font-family:"Jost Variable";font-weight:100 900;src:url(${data}) format("woff2")}`;
}
