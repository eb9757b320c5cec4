// The names of routes on the map of the editor.
import { t } from "../i18n";
import { colorName } from "../lib/names";
import { endsOf, type Board, type Route } from "./model";
import { takesSmall } from "./routesettings";

export function labelOf(board: Board, route: Route, nameOf: (city: string) => string): string {
  const [a, b] = endsOf(route.id);
  return t("studio.route_label", {
    a: nameOf(a),
    b: nameOf(b),
    length: route.length,
    color: colorName(route.color),
    kind: route.kind ?? "normal",
    small: takesSmall(board, route.id) ? "yes" : "no",
  });
}
