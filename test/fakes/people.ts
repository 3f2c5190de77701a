// Fakes of the ports that face people: they keep what they were told, and say nothing by themselves.

import type { Outcome } from "../../agent/events.ts";
import type { Notifier, Progress, ReviewCard, ReviewEnd, Reviewer } from "../../agent/ports.ts";

export type FakeReviewer = Reviewer & { cards: ReviewCard[]; ends: { review: string; end: ReviewEnd }[] };

export function fakeReviewer(): FakeReviewer {
  const cards: ReviewCard[] = [];
  const ends: { review: string; end: ReviewEnd }[] = [];
  return {
    cards,
    ends,
    async post(card) {
      if (!cards.some((known) => known.review === card.review)) cards.push(card);
    },
    async settle(review, end) {
      ends.push({ review, end });
    },
  };
}

export type Delivered = { turn: string; text: string; outcome: Outcome; outstanding: string[] };
export type FakeNotifier = Notifier & { answers: Delivered[]; seen: Progress[] };

export function fakeNotifier(): FakeNotifier {
  const answers: Delivered[] = [];
  const seen: Progress[] = [];
  return {
    answers,
    seen,
    progress: (_turn, progress) => void seen.push(progress),
    async deliver(turn, answer) {
      answers.push({ turn, ...answer });
    },
  };
}
