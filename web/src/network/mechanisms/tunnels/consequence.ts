import { t } from "../../../i18n";
import type { Payment } from "../../../lib/legal";
import { without } from "../../../lib/names";
import type { Consequence, Game } from "../../mechanism";
import { colorOf } from "../../payments";

/** The cards left for a surcharge: the color of the payment, and locomotives (EUR-14, EUR-16). */
export function consequence(
  id: string,
  { cards }: Payment,
  { names, ruleset, view }: Pick<Game, "names" | "ruleset" | "view">,
): Consequence | null {
  if (!ruleset || names.route(id)?.kind !== "tunnel") return null;
  const most = ruleset.numbers.surcharge_cards;
  const hand = without(view?.hand ?? {}, cards);
  const color = colorOf(cards);
  const left = (hand[color] ?? 0) + (color === "wild" ? 0 : (hand.wild ?? 0));
  return { text: t("payment.tunnel", { most, left }), risky: left < most };
}
