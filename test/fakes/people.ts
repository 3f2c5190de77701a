// Fakes of the ports that face people: they keep what they were told, and say nothing by themselves.

import type { Outcome } from "../../agent/events.ts";
import type {
  Notifier,
  PermissionCard,
  PermissionEnd,
  Progress,
  ReviewCard,
  ReviewEnd,
  Reviewer,
} from "../../agent/ports.ts";

export type FakeReviewer = Reviewer & {
  cards: ReviewCard[];
  ends: { review: string; end: ReviewEnd }[];
  questions: PermissionCard[];
  answers: { permission: string; end: PermissionEnd }[];
};

export function fakeReviewer(): FakeReviewer {
  const cards: ReviewCard[] = [];
  const ends: { review: string; end: ReviewEnd }[] = [];
  const questions: PermissionCard[] = [];
  const answers: { permission: string; end: PermissionEnd }[] = [];
  return {
    cards,
    ends,
    questions,
    answers,
    async ask(card) {
      if (!questions.some((known) => known.permission === card.permission)) questions.push(card);
    },
    async answered({ permission }, end) {
      answers.push({ permission, end });
    },
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
