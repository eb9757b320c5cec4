// The final board as a separate drawing, for the ceremony and the picture.
import { addPieces } from "../../board/pieces";
import { entitle, nameCities } from "../../board/naming";
import { typeface } from "../../lib/typeface";
import type { NetworkView, RulesetInfo } from "../../lib/types";

/** The board's names in the language of the page. */
type Names = Pick<RulesetInfo, "name" | "cities">;

/** Add names, and all trains and stations, to an empty drawing. */
function occupy(svg: SVGSVGElement, players: NetworkView["players"], names: Names): void {
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
