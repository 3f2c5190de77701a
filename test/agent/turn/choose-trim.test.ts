// Which parts of a conversation a trim leaves out, over logs made by hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventOf, TurnEvent } from "../../../agent/events.ts";
import { assistantMessage, message, toolMessage } from "../../../agent/prompt/request.ts";
import { chooseTrim, type Told } from "../../../agent/turn/choose-trim.ts";
import { bytesAfterTrim, wantsTrim } from "../../../agent/turn/watermarks.ts";

const LONG = "a line of a result that is long\n".repeat(40);

type Made = {
  tool: string;
  ok?: boolean;
  findings?: boolean;
  args?: string;
  result?: string;
  thread?: string;
};

/** A conversation of one call a step. */
function conversation(calls: Made[]): { events: TurnEvent[]; told: Told[] } {
  const started = { type: "started", thread: "main", step: 0, seq: 1, opening: [] } as unknown as TurnEvent;
  const events: TurnEvent[] = [started];
  const told: Told[] = [];
  for (const [i, made] of calls.entries()) {
    const { tool, ok = true, args = "{}", result = LONG, thread = "main" } = made;
    const head = { turn: "t", thread, step: i + 1, at: 0 };
    const call = { id: `call_${i}`, name: tool, args };
    const replied = { ...head, type: "replied", text: "", calls: [call], fragment: `r${i}` };
    const start = { ...head, type: "tool_started", index: 0, tool, label: `doing ${tool} ${i}` };
    const ran = {
      ...head,
      type: "tool_ran",
      index: 0,
      call: call.id,
      tool,
      ok,
      reason: ok ? null : "invented",
      evidence: null,
      fragment: `f${i}`,
      ...(made.findings ? { findings: [{}] } : {}),
    };
    const fresh = [replied, start, ran].map(
      (event, n) =>
        ({
          usage: { promptTokens: 0, completionTokens: 0 },
          ...event,
          seq: events.length + n + 1,
        }) as unknown as TurnEvent,
    );
    events.push(...fresh);
    const [reply, , end] = fresh;
    if (!reply || !end) continue;
    told.push({ fragment: `r${i}`, event: reply, text: assistantMessage("", [call]) });
    told.push({ fragment: `f${i}`, event: end, text: toolMessage(call.id, result) });
  }
  return { events, told };
}

const spare: Made[] = [{ tool: "list_files" }, { tool: "list_files" }, { tool: "list_files" }];

function cutsOf(calls: Made[], excess = 1_000_000, effect: "looked" | "acted" = "looked") {
  const thread = calls[0]?.thread ?? "main";
  const { events, told } = conversation([...calls, ...spare.map((one) => ({ ...one, thread }))]);
  return chooseTrim(told, { events, thread, excess, effectOf: () => effect });
}

test("the oldest go first, and no more than needed", () => {
  const cuts = cutsOf([{ tool: "read_file" }, { tool: "find_in_files" }, { tool: "read_file" }], 1500);

  assert.deepEqual(
    cuts.map(({ part }) => part.fragment),
    ["f0", "f1"],
  );
});

test("findings, plans, questions and the calls of the last three replies stay", () => {
  const stay: Made[] = [
    { tool: "write_file", ok: false, findings: true },
    { tool: "check_symbols" },
    { tool: "dry_run" },
    { tool: "make_plan", args: JSON.stringify({ items: LONG }) },
  ];

  assert.deepEqual(cutsOf(stay), []);
});

test("what people and code said is not touched", () => {
  const { events } = conversation(spare);
  const steered = {
    type: "steered",
    thread: "main",
    step: 1,
    fragment: "s",
    text: LONG,
  } as EventOf<"steered">;
  const told = [{ fragment: "s", event: steered, text: message("user", LONG) }];

  assert.deepEqual(
    chooseTrim(told, { events, thread: "main", excess: 1_000_000, effectOf: () => "looked" }),
    [],
  );
});

test("what was done once is not offered to be done again", () => {
  const [cut] = cutsOf([{ tool: "launch" }], 1_000_000, "acted");

  assert.match(cut?.text ?? "", /It has run: do not run it again/);
});

test("arguments that were no JSON stay what servers take", () => {
  const cuts = cutsOf([
    { tool: "write_file", ok: false, args: `{"path":"a.js","content":"${"x".repeat(900)}` },
  ]);

  for (const { text } of cuts) {
    const { tool_calls: calls = [] } = JSON.parse(text);
    for (const one of calls) assert.equal(typeof JSON.parse(one.function.arguments), "object");
  }
  assert.ok(cuts.length > 0);
});

test("long arguments keep their short neighbours, however deep", () => {
  const args = JSON.stringify({ path: "a.js", edits: [{ old: "x".repeat(500), count: 2 }] });

  const [cut] = cutsOf([{ tool: "edit_many", args, result: "ok" }]);

  const kept = JSON.parse(JSON.parse(cut?.text ?? "{}").tool_calls[0].function.arguments);
  assert.equal(kept.path, "a.js");
  assert.equal(kept.edits[0].count, 2);
  assert.match(kept.edits[0].old, /^\[… 500 characters omitted/);
});

test("a worker's conversation is trimmed by its own calls", () => {
  const cuts = cutsOf([{ tool: "read_file", thread: "item:1" }]);

  assert.deepEqual(
    cuts.map(({ part }) => part.fragment),
    ["f0"],
  );
});

test("a trim is wanted above the high mark, and again only when enough has come on top", () => {
  const started = { contextTokens: 10_000 } as EventOf<"started">;
  const sized = (bytes: number, trimmedTo: number | null = null) => ({
    bytes,
    tokensPerByte: 0.25,
    trimmedTo,
  });

  assert.equal(wantsTrim({ started }, sized(24_000)), false);
  assert.equal(wantsTrim({ started }, sized(24_004)), true);
  assert.equal(wantsTrim({ started }, sized(28_000, 6500)), false);
  assert.equal(wantsTrim({ started }, sized(32_000, 6500)), true);
  assert.equal(wantsTrim({ started: {} as EventOf<"started"> }, sized(1_000_000)), false);
  assert.equal(bytesAfterTrim(10_000, sized(0)), 12_000);
});
