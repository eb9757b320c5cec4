// Routes, and the trains on them.
import { t } from "../../../i18n";
import { idOf, routeKey } from "../../../board/drawing";
import { showSteps } from "../../../board/steps";
import { mark } from "../../decorate";
import type { NetworkMechanism } from "../../mechanism";
import { claims } from "./actions";
import { build } from "./build";
import ChoicesDialog from "./ChoicesDialog.svelte";
import { obstacleText } from "./obstacles";
import Tools from "./Tools.svelte";

export const mechanism: NetworkMechanism = {
  build,
  figures: ({ trains, small_trains = 0 }) => [
    { icon: "train", label: t("player.trains"), value: trains - small_trains, chip: true },
  ],
  charts: ["trains"],
  Tools,
  dialog: { id: "routes", Dialog: ChoicesDialog },
  keys: ["routes"],
  shortcut(key, game, attention) {
    if (key !== "r" || !claims(game.legal).size) return false;
    attention.dialog = "routes";
    return true;
  },
  owners: ({ players }) =>
    players.flatMap(({ seat, routes }) => routes.map((id): [string, number] => [routeKey(id), seat])),
  describe(key, owner, game) {
    const id = idOf(key);
    if (key !== routeKey(id)) return null;
    return t("board.route", {
      route: game.names.routeName(id),
      cost: game.names.routeCost(id),
      owned: owner === undefined ? "no" : game.mine(owner) ? "you" : "other",
      name: owner === undefined ? "" : game.nameOf(owner),
    });
  },
  /**
   * Draw the plan of a hint or review, routes that can no longer be claimed, and routes on the paths of your tickets.
   * Until a new plan arrives, the routes of the previous one stay marked.
   */
  draw(drawing, { hint }, plans) {
    const plan = hint?.machine === "network" ? hint.plan : null;
    const steps = plan?.routes ?? [];
    mark(drawing.routes, "plan", steps);
    showSteps(drawing, steps, plan?.due ?? []);
    const routes = plans.current?.routes;
    if (!routes) return;
    const closed = new Set(["twin_closed", "players"]);
    mark(
      drawing.routes,
      "closed",
      Object.keys(routes).filter((id) => closed.has(routes[id]!.why)),
    );
    mark(drawing.routes, "useful", [...plans.reasonableRoutes]);
  },
  /** Empty until the plan for this moment has arrived. */
  whyNot(key, game, plans) {
    const id = idOf(key);
    const obstacle = key === routeKey(id) ? plans.obstacle(id) : undefined;
    return obstacle && !claims(game.legal).has(id) ? obstacleText(id, obstacle, game.names) : "";
  },
};
