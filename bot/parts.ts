// The parts of the running bot, in three layers: what speaks, what works, what listens. Each is wired from the one
// before; nothing starts here. Refuses to hold state of its own.

import type { Notifier, Reviewer } from "../agent/ports.ts";
import type { Clock } from "../store/clock.ts";
import type { Failpoint } from "../store/failpoint.ts";
import type { Ledger, ReviewRow } from "../store/ledger.ts";
import { type Access, createAccess } from "./access.ts";
import type { CodeChecks, OwnThings, WorkspaceAgent, WorkspaceEntry } from "./agent.ts";
import type { CommandContext, JobsPort } from "./commands/command.ts";
import { createDispatch } from "./commands/dispatch.ts";
import { jobButton } from "./commands/jobs.ts";
import { commands } from "./commands/list.ts";
import { createLongWork, type LongWork } from "./commands/long-work.ts";
import { dropButton } from "./drop-button.ts";
import { existsButtons } from "./exists-buttons.ts";
import { createExistsCards, type ExistsCards } from "./exists-cards.ts";
import type { DatedIncident, OnIncident } from "./incident.ts";
import type { Message, Place } from "./incoming.ts";
import { createLander, type Lander } from "./lander.ts";
import { createLanes, type Lanes } from "./lanes.ts";
import { createMessages, type Messages } from "./messages.ts";
import { createNotifier, type TurnNotifier } from "./notifier.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createPermissionCards, type PermissionCards, permissionButtons } from "./permissions.ts";
import { plain } from "./render/formatted.ts";
import { reviewButtons } from "./review-buttons.ts";
import { createReviews, type Reviews } from "./reviews.ts";
import { notice } from "./say.ts";
import { createTaps } from "./taps.ts";
import { signalFor, type Telegram, TelegramError } from "./telegram.ts";
import { createTrustCards, type TrustCards } from "./trust-button.ts";
import { undoButton } from "./undo-button.ts";
import { createUpdates, type Updates } from "./updates.ts";
import { createWorkspaces, type Workspaces } from "./workspaces.ts";

export type PartsDeps = {
  ledger: Ledger;
  telegram: Telegram;
  workspaces: readonly WorkspaceEntry[];
  owners: readonly number[];
  clock: Clock;
  failpoint: Failpoint;
  onIncident: OnIncident;
  incidents: readonly DatedIncident[];
  jobs: JobsPort | null;
  /** The model that documentation is searched by beside its words. */
  embeddings?: string | null;
  modelWarning?: CommandContext["modelWarning"];
  signal: AbortSignal;
};

type Speaking = {
  workspaces: Workspaces;
  outbox: Outbox;
  reviews: Reviews;
  permissions: PermissionCards;
  exists: ExistsCards;
  notifier: TurnNotifier;
  /** Names of people heard, for receipts. */
  names: Map<string, string>;
  tell(cause: string, place: Place, text: string): Promise<void>;
};
type Owned = {
  own: ReadonlyMap<string, OwnThings>;
  checks: ReadonlyMap<string, CodeChecks>;
  trust: TrustCards;
};
type Working = { agents: ReadonlyMap<string, WorkspaceAgent>; lanes: Lanes; lander: Lander };
export type Parts = Speaking & Working & { work: LongWork; updates: Updates; me: { username: string } };

export function createParts(deps: PartsDeps): Parts {
  const access = createAccess(deps.owners);
  const speaking = createSpeaking(deps, access);
  const working = createWorking(deps, speaking);
  const owned = createOwned(deps, speaking);
  const work = createLongWork({ ...deps, wakeOutbox: speaking.outbox.wake });
  const me = { username: "" };
  return {
    ...speaking,
    ...working,
    work,
    me,
    updates: createListening({ ...deps, ...speaking, ...working, ...owned, access, work, me }),
  };
}

function createSpeaking(deps: PartsDeps, access: Access): Speaking {
  const { ledger, clock } = deps;
  const workspaces = createWorkspaces(ledger, deps.workspaces);
  const outbox = createOutbox(deps);
  const names = new Map<string, string>();
  const wakeOutbox = outbox.wake;
  const nameOfActor = (actor: string) => names.get(actor) ?? actor;
  const shown = { ledger, clock, wakeOutbox, nameOfWorkspace: workspaces.nameOf, nameOfActor };
  return {
    workspaces,
    outbox,
    names,
    reviews: createReviews(shown),
    permissions: createPermissionCards(shown),
    exists: createExistsCards({ ...shown, owners: access.actors }),
    notifier: createNotifier({ ...deps, wakeOutbox }),
    async tell(cause, place, text) {
      await ledger.say([notice({ cause, place, text: plain(text) })], clock.now());
      wakeOutbox();
    },
  };
}

function createWorking(deps: PartsDeps, speaking: Speaking): Working {
  const { tell } = speaking;
  const ports = facingPeople(deps, speaking);
  const agents = new Map(deps.workspaces.map((entry) => [entry.id, entry.agent(ports)]));
  return {
    agents,
    lanes: createLanes({
      ...deps,
      agents,
      sayFailed: (request) =>
        tell(
          `unstarted:${request.id}`,
          request,
          "This request could not start; nothing was changed. Send it again.",
        ),
    }),
    lander: createLander({
      ...deps,
      agents,
      sayFailed: (review) =>
        tell(`unlanded:${review.review}`, review, "This could not be written now; it is tried again."),
    }),
  };
}

