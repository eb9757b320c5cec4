import type { Writing } from "../writing";

export default {
  fill(rules, { data: { stations } }) {
    rules.set("stations", stations.count);
    rules.set("station_value", stations.value);
  },
  actions(catalogue, { data, cities }) {
    catalogue.rules.set("id_station", catalogue.size);
    if (data.stations.count) for (const [n, { id }] of cities.entries()) catalogue.addSmall("station", id, n);
  },
  numbers: ({ stations }) => ({ station_points: stations.value }),
  info: ({ data }) => ({ stations: data.stations.count }),
} satisfies Writing;
