// Bonuses: the longest path of each player.

import type { Telling } from "../parts";

export const bonuses: Telling<"network"> = {
  result(knowledge, player) {
    const { module, ruleset } = knowledge.engine;
    const room = ruleset.info.routes.length;
    const routes = module.allocate(2 * room);
    const size = knowledge.ask("trail", player, routes, room);
    const trail = [...new Int16Array(module.memory.buffer, routes, size)];
    module.calls.release(routes);
    return {
      longest_path: knowledge.number("longest", player),
      trail: trail.map((route) => knowledge.route(route)),
    };
  },
};
