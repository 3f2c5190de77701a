// Our end of the search thread: starts it with the first question, ends it on dispose. Promises an answer or an error for
// every question, also when the thread dies. Refuses to keep the process alive while nothing is asked.

import { Worker } from "node:worker_threads";
import type { Found } from "./lookup.ts";
import type { Meaning } from "./search-meaning.ts";
import type { SearchAnswer, SearchQuestion } from "./search-worker.ts";

type Waiting = { resolve(answer: SearchAnswer): void; reject(error: Error): void };
type Question = SearchQuestion extends infer One
  ? One extends { id: number }
    ? Omit<One, "id">
    : never
  : never;

export class SearchThread implements AsyncDisposable {
  readonly #file: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #asked = 0;

  constructor(file: string) {
    this.#file = file;
  }

  async search(query: string, limit: number, meaning: Meaning | null = null): Promise<Found> {
    const answer = await this.#ask({ type: "search", query, limit, meaning });
    if (!("found" in answer)) throw new Error("The search thread answered another question.");
    return answer.found;
  }

  /** Whether there are vectors of a model to rank by. */
  async hasVectors(model: string): Promise<boolean> {
    const answer = await this.#ask({ type: "vectors", model });
    return "isReady" in answer && answer.isReady;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#failAll(new Error("The search was closed."));
    await this.#worker?.terminate();
  }

  #ask(question: Question): Promise<SearchAnswer> {
    const worker = this.#start();
    const { promise, resolve, reject } = Promise.withResolvers<SearchAnswer>();
    const id = this.#asked++;
    this.#waiting.set(id, { resolve, reject });
    worker.ref();
    worker.postMessage({ ...question, id } satisfies SearchQuestion);
    return promise;
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
    if ("error" in answer) waiting?.reject(new Error(`The search failed: ${answer.error}`));
    else waiting?.resolve(answer);
  }

  #failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
