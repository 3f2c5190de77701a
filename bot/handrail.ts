// The running bot: poll loop, updates, lanes and outbox around one ledger. Promises that what an earlier process left
// is taken up before anything new, and that stopping leaves everything in the ledger. Refuses to read the environment.

import type { JobsPort } from "./commands/command.ts";
import type { DatedIncident, Incident } from "./incident.ts";
import { askUsername, registerCommands } from "./introduction.ts";
import { createParts, type Parts, type PartsDeps } from "./parts.ts";
import { recoverPermissions } from "./permissions.ts";
import { poll } from "./poll.ts";
import { recoverReviews } from "./recover.ts";
import { signalFor } from "./telegram.ts";

export type HandrailDeps = Omit<PartsDeps, "incidents" | "signal" | "jobs"> & {
  jobs?: JobsPort;
  /** How long Telegram may hold back an empty answer; 30 when absent. */
  pollSeconds?: number;
};

export type Handrail = {
  /** Resolves when the first question for updates is on its way. */
  firstPoll: Promise<void>;
  /** Resolves when what an earlier process left is taken up and new updates are handled; rejects when it cannot be. */
  ready: Promise<void>;
  /** Resolves when every stored update is handled, no turn runs or can start, and everything is said. */
  settled(): Promise<void>;
  /** Tells every owner, in private; once for each `cause`. */
  announce(cause: string, text: string): Promise<void>;
  /** Aborts what runs and waits for it. The ledger stays open. */
  stop(): Promise<void>;
};

const INCIDENTS_KEPT = 50;
const POLL_SECONDS = 30;

export async function startHandrail(given: HandrailDeps, outer: AbortSignal): Promise<Handrail> {
  const stopping = new AbortController();
  const signal = AbortSignal.any([outer, stopping.signal]);
  const deps = { ...given, ...keptIncidents(given), jobs: given.jobs ?? null, signal };
  const parts = createParts(deps);
  const firstPoll = Promise.withResolvers<void>();
  const polling = startPoll({ ...deps, onFirstPoll: firstPoll.resolve }, parts);
  const sending = parts.outbox.run();
  const ready = open(deps, parts);
  const handling = ready.then(() => parts.updates.run());
  const menu = registerCommands(deps);
  // Who awaits `ready` or `stop` sees the error; without either it must not end the process unexplained.
  handling.catch((error: unknown) =>
    deps.onIncident({ kind: "update", text: "The bot cannot work.", error }),
  );
  return {
    firstPoll: firstPoll.promise,
    ready,
    async settled() {
      await ready;
      await parts.updates.settled();
      await parts.lanes.settled();
      await parts.lander.settled();
      await parts.work.settled();
      await parts.outbox.idle();
    },
    async announce(cause, text) {
      for (const owner of given.owners) {
        await parts.tell(`${cause}:${owner}`, { chat: String(owner), topic: null }, text);
      }
    },
    async stop() {
      stopping.abort(new Error("Handrail is stopping."));
      await Promise.allSettled([polling, sending, handling, menu]);
      await parts.lanes.closed();
      await parts.lander.settled();
      await parts.work.settled();
      await parts.notifier.close();
    },
  };
}

type Started = PartsDeps & { pollSeconds?: number };

async function open(deps: Started, parts: Parts): Promise<void> {
  await recoverReviews({ ...deps, ...parts, workspaces: deps.workspaces });
  deps.failpoint("recover:reviews");
  await parts.work.recover();
  await parts.lander.recover();
  deps.failpoint("recover:landings");
  await parts.lanes.open();
  await recoverPermissions(deps.ledger, parts.lanes.resume);
  deps.failpoint("recover:turns");
  parts.me.username = (await askUsername(deps)) ?? "";
}

function startPoll(deps: Started & { onFirstPoll: () => void }, { updates }: Parts): Promise<void> {
  const { api } = deps.telegram;
  return poll({
    ...deps,
    telegram: {
      getUpdates: (payload, signal) => api.getUpdates(payload, signalFor(signal)),
      deleteWebhook: (payload, signal) => api.deleteWebhook(payload, signalFor(signal)),
    },
    pollSeconds: deps.pollSeconds ?? POLL_SECONDS,
    onIngested: updates.wake,
  });
}

/** The newest, for /status; each also goes to the caller. */
function keptIncidents({ clock, onIncident }: HandrailDeps): Pick<PartsDeps, "incidents" | "onIncident"> {
  const incidents: DatedIncident[] = [];
  return {
    incidents,
    onIncident(incident: Incident) {
      incidents.push({ ...incident, at: clock.now() });
      incidents.splice(0, incidents.length - INCIDENTS_KEPT);
      onIncident(incident);
    },
  };
}
