import type { YardRulesetInfo } from "../../../lib/types";

/** The cities with a bonus. */
export const bigCities = ({ cities }: Pick<YardRulesetInfo, "cities">) =>
  cities.flatMap(({ id, name, bonus }) => (bonus ? [{ id, name, points: bonus }] : []));

/** The same, smallest bonus first. */
export const fromSmall = (ruleset: Pick<YardRulesetInfo, "cities">) =>
  bigCities(ruleset).sort((a, b) => a.points - b.points || a.name.localeCompare(b.name));
