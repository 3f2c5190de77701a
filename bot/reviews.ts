// Reviews in the chat: the card with the whole change, its pages, and the receipt that it becomes. Promises that
// everything a card needs is in the ledger before the card is sent, so that it stays live over a restart, and that
// the newest look wins. Refuses to decide: verdicts are the ledger's.

import type { InlineKeyboardMarkup } from "grammy/types";
import { z } from "zod";
import { loadChangeset } from "../agent/changeset.ts";
import type { Change } from "../agent/events.ts";
import type { ReviewCard, ReviewEnd, Reviewer } from "../agent/ports.ts";
import type { Clock } from "../store/clock.ts";
import { sha256 } from "../store/hash.ts";
import type { Hash, Ledger, ReviewRow } from "../store/ledger.ts";
import { keyboard, newButton, newToken, tapButton } from "./buttons.ts";
import { fromBody, toBody, type WhenDelivered } from "./outbox/body.ts";
import { cardLead, type RenderedCard } from "./render/card.ts";
import { renderAside } from "./render/card-thread.ts";
import { type FormattedText, join } from "./render/formatted.ts";
import { renderReceipt } from "./render/receipt.ts";
import { cardMessage, documentMessage } from "./say.ts";

export const cardCause = (review: string): string => `card:${review}`;
export const diffCause = (review: string): string => `diff:${review}`;
export const revisePromptCause = (review: string): string => `revise:${review}`;

/** Marks a card that has become a receipt; what stands in the chat should that look never arrive. */
export const RECEIPT_LEAD = "The review has ended.";

/** The buttons of one card, by what they do; pages in order. */
type Tokens = { apply: string; reject: string; revise: string; pages: string[] };

/** A card as kept for its pages: the bytes of its files are blobs of their own. Older ones tell of no checks. */
export type StoredCard = {
  card: Omit<ReviewCard, "files" | "checks"> & { checks?: string[] };
  notes: (string | null)[];
  tokens: Tokens;
};

export type Reviews = Pick<Reviewer, "post" | "settle"> & {
  /** Turns the card to another page; false when the review has ended. */
  showPage(subject: PageSubject): Promise<boolean>;
};

export type PageSubject = { review: string; stored: Hash; page: number };

export type ReviewsDeps = {
  ledger: Ledger;
  clock: Clock;
  nameOfWorkspace(id: string): string;
  nameOfActor(actor: string): string;
  wakeOutbox(): void;
};

