// Text of a model, a file or a page on its way to a terminal. Promises that no sign in it is an order to the terminal
// or turns a line round: those stand there by name. Refuses to touch line ends and tabs.

import { nameOf } from "../render/visible.ts";

export const safeText = (text: string): string =>
  text.toWellFormed().replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu, nameOf);
