// Ratings as text. The pages that show them load the texts of player pages.
import { number, t } from "../i18n";

/** A rating with its margin. */
export const ratingText = (one: { rating: number; margin: number }): string =>
  t("players.rating_value", { rating: number(one.rating), margin: number(one.margin) });
