// `handrail trust`: what of a workspace's `.handrail/` waits for its owner's yes, whole or as the change since the last one,
// and the yes itself, at a terminal. Promises the same binding as a tap in the chat: to exactly the bytes that were shown,
// in the ledger that the bot reads. Refuses to take silence, or a pipe that has ended, for a yes.

import { randomBytes } from "node:crypto";
import { realpath } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import {
  createTrust,
  isTrusted,
  PLACES,
  SUBJECTS,
  type Subject,
  type Trust,
} from "../../agent/trust/trust.ts";
import type { TrustVerdict } from "../../store/consent.ts";
import type { Hash, Ledger } from "../../store/ledger.ts";
import { openStore } from "../../store/open.ts";
import { makeDataDir } from "../config.ts";
import { CLI_CHAT } from "../lost-turns.ts";
import { trustDocument, trustText } from "../trust-card.ts";
import { trustedDirOf, workspaceId } from "../workspace-entry.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";
import { type Asker, createAsker } from "./terminal.ts";
import { UsageError } from "./usage.ts";

type Deciding = { workspace: string; name: string; trust: Trust; ledger: Ledger; io: CliIo };

export async function trustCommand(argv: string[], io: CliIo): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { workspace: { type: "string" }, withdraw: { type: "string" }, data: { type: "string" } },
  });
  const withdraw = SUBJECTS.find((subject) => subject === values.withdraw);
  if (values.withdraw !== undefined && !withdraw) throw new UsageError("--withdraw takes tools or docs.");
  const asked = resolve(io.cwd, values.workspace ?? ".");
  const root = await realpath(asked).catch(() => null);
  if (root === null) throw new UsageError(`There is no folder ${asked}.`);

  makeDataDir(io.dataDir);
  await using stack = new AsyncDisposableStack();
  const store = stack.use(
    await openStore(`sqlite:${join(io.dataDir, "handrail.sqlite")}`, { clock: io.clock }),
  );
  const { ledger } = store;
  const workspace = workspaceId(root);
  const trust = createTrust({ workspace, root, dir: trustedDirOf(io.dataDir), ledger });
  const deciding = { workspace, name: root, trust, ledger, io };
  if (withdraw) return await takeBack(withdraw, deciding);
  const asker = stack.use(createAsker(io));
  let shown = 0;
  for (const subject of SUBJECTS) if (await show(subject, asker, deciding)) shown += 1;
  if (shown === 0) io.stdout("Nothing in .handrail/ needs a yes.\n");
  return 0;
}

async function show(subject: Subject, asker: Asker, deciding: Deciding): Promise<boolean> {
  const { trust, name, io } = deciding;
  const standing = await trust.standing(subject);
  if (standing.found.type === "nothing" && !standing.yes) return false;
  const nameOf = (actor: string) => actor.replace(/^telegram:\d+$/, "its owner in the chat");
  const look = { workspace: name, standing, nameOf, now: io.clock.now() };
  const { document, kind } = await trustDocument(standing, trust.kept, subject);
  io.stdout(`${safeText(trustText(look, kind).text)}\n\n`);
  if (standing.found.type !== "found" || isTrusted(standing)) return true;
  if (document) io.stdout(`${safeText(new TextDecoder().decode(document.bytes))}\n`);
  const { tree } = standing.found;
  if (!(await asker.leave("Trust exactly this? y = yes, anything else = not now: "))) {
    io.stderr("\nNot now. Nothing of it is used.\n");
    return true;
  }
  await approve(subject, tree.hash, deciding);
  return true;
}

/** What lies there may have moved while it was read. */
async function approve(subject: Subject, hash: Hash, deciding: Deciding): Promise<void> {
  const { trust, io } = deciding;
  const { found } = await trust.standing(subject);
  if (found.type !== "found" || found.tree.hash !== hash) {
    io.stderr("It has changed since it was shown: nothing was approved. Run it again.\n");
    return;
  }
  await trust.keep(found.tree);
  await decide(subject, { hash, verdict: "trusted" }, deciding);
  io.stderr(`Trusted: ${PLACES[subject]} as it was shown.\n`);
}

async function takeBack(subject: Subject, deciding: Deciding): Promise<number> {
  const { yes } = await deciding.trust.standing(subject);
  if (!yes) {
    deciding.io.stderr(`${PLACES[subject]} has no yes to take back.\n`);
    return 1;
  }
  await decide(subject, { hash: yes.hash, verdict: "withdrawn" }, deciding);
  deciding.io.stderr(`Taken back: ${PLACES[subject]} is not used any more.\n`);
  return 0;
}

/** A button that only this terminal could press: the ledger knows one way to a yes. */
async function decide(
  subject: Subject,
  { hash, verdict }: { hash: Hash; verdict: TrustVerdict },
  { workspace, ledger, io }: Deciding,
): Promise<void> {
  const token = randomBytes(16).toString("base64url");
  const by = `cli:${userInfo().username}`;
  const button = { token, action: "trust", subject: token, chat: CLI_CHAT, allowed: [by], once: true };
  await ledger.addButtons([button]);
  const tap = { token, by, chat: CLI_CHAT, messageId: null, at: io.clock.now() };
  const decision = await ledger.decideTrust(tap, { card: token, workspace, subject, hash, verdict });
  if (decision.type !== "decided" && decision.type !== "already")
    throw new Error(`the answer was not taken: ${decision.type}`);
}
