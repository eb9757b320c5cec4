import { payments, type Legal } from "../../../lib/legal";

/** Ways to pay the surcharge of a tunnel. */
export const surcharges = payments("surcharge");

/** Withdraw from a tunnel. */
export const withdrawal = (legal: Legal): string | null => legal.plain("withdraw");
