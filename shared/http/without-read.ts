import * as z from "zod/mini";
import type { Operation, Schema } from "../contract/operation.ts";
import type { KeyInUse } from "../domain/auth/ports.ts";
import { insufficientScope } from "../domain/errors.ts";

/** Throws 403 where the request would send stored mail to somebody and its key may not read (S40 in SECURITY.md). */
export const requireRead = ({ shows }: Operation, { scopes }: KeyInUse, body: unknown): void => {
  if (shows === undefined || scopes.includes("read")) return;
  const isGiven = (field: string) => (body as Readonly<Record<string, unknown>>)[field] !== undefined;
  if (shows === "always" || shows.some(isGiven)) throw insufficientScope("read");
};

/** An empty value that the schema accepts; undefined where the field is optional. */
const empty = (schema: Schema): unknown => [undefined, "", [], {}].find((value) => z.safeParse(schema, value).success);

/** The answer for a key without `read`: the operation's `withoutRead` fields, the rest empty. */
export const withoutRead = ({ response, withoutRead: kept }: Operation, { scopes }: KeyInUse, answer: unknown): unknown => {
  if (kept === undefined || scopes.includes("read") || !(response instanceof z.ZodMiniObject)) return answer;
  const given = answer as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(response.shape as Readonly<Record<string, Schema>>).map(([name, schema]) => [
      name,
      kept.includes(name) ? given[name] : empty(schema),
    ]),
  );
};
