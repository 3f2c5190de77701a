// What a command is: a name, a line for the menu, and a function from words to a reply. Promises that running it
// again for the same message is harmless. Refuses to send: the reply is said by who dispatched it.

import type { InlineKeyboardMarkup } from "grammy/types";
import type { Clock } from "../../store/clock.ts";
import type { Ledger } from "../../store/ledger.ts";
import type { CodeChecks, OwnThings } from "../agent.ts";
import type { ExistsCards } from "../exists-cards.ts";
import type { DatedIncident } from "../incident.ts";
import type { Message } from "../incoming.ts";
import type { Lanes } from "../lanes.ts";
import type { FormattedText } from "../render/formatted.ts";
import type { TrustCards } from "../trust-button.ts";
import type { NamedWorkspace, Workspaces } from "../workspaces.ts";

export type Reply = {
  text: FormattedText;
  keyboard?: InlineKeyboardMarkup;
  document?: { name: string; bytes: Uint8Array };
};

/** An answer that takes a while: `first` stands there until it is there, and news on the way. */
export type Working = {
  first: FormattedText;
  work(news: (text: FormattedText) => void, signal: AbortSignal): Promise<Reply>;
};

export type JobLine = { name: string; schedule: string; paused: boolean; last: string | null };

/** The scheduled jobs as the chat sees them. */
export type JobsPort = {
  list(): Promise<JobLine[]>;
  /** Starts a run now; resolves when it was accepted, with a line about it. */
  runNow(name: string): Promise<string>;
};

export type CommandContext = {
  actor: string;
  /** Everybody whose verdict counts. */
  actors: readonly string[];
  message: Message;
  workspace: NamedWorkspace;
  workspaces: Workspaces;
  ledger: Ledger;
  lanes: Lanes;
  clock: Clock;
  jobs: JobsPort | null;
  /** What each workspace brings along, by its id. */
  own: ReadonlyMap<string, OwnThings>;
  /** What can be asked of each one's code. */
  checks: ReadonlyMap<string, CodeChecks>;
  trust: Pick<TrustCards, "post">;
  exists: Pick<ExistsCards, "list" | "buttons">;
  incidents: readonly DatedIncident[];
  /** The embeddings model; null where documentation is searched by its words alone. */
  embeddings: string | null;
  /** What there is to say of the model in use, from its last probes; null where nothing is. */
  modelWarning(): Promise<string | null>;
  commands: readonly Pick<Command, "name" | "description">[];
  /** Queues a request, whatever is running. */
  queue(text: string): Promise<void>;
};

export type Command = {
  /** a–z, 0–9 and _, as Telegram registers it. */
  name: string;
  description: string;
  /** Null when something else already answers. */
  run(args: string, ctx: CommandContext): Promise<Reply | Working | null>;
};