/** Reviews and answers, and beside them what was called invented on the way: that must not hold them up. */
function facingPeople(
  { onIncident }: PartsDeps,
  { reviews, permissions, notifier, exists }: Speaking,
): { reviewer: Reviewer; notifier: Notifier } {
  const offer = async (turn: string, review: string | null) => {
    try {
      await exists.offer(turn, review);
    } catch (error) {
      onIncident({ kind: "turn", text: "What was called invented could not be told.", error });
    }
  };
  const reviewer: Reviewer = {
    ...permissions,
    settle: reviews.settle,
    async post(card) {
      // It waits in the outbox for the card, and so is not lost with a process that ends between the two.
      if (card.turn !== null) await offer(card.turn, card.review);
      await reviews.post(card);
    },
  };
  return {
    reviewer,
    notifier: {
      progress: notifier.progress,
      async deliver(turn, said) {
        await notifier.deliver(turn, said);
        await offer(turn, null);
      },
    },
  };
}

/** What the workspaces bring along, and the cards on which their owner decides it. */
function createOwned(deps: PartsDeps, { workspaces, outbox, names }: Speaking): Owned {
  const own = new Map(deps.workspaces.flatMap(({ id, own }) => (own ? [[id, own] as const] : [])));
  const trust = createTrustCards({
    ...deps,
    own,
    nameOfWorkspace: workspaces.nameOf,
    nameOfActor: (actor) => names.get(actor) ?? actor,
    wakeOutbox: outbox.wake,
  });
  const checks = new Map(
    deps.workspaces.flatMap(({ id, checks }) => (checks ? [[id, checks] as const] : [])),
  );
  return { own, checks, trust };
}

type ListeningDeps = Omit<PartsDeps, "workspaces"> &
  Speaking &
  Working &
  Owned & { access: Access; work: LongWork; me: Parts["me"] };

function createListening(deps: ListeningDeps): Updates {
  const { ledger, clock, names, outbox, reviews, me } = deps;
  const wakeOutbox = outbox.wake;
  const onDecided = (review: ReviewRow) => carryOn(review, deps);
  const dispatch = createDispatch(commands, { ledger, work: deps.work, wakeOutbox });
  const messages: Messages = createMessages({
    ...deps,
    botUsername: () => me.username,
    command: async (command, message, actor) => {
      const queue = (text: string) => messages.queue({ actor, message, text });
      await dispatch(command, { message, context: await contextOf({ message, actor, queue }, deps) });
    },
    onDecided,
    wakeOutbox,
  });
  const actions = {
    ...reviewButtons({ ledger, reviews, clock, wakeOutbox }),
    undo: undoButton({ ...deps, wakeOutbox }),
    drop: dropButton({ ledger, clock, wakeOutbox }),
    job: jobButton(deps.jobs),
    ...deps.trust.actions,
    ...existsButtons({
      ...deps,
      cards: deps.exists,
      checks: deps.checks,
      owners: deps.access.actors,
      nameOfWorkspace: deps.workspaces.nameOf,
      nameOfActor: (actor) => names.get(actor) ?? actor,
      resume: deps.lanes.resume,
      wakeOutbox,
    }),
    ...permissionButtons({ ...deps, cards: deps.permissions, resume: deps.lanes.resume }),
  };
  const { failpoint } = deps;
  const taps = createTaps({
    ledger,
    clock,
    actions,
    onDecided,
    failpoint,
    answer: (tap) => answerTap(tap, deps),
  });
  return createUpdates({
    ...deps,
    onPerson: (actor, name) => names.set(actor, name),
    handlers: { ...messages, tap: taps.tap, refuseTap: taps.refuse },
  });
}

/** A decision was stored: the card says so where the turn cannot yet, and the turn goes on. */
async function carryOn(review: ReviewRow, { reviews, lanes, lander }: Speaking & Working): Promise<void> {
  if (review.origin.type === "command") return lander.land(review);
  // A comment may wait long for the lane; the card must not look open until then. The turn settles it again.
  if (review.state === "revised")
    await reviews
      .settle(review.review, { type: "revised", by: review.decidedBy ?? "" })
      .catch(() => undefined);
  await lanes.resume(review.origin.turn);
}

async function contextOf(
  of: { message: Message; actor: string; queue: CommandContext["queue"] },
  deps: ListeningDeps,
): Promise<CommandContext> {
  const { ledger, lanes, clock, jobs, own, checks, trust, exists, incidents, workspaces, access } = deps;
  const workspace = await workspaces.of(of.message);
  return {
    ...of,
    actors: access.actors,
    workspace,
    workspaces,
    ledger,
    lanes,
    clock,
    jobs,
    own,
    checks,
    trust,
    exists,
    incidents,
    embeddings: deps.embeddings ?? null,
    modelWarning: deps.modelWarning ?? (async () => null),
    commands,
  };
}

/** An answer that does not arrive costs a spinner, never the decision. */
async function answerTap(
  { id, text, alert }: { id: string; text: string; alert: boolean },
  { telegram, signal, onIncident }: Pick<PartsDeps, "telegram" | "signal" | "onIncident">,
): Promise<void> {
  try {
    await telegram.api.answerCallbackQuery(id, { text, show_alert: alert }, signalFor(signal));
  } catch (error) {
    // Refused: too old, as a tap is that was found after a restart.
    if (signal.aborted || (error instanceof TelegramError && error.kind === "refused")) return;
    onIncident({ kind: "telegram", text: "A tap could not be answered.", error });
  }
}
