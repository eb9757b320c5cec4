import { payments, type Legal } from "../../../lib/legal";

/** Ways to pay the surcharge of a tunnel. */
export const surcharges = payments("surcharge");

/** To give a tunnel up. */
export const withdrawal = (legal: Legal): string | null => legal.plain("withdraw");
