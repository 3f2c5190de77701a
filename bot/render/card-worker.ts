// The thread that renders one large card. Promises one answer. Refuses nothing itself: an error ends the thread and
// reaches whoever asked.

import { parentPort, workerData } from "node:worker_threads";
import { answerTo, type CardQuestion } from "./card-thread.ts";

const question: CardQuestion = workerData;
parentPort?.postMessage(answerTo(question));
