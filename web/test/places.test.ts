// Finding cities by name.
import { expect, test } from "vitest";
import { find, places, read } from "../src/studio/places";
import type { Region } from "../src/studio/plane";

const POLAND: Region = { west: 14, south: 49, east: 24.2, north: 55 };
const names = (found: { name: string }[]): string[] => found.map(({ name }) => name);

test("the table lists every place once, the largest first", async () => {
  const all = await places();
  expect(all.length).toBe(7343);
  expect(all[0]!.name).toBe("Tokyo");
  for (const { name, lat, lon, country } of all) {
    expect(name.trim()).not.toBe("");
    expect(Math.abs(lat)).toBeLessThanOrEqual(90);
    expect(Math.abs(lon)).toBeLessThanOrEqual(180);
    expect(country).toMatch(/^([A-Z]{2})?$/);
  }
});

test("places of the region come first, then the rest of the earth", async () => {
  const found = find(await places(), "war", POLAND, []);
  expect(found[0]!.name).toBe("Warsaw");
  const inside = found.map(({ lon, lat }) => lon > 14 && lon < 24.2 && lat > 49 && lat < 55);
  expect(inside).toEqual(inside.toSorted((a, b) => Number(b) - Number(a)));
  expect(inside).toContain(false);
});

test.each([
  ["lodz", "Łódź"],
  ["ŁÓDŹ", "Łódź"],
  ["gora", "Zielona Góra"],
  ["breslau", "Wrocław"],
  ["zielona g", "Zielona Góra"],
])("%s finds %s", async (text, name) => {
  expect(find(await places(), text, POLAND, [])[0]!.name).toBe(name);
});

test("without a text, the largest places of the region that are no cities yet", async () => {
  const all = await places();
  const found = find(all, " ", POLAND, []);
  expect(found).toEqual(all.filter((place) => found.includes(place)));
  expect(names(found)).toContain("Warsaw");
  const warsaw = { id: "warsaw", name: "warsaw", lat: 52.3, lon: 21.1 };
  expect(names(find(all, "", POLAND, [warsaw]))).not.toContain("Warsaw");
  // A city of the same name elsewhere does not hide the place.
  expect(names(find(all, "", POLAND, [{ ...warsaw, lat: 41 }]))).toContain("Warsaw");
});

test("what is not in the table is not found", async () => {
  const all = await places();
  for (const text of ["qqqq", "Варшава", "_", "('"]) expect(find(all, text, POLAND, [])).toEqual([]);
});

test("a table is read", () => {
  const [one] = read("name\talso\tcountry\tlat\tlon\nSão João\tSaint John|Johannis\tPT\t-1.5\t2.250\n");
  expect(one).toEqual({
    name: "São João",
    country: "PT",
    lat: -1.5,
    lon: 2.25,
    keys: ["_sao_joao", "_saint_john", "_johannis"],
  });
});
