// Our end of the search thread: starts it with the first question, ends it on dispose. Promises an answer or an error for
// every question, also when the thread dies. Refuses to keep the process alive while nothing is asked.

import { Worker } from "node:worker_threads";
import type { Found } from "./lookup.ts";
import type { SearchAnswer, SearchQuestion } from "./search-worker.ts";

type Waiting = { resolve(found: Found): void; reject(error: Error): void };

export class SearchThread implements AsyncDisposable {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;

  constructor(file: string) {
    this.#file = file;
  }

  ask(query: string, limit: number): Promise<Found> {
    const worker = this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    const question: SearchQuestion = { id: this.#asked++, query, limit };
    this.#waiting.set(question.id, { resolve, reject });
    worker.ref();
    worker.postMessage(question);
    return promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#failAll(new Error("The search was closed."));
    await this.#worker?.terminate();
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./search-worker.ts", import.meta.url), {
      workerData: this.#file,
      env: {},
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    worker.on("message", (answer: SearchAnswer) => this.#settle(answer));
    worker.on("error", (error) => this.#failAll(new Error("The search thread failed.", { cause: error })));
    worker.on("exit", () => {
      // The next question starts a new thread.
      if (this.#worker === worker) this.#worker = undefined;
      this.#failAll(new Error("The search thread ended."));
    });
    this.#worker = worker;
    return worker;
  }

  #settle(answer: SearchAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ("found" in answer) waiting?.resolve(answer.found);
    else waiting?.reject(new Error(`The search failed: ${answer.error}`));
  }

  #failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
