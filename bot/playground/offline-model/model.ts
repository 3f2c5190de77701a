// The offline model: rules, no intelligence, behind the protocol of a real one. It sees a request and nothing
// else, and acts through the tools that the request offers. Promises the same reply for the same request, and
// an end within a few requests. Refuses to pretend: without a rule it says what it is and what it can do.

import type { ChatReply } from "./chat-reply.ts";
import { type ChatRequest, isForced } from "./chat-request.ts";
import { compose, readComposeTask } from "./compose.ts";
import type { Intent, Wish } from "./intent.ts";
import { readIntent } from "./intents.ts";
import { CAN_DO, CHAT, DOUBTS, WHO } from "./introduction.ts";
import { deleteMarks, readMarkTask } from "./marks/delete-marks.ts";
import { findPlace } from "./plans/find-place.ts";
import { grounded } from "./plans/grounded.ts";
import { type Plan, play, type Scene, useAll } from "./plans/plan.ts";
import { answerFind, answerFromDocs } from "./plans/plan-docs.ts";
import { aboutFile, checkFile, listFiles, located, showFile } from "./plans/plan-files.ts";
import { removeFile, removeThings } from "./plans/plan-remove.ts";
import { moveFile, rename, replaceText } from "./plans/plan-replace.ts";
import { revise, stagedPaths } from "./plans/plan-revise.ts";
import { setValue } from "./plans/plan-set.ts";
import { forcedCall } from "./queries.ts";
import { resolveIntent } from "./resolve-intent.ts";
import { readStaged } from "./results.ts";
import { readRewriteTask, rewrite } from "./rewrite.ts";
import { type Batch, readTranscript, type Transcript } from "./transcript.ts";
import { wished } from "./words.ts";

const REQUESTS_MAX = 10;
const CHARS_PER_TOKEN = 3;

/** What the offline model answers to a request. */
export function offlineRespond(request: ChatRequest): ChatReply {
  if (isForced(request)) return { calls: [forcedCall(request)] };
  const reply = request.tools.length === 0 ? sideReply(request) : mainReply(request);
  return reply.calls ? reply : fitted(reply, request.maxTokens);
}

/** Without tools it is a side call: delete marks, a rewrite, an answer from excerpts, a query in other words. */
function sideReply(request: ChatRequest): ChatReply {
  const order = request.messages.find(({ role }) => role === "system")?.text ?? "";
  for (const message of request.messages) {
    if (message.role !== "user") continue;
    const marks = readMarkTask(message.text);
    if (marks) return { text: deleteMarks(marks) };
    const task = readRewriteTask(message.text);
    if (task) return { text: rewrite(task) };
    const question = readComposeTask(order, message.text);
    if (question) return { text: compose(question) };
    if (/^Rewrite a search query/.test(order)) return { text: wished(message.text).join(" ") };
  }
  const last = request.messages.findLast((message) => message.role === "user");
  return { text: last && readIntent(last.text).type === "help" ? `${WHO} ${CAN_DO}` : WHO };
}

function mainReply(request: ChatRequest): ChatReply {
  const transcript = readTranscript(request);
  const passage = transcript.passages.at(-1);
  if (!passage) return { text: `${WHO} ${CAN_DO}` };
  const done = transcript.passages.flatMap(({ batches }) => batches);
  if (request.toolChoice === "none" || passage.batches.length >= REQUESTS_MAX) return { text: summary(done) };
  if (transcript.check !== null && /was cut at its limit/.test(transcript.check))
    return { text: summary(done) };
  const scene: Scene = { tools: new Set(request.tools.map(({ name }) => name)), transcript };
  const plan = grounded(planFor(resolveIntent(transcript), scene), scene);
  const played = play(plan, passage.batches);
  switch (played.type) {
    case "text":
      return { text: played.text };
    case "lost":
      return { text: summary(done) };
    case "calls": {
      const missing = played.calls.find(({ name }) => !scene.tools.has(name));
      return missing
        ? { text: `I would need ${missing.name} for that, which is not offered here. ${summary(done)}` }
        : { calls: played.calls };
    }
  }
}