export function createReviews(deps: ReviewsDeps): Reviews {
  const { ledger, clock } = deps;

  async function post(card: ReviewCard): Promise<void> {
    const row = await rowOf(card.review);
    if (row.state !== "open" || (await ledger.outboxByCause(cardCause(row.review)))) return;
    const named = { ...card, workspace: deps.nameOfWorkspace(card.workspace) };
    const { shown, document } = await renderAside({ card: named, page: 1 });
    const { pages, complete } = shown;
    const { tokens } = await store(row, named, pages);
    const blob = { hash: sha256(document.bytes), bytes: document.bytes };
    await ledger.putBlobs([blob]);
    const cause = cardCause(row.review);
    const file = documentMessage({
      cause: diffCause(row.review),
      place: row,
      name: document.name,
      blob: blob.hash,
      after: cause,
      // Apply waits for the file, unless the whole diff stands on the card.
      ...(complete ? {} : { card: cause }),
    });
    const look = { ...lookOf(row, shown, { tokens, page: 1 }), lead: cardLead(named), urgent: false };
    await ledger.say([cardMessage({ cause, place: row, review: row.review, ...look }), file], clock.now());
    deps.wakeOutbox();
  }

  async function store(row: ReviewRow, card: ReviewCard, pages: number): Promise<StoredCard> {
    const { files, ...rest } = card;
    const tokens = {
      apply: newToken(),
      reject: newToken(),
      revise: newToken(),
      pages: pages > 1 ? Array.from({ length: pages }, newToken) : [],
    };
    const stored: StoredCard = { card: rest, notes: files.map((file) => file.note), tokens };
    const bytes = new TextEncoder().encode(JSON.stringify(stored));
    const hash = sha256(bytes);
    await ledger.putBlobs([{ hash, bytes }]);
    const common = { chat: row.chat, allowed: row.allowed };
    const verdict = (token: string, action: string) => ({
      ...common,
      token,
      action,
      subject: row.review,
      once: true,
    });
    await ledger.addButtons([
      verdict(tokens.apply, "apply"),
      verdict(tokens.reject, "reject"),
      { ...verdict(tokens.revise, "revise"), once: false },
      ...tokens.pages.map((token, i) => {
        const subject: PageSubject = { review: row.review, stored: hash, page: i + 1 };
        return { ...common, token, action: "page", subject: JSON.stringify(subject), once: false };
      }),
    ]);
    return stored;
  }

  async function showPage({ review, stored, page }: PageSubject): Promise<boolean> {
    const row = await rowOf(review);
    if (row.state !== "open") return false;
    const { card, tokens } = await loadCard(ledger, stored);
    const { shown } = await renderAside({ card, page });
    // It may have ended meanwhile, and its receipt must not turn into a card again.
    if ((await rowOf(review)).state !== "open") return false;
    await show(row, { ...lookOf(row, shown, { tokens, page }), lead: cardLead(card) });
    return true;
  }

  async function settle(review: string, end: ReviewEnd): Promise<void> {
    const row = await rowOf(review);
    const workspace = deps.nameOfWorkspace(row.workspace);
    const at = row.decidedAt ?? clock.now();
    const nameOf = (actor: string) => nameIn(row, actor);
    const landed = end.type === "landed" ? await ledger.generation(row.workspace, end.generation) : undefined;
    const undoes = landed?.undoes ?? null;
    const receipt = renderReceipt(end, { workspace, changeset: row.changeset, at, nameOf, undoes });
    // Before the receipt: a start that finds that one takes this for done too.
    if (landed && undoes !== null) await markUndone(row.workspace, { n: undoes, by: landed.n });
    // A receipt may be shown again after its undo, by a turn that was killed before its end.
    const by = landed?.undoneBy ?? null;
    const text = by === null ? receipt : join([receipt, undoneText(by)], "\n");
    const undo = landed && by === null ? await undoButton(row, landed.n) : null;
    const buttons = undo === null ? null : keyboard([tapButton("Undo", undo)]);
    await show(row, { text, keyboard: buttons, whenDelivered: null, lead: RECEIPT_LEAD });
  }

  /** Whatever look was still on its way is replaced: one row for each card, so the newest comes last. */
  async function show(row: ReviewRow, look: Look & { lead: string }): Promise<void> {
    const message = cardMessage({
      cause: cardCause(row.review),
      place: row,
      review: row.review,
      ...look,
      urgent: true,
    });
    await ledger.say([message], clock.now(), { replace: true });
    deps.wakeOutbox();
  }

  /** A person who was not heard since the start has no name here; an account's number says nothing to anybody. */
  function nameIn(row: ReviewRow, actor: string): string {
    const name = deps.nameOfActor(actor);
    if (name !== actor) return name;
    return actor.endsWith(`:${row.chat}`) ? "you" : "another person";
  }

  /** The receipt of a generation that this one undoes says so, and loses its button. */
  async function markUndone(workspace: string, { n, by }: { n: number; by: number }): Promise<void> {
    const undone = await ledger.generation(workspace, n);
    const row = undone && (await ledger.outboxByCause(cardCause(undone.review)));
    const body = row && fromBody(row.body);
    if (!row || body?.type !== "text" || body.keyboard === null) return;
    const text = join([{ text: body.text, entities: body.entities }, undoneText(by)], "\n");
    const look = toBody({ ...body, ...text, keyboard: null, urgent: true });
    await ledger.say([{ ...row, body: look }], clock.now(), { replace: true });
    deps.wakeOutbox();
  }

  async function undoButton(row: ReviewRow, generation: number): Promise<string> {
    const subject = `${row.workspace}#${generation}`;
    const button = newButton({ action: "undo", subject, chat: row.chat, allowed: row.allowed, once: true });
    await ledger.addButtons([button]);
    return button.token;
  }

  async function rowOf(review: string): Promise<ReviewRow> {
    const row = await ledger.review(review);
    if (!row) throw new Error(`the ledger has no review ${review}`);
    return row;
  }

  return { post, settle, showPage };
}

const undoneText = (by: number): string => `Undone by generation ${by}.`;

type Look = {
  text: FormattedText;
  keyboard: InlineKeyboardMarkup | null;
  whenDelivered: WhenDelivered | null;
};

/** One page of the card with its buttons; the verdicts wait for the `.diff` where the card does not hold it all. */
function lookOf(
  row: ReviewRow,
  { text, complete }: RenderedCard,
  { tokens, page }: { tokens: Tokens; page: number },
): Look {
  const turning = pageButtons(tokens.pages, page);
  const reject = [tapButton("Reject", tokens.reject, "danger"), tapButton("Revise", tokens.revise)];
  const full = keyboard(turning, [tapButton("Apply", tokens.apply, "success"), ...reject]);
  if (complete) return { text, keyboard: full, whenDelivered: null };
  return {
    text,
    keyboard: keyboard(turning, reject),
    whenDelivered: { keyboard: full, by: diffCause(row.review) },
  };
}

function pageButtons(tokens: readonly string[], page: number) {
  const turn = (label: string, token: string | undefined) =>
    token === undefined ? [] : [tapButton(label, token)];
  return [
    ...turn(`◀ ${page - 1}/${tokens.length}`, tokens[page - 2]),
    ...turn(`${page + 1}/${tokens.length} ▶`, tokens[page]),
  ];
}

const subjectSchema = z.object({ review: z.string(), stored: z.string(), page: z.number().int() });

export function pageSubject(subject: string): PageSubject {
  return subjectSchema.parse(JSON.parse(subject));
}

async function loadCard(ledger: Ledger, hash: Hash): Promise<{ card: ReviewCard; tokens: Tokens }> {
  const bytes = await ledger.blob(hash);
  if (!bytes) throw new Error(`the ledger has lost the card ${hash}`);
  // Our own JSON, named by its hash.
  const { card, notes, tokens } = JSON.parse(new TextDecoder().decode(bytes)) as StoredCard;
  const { files } = await loadChangeset(ledger, card.changeset);
  const byPath = new Map(files.map((file) => [file.path, file]));
  const ordered = card.changes.map((change: Change, i) => {
    const file = byPath.get(change.path);
    if (!file) throw new Error(`the changeset ${card.changeset} lacks ${change.path}`);
    return { ...file, note: notes[i] ?? null };
  });
  return { card: { ...card, checks: card.checks ?? [], files: ordered }, tokens };
}
