// The stories behind the golden logs: each runs a real turn with a scripted model to its end. Promises one turn a story, with what
// its name says in it. Refuses to write files: see record.ts.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { defineTool, done } from "../../../agent/tools/tool.ts";
import { call, faulty, type ScriptItem, say, together } from "../../servers/scripted-model.ts";
import { item, plan, respondBy, write } from "../plans/plan-story.ts";
import { ME, openWorkshop, type Workshop, type WorkshopOptions } from "../turn/workshop.ts";
import { type GoldenLog, goldenOf } from "./golden-log.ts";

export type Story = { covers: string; tell(): Promise<GoldenLog> };

const MAIN_JS = "var a = 1;\nvar b = 2;\nvar c = 3;\n";
const edit = call("edit_file", { path: "main.js", old: "var b = 2;", new: "var b = 20;" });

type Telling = {
  options: WorkshopOptions;
  request: string;
  live(shop: Workshop, turn: string): Promise<void>;
};

const story = (covers: string, open: () => Telling | Promise<Telling>): Story => ({
  covers,
  async tell() {
    const { options, request, live } = await open();
    await using shop = await openWorkshop(options);
    const turn = await shop.ask(request);
    await live(shop, turn);
    return await goldenOf(turn, covers, shop.deps.ledger);
  },
});

/** To the end; what is shown on the way is applied. */
async function applied(shop: Workshop, turn: string): Promise<void> {
  if ((await shop.run(turn)) === "ended") return;
  await shop.decide(turn, "apply");
  await shop.run(turn);
}

const simple = (script: ScriptItem[]): WorkshopOptions => ({
  files: { "main.js": MAIN_JS },
  model: { script },
});

const read = (n: number) => call("read_file", { path: `file-${n}.js` });

const trims = story("two and more trims, with old writes and reads left out", () => {
  const files = Array.from({ length: 16 }, (_, n) => [
    `file-${n}.js`,
    `// file ${n}\n${`var v${n} = "words";\n`.repeat(60)}`,
  ]);
  const first = call("write_file", { path: "new.js", content: `${"one();\n".repeat(80)}` });
  const second = call("write_file", { path: "new.js", content: `${"two();\n".repeat(80)}` });
  const reads = files.map((_, n) => read(n));
  return {
    options: {
      files: Object.fromEntries(files),
      model: {
        script: [first, call("read_file", { path: "new.js" }), second, ...reads, say("new.js is there.")],
      },
      settings: { contextTokens: 8000 },
    },
    request: "write new.js, and look at the others",
    live: applied,
  };
});

const cuts = story("replies cut by length, said and mislabelled, in words and in a call", () => ({
  options: simple([
    faulty({ type: "length", as: "length" }, say("The answer is forty-")),
    read(0),
    faulty(
      { type: "length", as: "stop" },
      call("write_file", { path: "big.js", content: "x();\n".repeat(40) }),
    ),
    edit,
    say("b is 20 in main.js."),
  ]),
  request: "make b 20",
  live: applied,
}));

const steering = story("words of the person while a model call runs", () => {
  const told: { shop?: Workshop; turn?: string } = {};
  const steer: ScriptItem = async () => {
    const { shop, turn = "" } = told;
    const body = JSON.stringify({ text: "c as well, please" });
    const at = shop?.deps.clock.now() ?? 0;
    await shop?.deps.ledger.addInput({ turn, kind: "steer", by: ME, body, at }, "steer:1");
    return edit;
  };
  const also = call("edit_file", { path: "main.js", old: "var c = 3;", new: "var c = 30;" });
  return {
    options: simple([steer, also, say("b is 20 and c is 30 in main.js.")]),
    request: "make b 20",
    async live(shop, turn) {
      Object.assign(told, { shop, turn });
      await applied(shop, turn);
    },
  };
});

const stop = story("a stop while calls wait for their results", () => {
  const stopping = new AbortController();
  const told: { shop?: Workshop; turn?: string } = {};
  const stopNow: ScriptItem = async () => {
    const { shop, turn = "" } = told;
    const at = shop?.deps.clock.now() ?? 0;
    await shop?.deps.ledger.addInput({ turn, kind: "stop", by: ME, body: "{}", at }, "stop:1");
    return together(call("read_file", { path: "main.js" }), edit);
  };
  return {
    options: simple([edit, stopNow]),
    request: "make b 20",
    async live(shop, turn) {
      Object.assign(told, { shop, turn });
      await shop.run(turn, { stop: stopping.signal });
    },
  };
});

