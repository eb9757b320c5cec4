import { paidFor } from "../../../lib/legal";

/** Ways to pay for each route that can be claimed. */
export const claims = paidFor("claim");
