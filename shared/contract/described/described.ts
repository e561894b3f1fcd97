import type * as z from "zod/mini";
import type { Schema } from "../operation.ts";

/** A schema of the wire with its words: what it is, and a sentence for each property. Only the OpenAPI document reads them. */
export interface Described {
  /** Its name among the document's components; "" for what has none, such as a query. */
  readonly name: string;
  readonly schema: Schema;
  readonly text: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** A sentence for every property of a schema: one that lacks its sentence does not compile. */
export type Sentences<S extends Schema> = Readonly<Record<keyof z.output<S> & string, string>>;

/** A named object. */
export const object = <S extends Schema>(name: string, schema: S, text: string, properties: Sentences<S>): Described => ({
  name,
  schema,
  text,
  properties,
});

/** A named schema without properties of its own: a choice of words, or of objects. */
export const named = (name: string, schema: Schema, text: string): Described => ({ name, schema, text, properties: {} });

/** The fields of a query string. */
export const query = <S extends Schema>(schema: S, properties: Sentences<S>): Described => ({ name: "", schema, text: "", properties });

const NEXT = "Where the next page begins, for `cursor`; absent on the last page. The `Link` header leads there too.";

/** Sentences of `limit` and `offset`, which every list takes and gives back, and of the cursor that it gives. */
export const shownPage = {
  limit: "How many rows a page holds, 1 to 200; 50 when absent.",
  offset: "How many rows are passed over, 0 to 10,000; 0 when absent.",
  next_cursor: NEXT,
};

const { next_cursor: _next, ...given } = shownPage;

/** Sentences of what every list takes. */
export const page = { ...given, cursor: "Behind which row the page begins: a `next_cursor` that was given; not with an offset." };

/** When a record was made. */
export const CREATED = "When the record was made, RFC 3339 in UTC.";
