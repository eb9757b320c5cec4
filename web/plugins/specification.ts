// Makes the specification of the rules, docs/rules.md, part of the client: `import { html } from
// ".../rules.md?specification"`. It supports the Markdown of that page. Ids of rules become links.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";

const QUERY = "?specification";
const PREFIX = "\0specification:";
const RULE = /\b[A-Z]+-\d+\b/g;

export interface Heading {
  id: string;
  title: string;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * The parts of a line: code, strong, emphasized, links. Links to other files do not work here, so only their text
 * stays.
 */
function inline(text: string, rules: Set<string>): string {
  const codes: string[] = [];
  const marked = text.replace(/`([^`]*)`/g, (_, code: string) => `\0${codes.push(code) - 1}\0`);
  return escaped(marked)
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g, "<em>$1</em>")
    .replace(RULE, (id) => (rules.has(id) ? `<a href="#${id}">${id}</a>` : id))
    .replace(/\0(\d+)\0/g, (_, at: string) => `<code>${escaped(codes[Number(at)]!)}</code>`);
}

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

function table(lines: string[], rules: Set<string>): string {
  const rows = lines.map((line) => line.replace(/^\|\s*|\s*\|$/g, "").split(/\s*\|\s*/));
  const row = (cells: string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${inline(cell, rules)}</${tag}>`).join("")}</tr>`;
  const body = rows.slice(2).map((cells) => row(cells, "td"));
  return `<div class="wide" tabindex="0"><table><thead>${row(rows[0]!, "th")}</thead><tbody>${body.join("")}</tbody></table></div>`;
}

function text(lines: string[], rules: Set<string>): string {
  const id = /^<a id="([A-Z]+-\d+)"><\/a>/.exec(lines[0]!);
  if (id) lines[0] = lines[0]!.slice(id[0].length);
  // Conditions, effects etc. start a new line.
  const joined = lines
    .map((line, i) => (i && /^(?:[LEHI]|Example):/.test(line) ? `\n${line}` : line))
    .join(" ");
  const shown = inline(joined, rules).replaceAll(" \n", "<br>");
  if (!id) return `<p>${shown}</p>`;
  // A rule does not link to itself.
  const own = shown.replace(`<strong><a href="#${id[1]}">${id[1]}</a>`, `<strong>${id[1]}`);
  return `<p id="${id[1]}">${own}</p>`;
}

export function render(markdown: string): { html: string; contents: Heading[] } {
  const rules = new Set([...markdown.matchAll(/<a id="([A-Z]+-\d+)"><\/a>/g)].map((found) => found[1]!));
  const contents: Heading[] = [];
  const html: string[] = [];
  const blocks = markdown.split(/\n\s*\n/).flatMap((block) => {
    // There may be no blank line after a heading or before a list.
    const lines = block.split("\n").filter((line) => line.trim() !== "" && line !== "---");
    return lines.length ? [lines] : [];
  });
  for (const block of blocks) {
    let lines = block;
    const heading = /^(#+) (.*)$/.exec(lines[0]!);
    if (heading) {
      const [, marks, title] = heading as unknown as [string, string, string];
      lines = lines.slice(1);
      // The surrounding page shows the title.
      if (contents.length || marks.length > 1) {
        // The text before the first heading counts as a part.
        const level = contents.length === 1 ? 2 : marks.length + 1;
        html.push(`<h${level} id="${slug(title)}">${inline(title, rules)}</h${level}>`);
      }
      if (marks.length === 1) contents.push({ id: slug(title), title });
    }
    if (!lines.length) continue;
    if (lines[0]!.startsWith("|")) html.push(table(lines, rules));
    else if (lines[0]!.startsWith("    "))
      html.push(`<pre tabindex="0">${escaped(lines.map((line) => line.slice(4)).join("\n"))}</pre>`);
    else if (lines[0]!.startsWith("* ")) html.push(items(lines, rules));
    else html.push(text(lines, rules));
  }
  return { html: html.join("\n"), contents: contents.slice(1) };
}

function items(lines: string[], rules: Set<string>): string {
  const found: string[] = [];
  for (const line of lines) {
    if (line.startsWith("* ")) found.push(line.slice(2));
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return `<ul>${found.map((item) => `<li>${inline(item, rules)}</li>`).join("")}</ul>`;
}

export function specification(): Plugin {
  return {
    name: "specification",
    enforce: "pre",
    resolveId(source, importer) {
      if (!source.endsWith(QUERY) || !importer) return null;
      return `${PREFIX}${resolve(dirname(importer), source.slice(0, -QUERY.length))}.js`;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const file = id.slice(PREFIX.length, -".js".length);
      this.addWatchFile(file);
      const { html, contents } = render(await readFile(file, "utf8"));
      return `export const html = ${JSON.stringify(html)};\nexport const contents = ${JSON.stringify(contents)};\n`;
    },
  };
}
