// Lookups on their way: of equal or nearly equal queries at the same moment the first one runs, and the others wait for
// its answer (page 03, brake 4). Promises that a leader which fails or is stopped frees its followers with the failure,
// and that a follower's own stop frees only itself. Refuses to remember: what has ended is nobody's answer any more.

import { isAlike } from "./normalise.ts";

/** What a follower is told of a leader that ended without an answer. */
export class LeaderFailed extends Error {}

/** `isForAll` is false for an answer that is the leader's alone, such as having no leave to look. */
export type Answered<T> = { answer: T; isForAll: boolean };
/** `asked` is the query that ran; `led` says that it was one's own. */
export type Shared<T> = { led: boolean; asked: string; answer: T };

/** Queries of different scopes never meet. */
export type Flight<T> = { scope: string; work(): Promise<Answered<T>>; signal: AbortSignal };

export type InFlight<T> = {
  /** Runs a normalised query, or waits for the one like it that runs in the same scope. */
  run(query: string, flight: Flight<T>): Promise<Shared<T>>;
};

type Flying<T> = { scope: string; query: string; answer: Promise<Answered<T>> };

export function createInFlight<T>(): InFlight<T> {
  const flying = new Set<Flying<T>>();

  const lead = (query: string, { scope, work }: Flight<T>): Promise<Answered<T>> => {
    // It stands in the set before anything is awaited: two at once would both lead.
    const flight: Flying<T> = {
      scope,
      query,
      answer: Promise.resolve()
        .then(work)
        .finally(() => flying.delete(flight)),
    };
    flying.add(flight);
    return flight.answer;
  };

  return {
    async run(query, flight) {
      for (;;) {
        flight.signal.throwIfAborted();
        const ahead = [...flying].find((one) => one.scope === flight.scope && isAlike(query, one.query));
        if (!ahead) return { led: true, asked: query, answer: (await lead(query, flight)).answer };
        const { answer, isForAll } = await followed(ahead.answer, flight.signal);
        if (isForAll) return { led: false, asked: ahead.query, answer };
      }
    },
  };
}

/** Waits for the leader's answer, or for one's own stop. */
async function followed<T>(leader: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  leader.then(resolve, (cause: unknown) =>
    reject(new LeaderFailed("The lookup that this one waited for ended without an answer.", { cause })),
  );
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
