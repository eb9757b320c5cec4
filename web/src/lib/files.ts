// Downloads that the page creates.
import { recordOf } from "./api";
import { send } from "./request";

export function saveFile(name: string, blob: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Save the record of a game that was played on this device; there is no URL to download it from. */
export async function saveRecord(table: string): Promise<void> {
  const answer = await send("GET", recordOf(table));
  saveFile(`${table}.json`, await answer.blob());
}
