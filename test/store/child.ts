// A process of its own over a shared ledger file, for the stories about kills and rivals. Told what to do by its
// arguments; says each thing only after it is stored. Refuses to end by itself while it ingests.

import { writeSync } from "node:fs";
import { systemClock } from "../../store/clock.ts";
import { LedgerConflict } from "../../store/errors.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { startTurn, T0 } from "./samples.ts";

const say = (line: string) => writeSync(1, `${line}\n`);

async function ingestWithoutEnd(ledger: Ledger): Promise<never> {
  for (let next = 1; ; next += 3) {
    const updates = [0, 1, 2].map((i) => ({ updateId: next + i, body: `{"n":${next + i}}`, receivedAt: T0 }));
    await ledger.ingest(updates, next + 3);
    say(String(next + 3));
  }
}

async function claimTurns(ledger: Ledger, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const turn = `t${i}`;
    try {
      await startTurn(ledger, turn, `{"pid":${process.pid}}`);
      say(turn);
    } catch (error) {
      if (!(error instanceof LedgerConflict)) throw error;
    }
  }
}

const [task, path] = process.argv.slice(2);
const ledger = await openLedger(`sqlite:${path}`, { clock: systemClock });
say("ready");
if (task === "ingest") await ingestWithoutEnd(ledger);
if (task === "claim") await claimTurns(ledger, 40);
await ledger[Symbol.asyncDispose]();
