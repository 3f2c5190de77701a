// The thread that looks at a workspace's scripts. Promises news on the way and one answer. Refuses nothing itself: an error
// ends the thread and reaches whoever asked.

import { parentPort, workerData } from "node:worker_threads";
import { systemClock } from "../store/clock.ts";
import { answerTo, type CodeQuestion } from "./code-answer.ts";
import type { CodeNews } from "./code-checks.ts";

const question: CodeQuestion = workerData;
const tell = (news: CodeNews): void => parentPort?.postMessage(news);

const answer = await answerTo(question, {
  clock: systemClock,
  // Whoever asked ends the thread.
  signal: new AbortController().signal,
  progress: (done, total) => tell({ type: "progress", done, total }),
});
tell({ type: "answer", answer });
