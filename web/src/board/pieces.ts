import { draw } from "./svg";

/** The size of a small train (MECH-7), in that of a train. */
const SMALL = 0.62;

/** Add the trains of a claimed route and the line that joins them, or the station of a city. */
export function addPieces(element: Element): void {
  if (element.querySelector(".train, .station")) return;
  if (element.matches(".city")) return element.append(draw("use", { class: "station", href: "#halt" }));
  const track = element.querySelector(".track");
  track?.after(draw("path", { class: "casing", d: track.getAttribute("d") ?? "" }));
  for (const slot of element.querySelectorAll(".slot")) {
    const size = slot.matches(".small") ? `scale(${SMALL})` : "";
    const transform = `${slot.getAttribute("transform") ?? ""}${size}`;
    const train = draw("use", { class: "train", href: "#wagon" });
    element.querySelector(".hit")?.before(draw("g", { transform }, train));
  }
}
