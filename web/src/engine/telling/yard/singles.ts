// Three singles, one row each.

import type { Row } from "../../../lib/types";
import { membersOf } from "../../records";
import type { Facts } from "../knowledge";
import type { Telling } from "../parts";
import { row } from "./rows";

const rows = (after: Facts): Row[] =>
  membersOf(after.number("did_arg")).map((color) => row(after, color, 1, 0));

export const singles: Telling<"yard"> = {
  acted: (_before, after) =>
    after.did === "trio" ? [{ event: "placed", seat: after.number("did_by"), rows: rows(after) }] : null,
  turned: (_before, after) => (after.did === "trio" ? { placed: rows(after) } : null),
};
