import { draw } from "./svg";

/** Puts the trains of a route, with the line that joins them, or the station of a city in place once somebody owns it. */
export function furnish(element: Element): void {
  if (element.querySelector(".train, .station")) return;
  if (element.matches(".city")) return element.append(draw("use", { class: "station", href: "#halt" }));
  const track = element.querySelector(".track");
  track?.after(draw("path", { class: "casing", d: track.getAttribute("d") ?? "" }));
  for (const slot of element.querySelectorAll(".slot")) {
    const transform = slot.getAttribute("transform") ?? "";
    const train = draw("use", { class: "train", href: "#wagon" });
    element.querySelector(".hit")?.before(draw("g", { transform }, train));
  }
}
