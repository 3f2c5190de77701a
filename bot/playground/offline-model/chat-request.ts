// A Chat Completions request as the endpoint and the models behind it see it. Promises that whatever has
// this type was checked (parse-request.ts). Refuses to carry anything that a model does not see.

export type ChatToolCall = { id: string; name: string; args: string };
export type ChatMessage =
  | { role: "system" | "developer" | "user"; text: string }
  | { role: "assistant"; text: string; calls: ChatToolCall[] }
  | { role: "tool"; callId: string; text: string };
export type ChatTool = { name: string; description: string; parameters: Record<string, unknown> };
export type ToolChoice = "auto" | "none" | "required" | { name: string };
export type ChatRequest = {
  model: string;
  messages: ChatMessage[];
  tools: ChatTool[];
  toolChoice: ToolChoice;
  maxTokens: number | null;
  stream: boolean;
  includeUsage: boolean;
};

/** The request names the tool that the reply has to be a call of. */
export const isForced = ({ toolChoice }: Pick<ChatRequest, "toolChoice">) => typeof toolChoice === "object";

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
