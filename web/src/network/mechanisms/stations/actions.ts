import { paymentsByPlace } from "../../../lib/legal";

/** Ways to pay for a station in each city where one can be built. */
export const stations = paymentsByPlace("station");
