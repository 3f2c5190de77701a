// A yes at the terminal, and what it lets happen there: the owner's tools in `handrail turn`, with leave asked for on
// standard input, and no without one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, type Respond, say } from "../../servers/scripted-model.ts";
import { openDesk } from "./rig.ts";

const tool = (effect: string) => `export const tool = ({ z }) => ({
  name: "greet",
  description: "Greets.",
  parameters: z.object({}),
  effect: "${effect}",
  run: () => "Hello from your own tool",
});
`;

const respond: Respond = ({ messages, tools }) => {
  const last = messages.at(-1);
  if (last?.role === "tool") return say(`It said: ${last.text}`);
  return tools.some((one) => one.name === "greet") ? call("greet") : say("There is no greet.");
};

const filesWith = (effect: string) => ({
  "main.js": "var a = 1;\n",
  ".handrail/tools/greet.ts": tool(effect),
});

test("nothing but a y is a yes; then the tool is offered, until it is taken back", async () => {
  await using desk = await openDesk({ respond }, filesWith("read"));
  const trust = (stdin: string, ...flags: string[]) =>
    desk.run(["trust", "--workspace", desk.workspace, ...flags], { stdin });

  const silent = await trust("");
  assert.equal(silent.code, 0);
  assert.match(silent.stdout, /\.handrail\/tools\/[\s\S]*Waits for your yes[\s\S]*Hello from your own tool/);
  assert.match(silent.stderr, /Not now/);
  const without = await desk.turn("greet");
  assert.match(without.stdout, /There is no greet/);
  assert.match(without.stderr, /holds code that waits for your yes/);

  assert.match((await trust("y\n")).stderr, /Trusted: \.handrail\/tools\//);
  assert.match((await desk.turn("greet")).stdout, /It said: Hello from your own tool/);

  assert.match((await trust("", "--withdraw", "tools")).stderr, /Taken back/);
  assert.equal((await trust("", "--withdraw", "tools")).code, 1);
  assert.equal((await trust("", "--withdraw", "all")).code, 2);
  assert.match((await desk.turn("greet")).stdout, /There is no greet/);
  await using ledger = await desk.ledger();
  const actions = (await ledger.auditTail(9)).map((line) => line.action);
  assert.deepEqual(
    actions.filter((action) => action.startsWith("trust:")),
    ["trust:withdrawn", "trust:trusted"],
  );
});

test("a call that cannot be undone is asked for where somebody can answer, and is not run where nobody can", async () => {
  await using desk = await openDesk({ respond }, filesWith("irreversible"));
  await desk.run(["trust", "--workspace", desk.workspace], { stdin: "y\n" });
  const turn = (stdin: string, review: string) =>
    desk.run(["turn", "greet", "--workspace", desk.workspace, "--review", review], { stdin });

  assert.match((await turn("", "apply")).stdout, /The person does not allow this call of greet/);
  assert.match((await turn("n\n", "ask")).stdout, /The person does not allow this call of greet/);
  const allowed = await turn("y\n", "ask");
  assert.match(allowed.stdout, /greet \(running greet\) asks for leave; what it does cannot be undone/);
  assert.match(allowed.stdout, /It said: Hello from your own tool/);
});
