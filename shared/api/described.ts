import * as z from "zod/mini";
import type { Schema } from "./operation.ts";

/** The OpenAPI document's sentence for a schema, and its name if it is one of the document's components. */
export const words = z.registry<{ id?: string; description?: string }>();

/** A copy of a schema with a sentence, so that fields do not share sentences. */
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
