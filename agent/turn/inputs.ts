// What people did to a running turn (steer, stop, verdict, leave), taken from the ledger into the log. Promises that
// an input is consumed in the transaction of its event. Refuses to mix a person's words into an open review:
// those wait for the verdict.

import { z } from "zod";
import type { Blob, TurnInput, Verdict } from "../../store/ledger.ts";
import { type EventBody, MAIN, type NewEvent } from "../events.ts";
import { overruledMessage } from "../overlay/words.ts";
import { blobOf, message } from "../prompt/request.ts";
import { redact } from "../redact.ts";
import type { TurnDeps } from "./deps.ts";
import { fold } from "./fold.ts";
import type { Log } from "./log.ts";
import { settlePermission } from "./permission.ts";
import { settleLast } from "./settle.ts";

const verdictBody = z.object({
  review: z.string(),
  verdict: z.enum(["apply", "reject", "revise", "withdraw"]),
  comment: z.string().nullish(),
});
const permissionBody = z.object({ permission: z.string(), allow: z.boolean() });
const steerBody = z.object({ text: z.string() });
const overruledBody = z.object({
  family: z.string(),
  about: z.string(),
  word: z.enum(["exists", "withdrawn"]),
});

export async function consumeInputs(log: Log, deps: TurnDeps): Promise<void> {
  for (;;) {
    const state = fold(log.events);
    if (state.ended) return;
    const inputs = await deps.ledger.inputs(log.turn);
    // Words are left lying and passed by: a verdict that came after them must not wait for them.
    const holdsWords = state.review !== null || state.permission !== null || state.answered !== null;
    const input = inputs.find((one) => !(holdsWords && one.kind === "steer"));
    if (!input) return;
    const taken = take(input, log, deps);
    const events = taken.body ? [event(taken.body, state.steps, deps)] : [];
    // What the owner says of a name gives a turn that waits nothing to do.
    const goesOn = taken.body !== null && taken.body.type !== "overruled";
    const running = goesOn ? { state: { state: "running" as const } } : {};
    await log.append(events, taken.blobs, { consumed: input.n, ...running });
    if (taken.body?.type === "verdict_given") await settleLast(log.events, deps);
    if (taken.body?.type === "permission_decided") await settlePermission(log, deps);
  }
}

type Taken = { body: EventBody | null; blobs: Blob[] };

function take(input: TurnInput, log: Log, deps: TurnDeps): Taken {
  switch (input.kind) {
    case "stop":
      return { body: { type: "stop_asked", by: input.by }, blobs: [] };
    case "steer": {
      const text = redact(steerBody.parse(JSON.parse(input.body)).text, deps.settings.secrets);
      const fragment = blobOf(message("user", text));
      return { body: { type: "steered", by: input.by, text, fragment: fragment.hash }, blobs: [fragment] };
    }
    case "verdict":
      return takeVerdict(input, log, deps);
    case "permission":
      return { body: permissionOf(input, log), blobs: [] };
    case "overruled": {
      const said = overruledBody.parse(JSON.parse(input.body));
      const fragment = blobOf(message("user", overruledMessage(said, said.word)));
      const body: EventBody = { type: "overruled", by: input.by, ...said, fragment: fragment.hash };
      return { body, blobs: [fragment] };
    }
  }
}

/** Only a verdict on the review that is open now counts; the ledger has made sure that there is one. */
function takeVerdict(input: TurnInput, log: Log, deps: TurnDeps): Taken {
  const parsed = verdictBody.parse(JSON.parse(input.body));
  const { review, verdict } = parsed;
  if (fold(log.events).review?.review !== review) return { body: null, blobs: [] };
  const comment = redact(parsed.comment ?? "", deps.settings.secrets);
  const fragment = verdict === "revise" ? blobOf(message("user", comment)) : null;
  const body: EventBody = {
    type: "verdict_given",
    review,
    verdict: verdict satisfies Verdict,
    by: input.by,
    comment,
    fragment: fragment?.hash ?? null,
  };
  return { body, blobs: fragment ? [fragment] : [] };
}

/** Only an answer to the question that is open now counts. */
function permissionOf(input: TurnInput, log: Log): EventBody | null {
  const { permission, allow } = permissionBody.parse(JSON.parse(input.body));
  if (fold(log.events).permission?.permission !== permission) return null;
  return { type: "permission_decided", permission, allow, by: input.by };
}

function event(body: EventBody, step: number, deps: TurnDeps): NewEvent {
  return { thread: MAIN, step, at: deps.clock.now(), body };
}
