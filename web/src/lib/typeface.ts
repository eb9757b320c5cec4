// The font of the page for drawings that are files of their own.
import jost from "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2?url";

/** The style of the page's font with its data: an image cannot load files. */
export async function typeface(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(jost)).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const data = `data:font/woff2;base64,${btoa(text)}`;
  return `@font-face{font-family:"Jost Variable";font-weight:100 900;src:url(${data}) format("woff2")}`;
}
