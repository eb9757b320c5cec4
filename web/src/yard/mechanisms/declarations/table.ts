// The end of a pass: all players declare the tickets that their stacks complete.
import { t } from "../../../i18n";
import type { YardMechanism } from "../../mechanism";
import Declaring from "./Declaring.svelte";

export const mechanism: YardMechanism = {
  hasQuestion: ({ view, mustAct }) => mustAct && view?.declaration !== null && view?.stack !== null,
  Question: Declaring,
  figures: ({ completed }) =>
    completed.length ? [{ icon: "check", label: t("yard.completed"), value: completed.length }] : [],
};
