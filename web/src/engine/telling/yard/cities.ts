// The big cities and the players with their bonus cards.

import type { YardRulesetInfo } from "../../../lib/types";
import { membersOf } from "../../records";
import type { Telling } from "../parts";
import { held } from "./tickets";

export const cities: Telling<"yard"> = {
  result(knowledge, player) {
    const big = Object.keys((knowledge.engine.ruleset.info as YardRulesetInfo).bonuses);
    const done = held(knowledge, player)
      .filter(({ state }) => state === "done")
      .flatMap((ticket) => ticket.cities);
    return {
      cities: membersOf(knowledge.number("cities", player)).map((city) => big[city]!),
      city_counts: Object.fromEntries(
        big
          .filter((city) => done.includes(city))
          .map((city) => [city, done.filter((each) => each === city).length]),
      ),
    };
  },
};