function planFor(intent: Intent, scene: Scene): Plan {
  switch (intent.type) {
    case "help":
      return answer(`${WHO} ${CAN_DO}`);
    case "chat":
      return answer(`${CHAT[intent.mood]}${stillStaged(scene.transcript, "It stays as it is.")}`);
    case "unsure":
      return answer(`${DOUBTS[intent.about]}${stillStaged(scene.transcript, "It stays as it is.")}`);
    case "list":
      return listFiles(intent.pattern);
    case "show":
      return showFile(intent.file, intent.from, intent.to);
    case "about":
      return aboutFile(intent.file);
    case "check":
      return checkFile(intent.file, scene);
    case "keep":
    case "only":
    case "undo":
    case "restrict":
      return revise(intent, earlier(scene.transcript));
    case "redo":
      return redo(intent, scene);
    case "instead":
    case "add":
    case "place":
    case "again":
    case "unknown":
      return answer(
        `I have no rule for that. ${WHO} ${CAN_DO}${stillStaged(scene.transcript, 'I can put lines back: "keep the comment", "only the text", "undo".')}`,
      );
    default:
      return wishPlan(intent, scene);
  }
}

/** Whoever says "in grid.js" need not know its folder. */
function* wishPlan(said: Wish, scene: Scene): Plan {
  if (
    !("file" in said) ||
    said.file === null ||
    said.type === "remove_file" ||
    !scene.tools.has("list_files")
  )
    return yield* locatedPlan(said, scene);
  return yield* locatedPlan({ ...said, file: yield* located(said.file) }, scene);
}

function locatedPlan(wish: Wish, scene: Scene): Plan {
  switch (wish.type) {
    case "docs":
      return answerFromDocs(wish.topic, wish.example, scene);
    case "find":
      return answerFind(wish.what, wish.file);
    case "remove":
      return removeThings(wish.what, wish.file, scene);
    case "remove_file":
      return removeFile(wish.file);
    case "rename":
      return rename(wish.from, wish.to, wish.file);
    case "move":
      return moveLocated(wish, scene);
    case "replace":
      return replaceText(wish);
    case "set":
      return setValue(wish);
  }
}

/** A file that was named without its folder stays in its folder, under the new name. */
function* moveLocated({ from, to }: Extract<Wish, { type: "move" }>, scene: Scene): Plan {
  if (!scene.tools.has("list_files")) return yield* moveFile(from, to);
  const path = yield* located(from);
  const folder = path === from || to.includes("/") ? "" : path.slice(0, path.lastIndexOf("/") + 1);
  return yield* moveFile(path, folder + to);
}

/** The person meant another thing: what was staged comes back, then that one is done. */
function* redo({ wish: said, sure }: Extract<Intent, { type: "redo" }>, scene: Scene): Plan {
  const before = earlier(scene.transcript);
  let wish = said;
  if (!sure && wish.type === "remove") {
    // Words without "instead" may be anything: only a thing that is there is taken for one.
    const tools = new Set([...scene.tools].filter((name) => name !== "ask_person"));
    const place = yield* findPlace(wish.what, wish.file, { ...scene, tools });
    if (place.type === "answer")
      return `I am not sure what "${wish.what}" shall be here.${stillStaged(scene.transcript, 'It stays as it is; I know "undo", "keep the comment", "the … instead".')}`;
    wish = { ...wish, file: place.path };
  }
  const back = stagedPaths(before).length > 0 ? `${yield* revise({ type: "undo" }, before)}\n` : "";
  return back + (yield* wishPlan(wish, scene));
}

function* answer(text: string): Plan {
  yield* useAll([]);
  return text;
}

const earlier = (transcript: Transcript): Batch[] =>
  transcript.passages.slice(0, -1).flatMap(({ batches }) => batches);

/** The person reads this beside the card, and again after a tap on it: it says nothing of what is still to do. */
function stillStaged(transcript: Transcript, what: string): string {
  const paths = stagedPaths(earlier(transcript));
  return paths.length > 0 ? ` The card has a change to ${paths.join(", ")}. ${what}` : "";
}

/** What was staged so far, in the tools' own words: the answer when there is no room for more. */
function summary(batches: readonly Batch[]): string {
  const all = batches.flat().flatMap(({ text }) => readStaged(text) ?? []);
  // The last word on a file counts: what was staged earlier may be taken back by now.
  const staged = [...new Map(all.map((one) => [one.path, one])).values()];
  if (staged.length === 0) return "I stopped there. Nothing was changed.";
  return ["I stopped there. Staged so far:", ...staged.map(({ path, what }) => `- ${path}: ${what}`)].join(
    "\n",
  );
}

/** A real model's answer ends at max_tokens, and the server says so. */
function fitted(reply: ChatReply, maxTokens: number | null): ChatReply {
  const max = (maxTokens ?? Number.POSITIVE_INFINITY) * CHARS_PER_TOKEN;
  const text = reply.text ?? "";
  return text.length <= max ? reply : { text: text.slice(0, max), finish: "length" };
}
