import { t, type MessageId, type Values } from "../i18n";

/** A short message with the player's name, and one without. */
export const recentText = (what: string, values: Values) => ({
  text: t(`recent.${what}` as MessageId, values),
  short: t(`recent.short.${what}` as MessageId, values),
});
