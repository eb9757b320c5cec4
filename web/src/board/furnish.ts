import { draw } from "./svg";

/** Puts the trains of a route or the station of a city in their places; until somebody owns it they are not there. */
export function furnish(element: Element): void {
  if (element.querySelector(".train, .station")) return;
  if (element.matches(".city")) return element.append(draw("use", { class: "station", href: "#halt" }));
  for (const slot of element.querySelectorAll(".slot")) {
    const transform = slot.getAttribute("transform") ?? "";
    const train = draw("use", { class: "train", href: "#wagon" });
    element.querySelector(".hit")?.before(draw("g", { transform }, train));
  }
}
