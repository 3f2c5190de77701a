// The tools and the tool choice of a Chat Completions request. Promises names and schemas that the API
// would take, or its error. Refuses names twice, schemas that are no objects, arrays without items.

import { invalid, missing, wrongType } from "./chat-error.ts";
import { type ChatTool, isRecord, type ToolChoice } from "./chat-request.ts";

const NAME = /^[a-zA-Z0-9_-]+$/;
const NAME_MAX = 64;
const TOOLS_MAX = 128;
const DESCRIPTION_MAX = 1024;

export function parseTools(value: unknown): ChatTool[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrongType("tools", "an array", value);
  if (value.length === 0)
    throw invalid(
      "Invalid 'tools': empty array. Expected an array with minimum length 1.",
      "tools",
      "empty_array",
    );
  if (value.length > TOOLS_MAX)
    throw invalid(
      `Invalid 'tools': array too long. Expected at most ${TOOLS_MAX}.`,
      "tools",
      "array_above_max_length",
    );
  const names = new Set<string>();
  return value.map((entry, i) => {
    const tool = parseTool(entry, `tools[${i}]`);
    if (names.has(tool.name))
      throw invalid(`Duplicate function name '${tool.name}'.`, `tools[${i}].function.name`);
    names.add(tool.name);
    return tool;
  });
}

export function parseChoice(value: unknown, tools: readonly ChatTool[]): ToolChoice {
  if (value === undefined || value === null) return tools.length === 0 ? "none" : "auto";
  if (tools.length === 0)
    throw invalid(
      "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
      "tool_choice",
    );
  if (value === "auto" || value === "none" || value === "required") return value;
  if (isRecord(value) && value.type === "function" && isRecord(value.function)) {
    const { name } = value.function;
    if (tools.some((tool) => tool.name === name)) return { name: String(name) };
    throw invalid(`Tool choice '${String(name)}' not found in 'tools' parameter.`, "tool_choice");
  }
  throw invalid(
    `Invalid value: '${String(value)}'. Supported values are: 'none', 'auto', and 'required'.`,
    "tool_choice",
    "invalid_value",
  );
}

function parseTool(value: unknown, at: string): ChatTool {
  if (!isRecord(value)) throw wrongType(at, "an object", value);
  if (value.type === undefined) throw missing(`${at}.type`);
  if (value.type !== "function")
    throw invalid(
      `Invalid value: '${String(value.type)}'. Supported values are: 'function'.`,
      `${at}.type`,
      "invalid_value",
    );
  if (!isRecord(value.function)) throw missing(`${at}.function`);
  const { name, description, parameters } = value.function;
  if (name === undefined) throw missing(`${at}.function.name`);
  if (typeof name !== "string" || !NAME.test(name))
    throw invalid(
      `Invalid '${at}.function.name': string does not match pattern. Expected a string that matches the pattern '${NAME.source}'.`,
      `${at}.function.name`,
      "invalid_value",
    );
  if (name.length > NAME_MAX)
    throw invalid(
      `Invalid '${at}.function.name': string too long. Expected a string with maximum length ${NAME_MAX}.`,
      `${at}.function.name`,
      "string_above_max_length",
    );
  if (description !== undefined && typeof description !== "string")
    throw wrongType(`${at}.function.description`, "a string", description);
  if (description !== undefined && description.length > DESCRIPTION_MAX)
    throw invalid(
      `Invalid '${at}.function.description': string too long. Expected a string with maximum length ${DESCRIPTION_MAX}.`,
      `${at}.function.description`,
      "string_above_max_length",
    );
  return { name, description: description ?? "", parameters: parseSchema(parameters, name, at) };
}

function parseSchema(value: unknown, name: string, at: string): Record<string, unknown> {
  if (value === undefined) return { type: "object", properties: {} };
  const refuse = (why: string) =>
    invalid(
      `Invalid schema for function '${name}': ${why}`,
      `${at}.function.parameters`,
      "invalid_function_parameters",
    );
  if (!isRecord(value)) throw refuse("schema must be an object.");
  if (value.type !== "object")
    throw refuse(`schema must be a JSON Schema of 'type: "object"', got 'type: "${String(value.type)}"'.`);
  if (value.properties !== undefined && !isRecord(value.properties))
    throw refuse("'properties' must be an object.");
  const properties = isRecord(value.properties) ? value.properties : {};
  for (const required of Array.isArray(value.required) ? value.required : [])
    if (!Object.hasOwn(properties, String(required)))
      throw refuse(`'required' names '${String(required)}', which is not in 'properties'.`);
  const hollow = hollowArray(value, []);
  if (hollow) throw refuse(`In context=('${hollow.join("', '")}'), array schema missing items.`);
  return value;
}

function hollowArray(schema: Record<string, unknown>, path: string[]): string[] | null {
  if (schema.type === "array" && schema.items === undefined) return path;
  for (const [key, child] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    const found = isRecord(child) ? hollowArray(child, [...path, "properties", key]) : null;
    if (found) return found;
  }
  return isRecord(schema.items) ? hollowArray(schema.items, [...path, "items"]) : null;
}
