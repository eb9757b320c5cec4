import type { Board as BoardData } from "../../../lib/wholeboard";
import type { Writing } from "../writing";

const inOrder = ({ scoring }: BoardData) =>
  Object.entries(scoring.districts).sort(([a], [b]) => (a < b ? -1 : 1));

export default {
  fill(rules, { data, city }) {
    const found = inOrder(data);
    rules.set("districts", found.length);
    for (const [n, [, { cities, points }]] of found.entries()) {
      rules.set("district_values", points, n);
      for (const one of cities) rules.addBit("district_cities", city.get(one)!, n);
    }
  },
  numbers: (data) => ({
    districts: inOrder(data).map(([id, { name, cities, points }]) => ({ id, name, cities, points })),
  }),
} satisfies Writing;
