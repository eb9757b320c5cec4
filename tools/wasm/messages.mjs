// Repeats games that `messages.py` and `reviews.py` played natively, one per line, and compares their messages.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [modules, rulesets] = process.argv.slice(2);
const { adviseTogether, Engine, EngineModule, PlayoutRunner, WhistlestopError, ...glue } = await import(`${modules}/index.js`);
const { declarationOf, eventsOf, factsOf, hintOf, Knowledge, planOf, positionFrom, recordOf } = glue;
const { replay, reviewOf, summaryOf, viewOf } = glue;

const engines = new Map();
/** The actions whose texts have been parsed, by engine. Only the texts that name offered tickets depend on the
 * game. */
const parsedBack = new Map();
async function engineOf(id) {
  if (!engines.has(id)) {
    const ruleset = JSON.parse(readFileSync(new URL(`${rulesets}/${id}.json`)));
    const module = await EngineModule.load(
      readFileSync(new URL(`${modules}/${ruleset.kind}.wasm`)),
      glue[ruleset.kind],
    );
    const engine = new Engine(module, ruleset);
    engines.set(id, engine);
    parsedBack.set(engine, new Set());
  }
  return engines.get(id);
}

/** The answer to a question, or its error. */
function answer(ask) {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof WhistlestopError)) throw error;
    return [error.code, error.message];
  }
}

/** All messages of a game, in the order in which Python wrote them, and any other differences. */
function messages(engine, one) {
  const game = one.state
    ? engine.gameFrom(Buffer.from(one.state, "hex"))
    : engine.newGame(one.players, one.seed);
  const seats = [null, ...Array(one.players).keys()];
  const texts = [];
  const problems = [];
  const tell = (message) => texts.push(JSON.stringify(message));
  const look = () => new Map(seats.map((seat) => [seat, Knowledge.of(game, seat)]));
  let seen = look();
  const views = () => seats.forEach((seat) => tell(viewOf(seen.get(seat), one.look)));
  views();
  const parsed = [];
  const known = parsedBack.get(engine);
  const [keep, keeps] = engine.ruleset.keep;
  for (const { seat, action, spoilt, declared, searched } of one.moves) {
    const knowledge = seen.get(seat);
    tell(answer(() => engine.notation.parse(spoilt, knowledge.offer)));
    if (declared) tell(answer(() => declarationOf(knowledge, declared)));
    if (searched) {
      const { look } = one;
      parsed.push(planOf(knowledge, look), hintOf(knowledge, look), hintOf(knowledge, look, searched));
    }
    for (const each of knowledge.legal) {
      if (known.has(each)) continue;
      if (each < keep || each >= keep + keeps) known.add(each);
      const text = engine.notation.text(each, knowledge.offer);
      if (engine.notation.parse(text, knowledge.offer) !== each) problems.push(`${text} is not ${each}`);
    }
    game.play(seat, action);
    const before = seen;
    seen = look();
    for (const each of seats) {
      for (const live of [true, false]) tell(eventsOf(before.get(each), seen.get(each), live));
    }
    views();
  }
  const record = recordOf(game);
  parsed.push(summaryOf(game), positionFrom(factsOf(game)), record);
  for (const [place, text] of one.parsed.entries()) {
    const [found, expected] = [JSON.stringify(parsed[place]), JSON.stringify(JSON.parse(text))];
    if (found !== expected) problems.push(difference(found, expected));
  }
  if (!one.state) {
    const again = replay(engine, JSON.stringify(record));
    if (Buffer.compare(again.state.bytes(), game.state.bytes())) problems.push("the record leads elsewhere");
    again.release();
  }
  game.release();
  return { texts, problems };
}

/** The differences in the review of a game. */
async function reviewed(engine, one) {
  const game = engine.gameFrom(Buffer.from(one.state, "hex"));
  const runner = new PlayoutRunner(engine);
  const play = async (observation, task) => runner.run(observation, task.actions, task.worlds, task);
  const observation = game.observe(one.actions[0][0]);
  const advised = JSON.stringify(await adviseTogether(engine, observation, [play, play, play], one.search));
  runner.release();
  for (const [seat, action] of one.actions) game.play(seat, game.number(action, seat));
  const found = JSON.stringify(reviewOf(game, one.options));
  game.release();
  const pairs = [
    [advised, JSON.stringify(one.advised)],
    [found, JSON.stringify(JSON.parse(one.review))],
  ];
  const problems = pairs.flatMap(([told, due]) => (told === due ? [] : [difference(told, due)]));
  return { texts: [], problems };
}

function difference(found, expected) {
  let at = 0;
  while (found[at] === expected[at]) at++;
  const part = (text) => text.slice(Math.max(0, at - 60), at + 60);
  return `${part(found)}\n  instead of\n${part(expected)}`;
}

for await (const line of createInterface({ input: process.stdin })) {
  const one = JSON.parse(line);
  const { texts, problems } = await (one.review ? reviewed : messages)(await engineOf(one.ruleset), one);
  for (const [place, expected] of (one.texts ?? []).entries()) {
    if (texts[place] === expected) continue;
    problems.push(`message ${place}: ${difference(texts[place] ?? "", expected)}`);
    break;
  }
  const digest = createHash("sha256").update(texts.join("\n")).digest("hex");
  const same = problems.length === 0 && digest === (one.digest ?? digest);
  console.log(JSON.stringify({ same, problems }));
}
