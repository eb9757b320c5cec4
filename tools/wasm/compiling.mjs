// Compiles the boards of a JSON file and writes the rulesets' files as JSON: `node compiling.mjs MODULES BOARDS`.
import { readFileSync } from "node:fs";

const [modules, boards] = process.argv.slice(2);
const { compileBoard, network } = await import(`${modules}/index.js`);
const file = JSON.parse(readFileSync(new URL(`${modules}/boards.json`)));
const found = JSON.parse(readFileSync(boards)).map((board) => compileBoard(network, file, board));
process.stdout.write(JSON.stringify(found));
