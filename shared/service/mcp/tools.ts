import * as z from "zod/mini";
import { described, type Operation, type Schema, type Tool } from "#shared/api/operation.ts";
import { assertMayCall } from "#shared/api/http/authenticate.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { inlineSchema } from "../openapi.ts";
import { operations } from "../operations.ts";

/** A tool with the operation that it calls. */
export interface CallableTool extends Tool {
  readonly operation: Operation;
}

/** Every tool: the table of operations says which of them are, and in which order. */
export const tools: readonly CallableTool[] = (operations as readonly Operation[]).flatMap((operation) =>
  operation.tools.map((tool) => ({ ...tool, operation })),
);

/** The fields of an object's schema; none for a request without that part. */
const shapeOf = (schema: Schema | undefined): Readonly<Record<string, Schema>> =>
  schema instanceof z.ZodMiniObject ? (schema.shape as Readonly<Record<string, Schema>>) : {};

const KINDS = ["mailbox", "message", "thread"];

/** What tools take besides its operation's fields: `cursor` goes on where an answer was cut. */
const own = {
  cursor: described(z.optional(z.string()), "Where to go on: next_cursor of the answer before."),
  whole: described(z.optional(z.boolean()), "True for all of its text, with the quoted history."),
  idempotency_key: described(
    z.optional(z.string()),
    "The same key with the same inputs does it once, for 24 hours: set one, and repeat it.",
  ),
};

/** The inputs that a tool has in addition to those of its operation. */
export const ownFields = ({ name, operation }: CallableTool): Readonly<Record<string, Schema>> => ({
  ...(operation.method === "GET" && operation.pagedBy === undefined && { cursor: own.cursor }),
  ...(name === "read_message" && { whole: own.whole }),
  ...(operation.idempotent && { idempotency_key: own.idempotency_key }),
});

/** All inputs of a tool by name, with their schemas. */
const fieldsOf = (tool: CallableTool): Readonly<Record<string, Schema>> => {
  const { params, query, body, path } = tool.operation;
  const kind = KINDS.find((one) => path.includes(`/${one}`)) ?? "email";
  const ids = Object.entries(shapeOf(params)).map(([name, schema]) => [
    name,
    described(schema, name === "id" ? `The ${kind}'s id.` : "The file's index in its email."),
  ]);
  return { ...ownFields(tool), ...(Object.fromEntries(ids) as Record<string, Schema>), ...shapeOf(query), ...shapeOf(body) };
};

const isRequired = (schema: Schema): boolean => !z.safeParse(schema, undefined).success;

/** The inputs for which the operation asks a scope that the key lacks; undefined where it asks for it whatever the inputs. */
const closedTo = ({ operation: { shows, steers } }: CallableTool, { scopes }: KeyInUse): readonly string[] | undefined => {
  const asks = [...(scopes.includes("read") ? [] : [shows]), ...(scopes.includes("send") ? [] : [steers])];
  return asks.includes("always") ? undefined : asks.flatMap((fields) => fields ?? []);
};

/** A tool as `tools/list` shows it, without the closed inputs (modelcontextprotocol.io, "Tools": Tool); undefined where nothing else can be given. */
const shown = (tool: CallableTool, closed: readonly string[]) => {
  const { name, description, inputs, fixed = {}, effect, repeatable = effect === "reads" } = tool;
  const all = Object.entries(fieldsOf(tool));
  const isShown = (field: string) => inputs === undefined || inputs.includes(field) || field in ownFields(tool);
  const shownFields = all.filter(([field]) => isShown(field) && !(field in fixed) && field !== "offset" && field !== "tenant");
  const fields = shownFields.filter(([field]) => !closed.includes(field));
  const named = [...Object.keys(shapeOf(tool.operation.params)), ...Object.keys(ownFields(tool))];
  if (fields.length < shownFields.length && fields.every(([field]) => named.includes(field))) return undefined;
  return {
    name,
    description,
    inputSchema: {
      type: "object" as const,
      properties: Object.fromEntries(fields.map(([field, schema]) => [field, inlineSchema(schema)])),
      required: fields.flatMap(([field, schema]) => (isRequired(schema) ? [field] : [])),
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: effect === "reads",
      destructiveHint: effect === "changes" || effect === "final",
      idempotentHint: repeatable,
      openWorldHint: effect !== "reads",
    },
  };
};

/** A tool as models see it. */
export type ShownTool = NonNullable<ReturnType<typeof shown>>;
const known = new Map<string, ShownTool | undefined>();
const shownOnce = (tool: CallableTool, closed: readonly string[]): ShownTool | undefined => {
  const name = [tool.name, ...closed].join();
  if (!known.has(name)) known.set(name, shown(tool, closed));
  return known.get(name);
};

/** Whether a key's scopes, mode and bounds allow the tool at all. A key that may only draft is not told of tools by which mail leaves. */
const isFor = ({ operation, effect }: CallableTool, key: KeyInUse): boolean => {
  const { scope, drafts, mode } = operation;
  const isAllowed = key.scopes.includes(scope) || (drafts && effect !== "final" && key.scopes.includes("draft"));
  if (!isAllowed || (mode !== undefined && mode !== (key.mode ?? "live"))) return false;
  try {
    assertMayCall(operation, key);
    return true;
  } catch {
    return false;
  }
};

/** The tools that a key may call, with the inputs that it may give. */
export const toolsFor = (key: KeyInUse): readonly ShownTool[] =>
  tools.flatMap((tool) => {
    const closed = closedTo(tool, key);
    return (closed && isFor(tool, key) && shownOnce(tool, closed)) || [];
  });
