// The rule for values that are absent (api/README.md, "Ground rules"): a field of an answer that differs from it says so in its sentence.
import { expect, it } from "vitest";
import { openapi } from "#shared/service/openapi.ts";

interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const { paths, components } = openapi() as unknown as Document;

/** Objects that events have, too: in their data every field without a value is absent, in answers none is. */
const IN_EVENTS = new Set(["BouncedRecipient"]);

/** The named objects in answers, each once. */
const answered = (): ReadonlyMap<string, JsonSchema> => {
  const found = new Map<string, JsonSchema>();
  const walk = (text: string): void => {
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = components.schemas[name];
      if (schema === undefined || found.has(name)) continue;
      found.set(name, schema);
      walk(JSON.stringify(schema));
    }
  };
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const [status, answer] of Object.entries(operation.responses)) if (status < "300") walk(JSON.stringify(answer));
  return found;
};

/** The value of a field without one, where it differs from the rule: strings are `""`, lists `[]`, and dates absent. */
const exception = (schema: JsonSchema, isRequired: boolean): "absent" | '""' | undefined => {
  const named = schema.$ref === undefined ? schema : (components.schemas[schema.$ref.split("/").at(-1)!] ?? schema);
  const choices = named.anyOf ?? named.oneOf ?? [named];
  if (choices.some(({ format }) => format === "date-time")) return isRequired && choices.length > 1 ? '""' : undefined;
  return !isRequired && choices.some(({ type }) => type === "string" || type === "array") ? "absent" : undefined;
};

it("says of each field without a value that differs from the rule how it does", () => {
  const exceptions = [...answered()]
    .filter(([name]) => !name.endsWith("EventData") && !IN_EVENTS.has(name))
    .flatMap(([name, { properties = {}, required = [] }]) =>
      Object.entries(properties).map(([field, schema]) => ({
        field: `${name}.${field}`,
        how: exception(schema, required.includes(field)),
        sentence: schema.description ?? "",
      })),
    )
    .filter(({ how }) => how !== undefined);

  expect(exceptions.length).toBeGreaterThan(20);
  expect(
    exceptions.filter(({ how = "", sentence }) => !sentence.toLowerCase().includes(how)).map(({ field, how }) => `${field}: ${how}`),
  ).toEqual([]);
});
