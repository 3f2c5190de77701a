// The process that the turn bench measures: one turn of distinct reads, with everything a turn needs and nothing
// of the model it talks to. Prints one line of JSON.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createModelClient } from "../../agent/model/client.ts";
import { runTurn } from "../../agent/run-turn.ts";
import { startTurn } from "../../agent/start-turn.ts";
import { baseTools } from "../../agent/tools/base-tools.ts";
import { defaultBounds } from "../../agent/turn/deps.ts";
import { openWorkspace } from "../../agent/workspace/folder.ts";
import { loadProfile } from "../../agent/workspace/profile.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { openStore } from "../../store/open.ts";
import { lookupServices } from "../agent/lookups/lookup-services.ts";
import { fakeNotifier, fakeReviewer } from "../fakes/people.ts";

const [baseUrl = "", ...numbers] = process.argv.slice(2);
const [files = 0, bytes = 0, contextTokens = 0] = numbers.map(Number);
const dir = await mkdtemp(join(tmpdir(), "handrail-bench-"));
for (let i = 0; i < files; i++) {
  await writeFile(
    join(dir, `file-${i}.txt`),
    `${`line of file ${i}, some words to fill it\n`.repeat(bytes / 30).slice(0, bytes - 1)}\n`,
  );
}
const store = await openStore(`sqlite:${join(dir, ".bench", "ledger.sqlite")}`, { clock });
const { ledger } = store;
const notifier = fakeNotifier();
const deps = {
  ledger,
  model: createModelClient({ baseUrl, apiKey: "bench" }, clock),
  workspace: await openWorkspace(dir, { clock, failpoint: noFailpoint }),
  reviewer: fakeReviewer(),
  notifier,
  clock,
  docs: async () => null,
  lookups: await lookupServices({}, { store, clock }),
  profile: await loadProfile(dir),
  tools: () => baseTools,
  settings: {
    workspaceId: "bench",
    workspaceName: "bench",
    model: "scripted",
    smallModel: "scripted",
    tokenField: "max_tokens" as const,
    bounds: { ...defaultBounds, tokens: 1_000_000_000 },
    contextTokens,
    secrets: ["bench-secret"],
    owners: ["bench:1"],
    instructions: null,
  },
  failpoint: noFailpoint,
};
const where = { workspace: "bench", chat: "1", topic: null, messageId: 1, by: "bench:1" };
const request = await ledger.addRequest({ cause: "bench", text: "read them all", ...where }, clock.now());
const never = new AbortController().signal;

const turn = await startTurn(request, deps);
const before = process.cpuUsage();
await runTurn(turn, deps, { shutdown: never, stop: never });
const used = process.cpuUsage(before);

const steps = (await ledger.log(turn)).filter((row) => row.type === "replied").length;
const first = (await ledger.log(turn)).find((row) => row.type === "asked");
console.log(
  JSON.stringify({
    steps,
    cpuMsPerStep: (used.user + used.system) / 1000 / steps,
    firstRequestBytes: JSON.parse(first?.body ?? "{}").bytes,
    usage: await ledger.usage({ turn }),
    maxRssMb: process.resourceUsage().maxRSS / 1024,
    outcome: notifier.answers[0]?.outcome,
  }),
);
await ledger[Symbol.asyncDispose]();
await rm(dir, { recursive: true, force: true });
