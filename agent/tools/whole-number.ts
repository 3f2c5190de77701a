// A line number or a count as an argument. Promises a whole number from 1. Refuses to spend the schema's bytes on
// bounds: the request carries them with each step, and the parser knows them.

import { z } from "zod";

const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 1;

export const wholeNumber = z.number().refine(isWhole, "must be a whole number from 1");
