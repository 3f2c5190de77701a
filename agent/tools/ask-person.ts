// Asks the person: the only way in which a turn asks. Promises that the question reaches them as it is; the runner
// knows the name and ends the turn with it. Refuses an empty question.

import { z } from "zod";
import { defineTool, done, refuse } from "./tool.ts";

export const askPersonTool = defineTool({
  name: "ask_person",
  description: "Ask the person when you cannot go on without an answer. Ends the turn.",
  effect: "stage",
  parameters: z.object({ question: z.string(), choices: z.array(z.string()).optional() }),
  label: () => "asking you",
  async run({ question, choices = [] }) {
    if (question.trim() === "") return refuse("empty", "The question is empty. Ask what you need to know.");
    const listed = choices.map((choice) => `- ${choice}`);
    return done([question.trim(), ...listed].join("\n"));
  },
});
