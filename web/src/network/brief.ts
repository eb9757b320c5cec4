import { t, type MessageId, type Values } from "../i18n";

/** A message of the strip with the name of whoever did it, and one without. */
export const briefly = (what: string, values: Values) => ({
  text: t(`recent.${what}` as MessageId, values),
  brief: t(`recent.brief.${what}` as MessageId, values),
});
