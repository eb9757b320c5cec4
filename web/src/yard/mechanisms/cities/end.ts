import { list, t } from "../../../i18n";
import { AWARD, type Beat } from "../../../table/end/ceremony";
import type { Setting, YardEnding } from "../../end/ending";
import { fromSmall } from "./big";

/** The big cities with a winner, and the winners. */
const given = ({ ruleset, outcome }: Setting) =>
  fromSmall(ruleset)
    .map((city) => ({
      ...city,
      seats: outcome.players.filter((player) => player.cities.includes(city.id)).map(({ seat }) => seat),
    }))
    .filter(({ seats }) => seats.length);

export const ending: YardEnding = {
  awards: (setting) =>
    given(setting).map(({ id, name, points, seats }): Beat => ({
      seat: null,
      weight: AWARD,
      label: name,
      gains: new Map(seats.map((seat) => [seat, points])),
      cities: [id],
      spoken: t("yard.end_city_spoken", {
        city: name,
        names: list(seats.map((seat) => setting.nameOf(seat))),
        points,
      }),
    })),
  notes: (setting) =>
    given(setting).map(({ name, points, seats }) => ({
      text: t("yard.city", { city: name, points }),
      seats,
    })),
};
