import * as z from "zod/mini";
import type { Schema } from "./operation.ts";

/** What the OpenAPI document says of a schema: a sentence, and its name where it is one of the document's components. */
export const words = z.registry<{ id?: string; description?: string }>();

/** A schema of its own with its sentence, so that no two fields share one; infra/bundle.ts leaves sentences out where no document is made. */
export const described = <S extends Schema>(schema: S, description: string): S => {
  const own = schema.clone();
  words.add(own, { description });
  return own;
};

/** A component of the document, with its sentence. */
export const named = <S extends Schema>(id: string, schema: S, description: string): S => {
  words.add(schema, { id, description });
  return schema;
};