class Died extends Error {}

/** The process dies at each of these, once. */
function dyingAt(points: string[]): (point: string) => void {
  const left = [...points];
  return (point) => {
    if (left[0] !== point) return;
    left.shift();
    throw new Died(point);
  };
}

const restart = story(
  "deaths of the process after a request was sent, after a reply, and after tools ran",
  () => ({
    options: {
      ...simple([edit, edit, call("read_file", { path: "main.js" }), say("b is 20 in main.js.")]),
      deps: { failpoint: dyingAt(["model:asked", "model:replied", "tools:ran"]) },
    },
    request: "make b 20",
    async live(shop, turn) {
      for (let runs = 0; runs < 8; runs++) {
        try {
          return await applied(shop, turn);
        } catch (error) {
          if (!(error instanceof Died)) throw error;
        }
      }
    },
  }),
);

const permission = story("a call that a person allows and one that a person denies", () => {
  const launch = defineTool({
    name: "launch",
    description: "Launches.",
    effect: "irreversible",
    parameters: z.object({ what: z.string() }),
    label: ({ what }) => `launching ${what}`,
    run: async ({ what }) => done(`Launched ${what}.`),
  });
  const script = [
    call("launch", { what: "one" }),
    call("launch", { what: "two" }),
    say("One is up, two is not."),
  ];
  return {
    options: { ...simple(script), deps: { tools: () => [...baseTools, launch] } },
    request: "launch both",
    async live({ deps, reviewer, run }, turn) {
      for (const allow of [true, false]) {
        await run(turn);
        const asked = reviewer.questions.at(-1)?.permission ?? "";
        await deps.ledger.decidePermission({
          turn,
          permission: asked,
          allow,
          by: ME,
          at: deps.clock.now(),
          tap: null,
        });
      }
      await run(turn);
    },
  };
});

const revise = story("a review that is revised, with a deletion by a side call, and then applied", () => {
  const options: WorkshopOptions = {
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        edit,
        say("b is 20 in main.js."),
        call("delete_lines", { path: "main.js", what: "the variable c" }),
        say("b is 20 in main.js, and c is gone."),
      ],
      side: [say("L3: DELETE")],
    },
  };
  return {
    options,
    request: "make b 20",
    async live(shop, turn) {
      await shop.run(turn);
      await shop.decide(turn, "revise", "and take c out");
      await shop.run(turn);
      await shop.decide(turn, "apply");
      await shop.run(turn);
    },
  };
});

const conflict = story("a file that changed on disk before it was to land", () => ({
  options: simple([
    edit,
    say("b is 20 in main.js."),
    say("main.js has changed meanwhile; I left it as it is."),
  ]),
  request: "make b 20",
  async live(shop, turn) {
    await shop.run(turn);
    await writeFile(join(shop.root, "main.js"), "other();\n");
    await shop.decide(turn, "apply");
    await shop.run(turn);
  },
}));

const pushes = story("drafts held by finish gates: work handed back, a claim that is not true", () => ({
  options: simple([
    say("You can change `var b = 2` to `var b = 20` yourself."),
    edit,
    say("I set b to 20 in main.js and updated notes.md."),
    say("b is 20 in main.js."),
  ]),
  request: "make b 20",
  live: applied,
}));

const workers = story("a plan whose two items go to workers", () => ({
  options: {
    files: { "main.js": MAIN_JS },
    model: {
      respond: respondBy({
        main: [
          plan(
            item("Move grid() into grid.js", ["grid.js"], "grid.js declares grid()"),
            item("Move cells() into cells.js", ["cells.js"], "cells.js declares cells()"),
          ),
          say("grid.js and cells.js hold grid() and cells() now."),
        ],
        items: {
          1: [write("grid.js", "function grid() {\n  return 1;\n}\n"), say("Staged grid.js.")],
          2: [write("cells.js", "function cells() {\n  return 2;\n}\n"), say("Staged cells.js.")],
        },
      }),
    },
  },
  request: "split main.js into modules",
  live: applied,
}));

export const stories: Record<string, Story> = {
  trims,
  cuts,
  steering,
  stop,
  restart,
  permission,
  revise,
  conflict,
  pushes,
  workers,
};
