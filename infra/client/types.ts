/** A JSON Schema of the OpenAPI document. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Whether a value is in a request, where a date-time may be a Date, or in an answer. */
export type Direction = "given" | "answered";

/** A component's name in the client: `Error` would shadow JavaScript's. */
export const typeName = (name: string): string => (name === "Error" ? "ErrorBody" : name);

/** The component that a reference refers to. */
export const referred = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** A sentence as a comment for editors; escaped, so that nothing in it ends the comment. */
export const comment = (text: string | undefined, indent = ""): string =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n`;

const key = (name: string): string => (/^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name));

const fields = ({ properties = {}, required = [] }: JsonSchema, direction: Direction, indent: string): string =>
  Object.entries(properties)
    .map(([name, schema]) => {
      const optional = !required.includes(name);
      const absent = optional && direction === "given" ? " | undefined" : "";
      const type = typeText(schema, direction, `${indent}  `);
      return `${comment(schema.description, `${indent}  `)}${indent}  ${key(name)}${optional ? "?" : ""}: ${type}${absent};\n`;
    })
    .join("");

const objectText = (schema: JsonSchema, direction: Direction, indent: string): string => {
  const { properties, additionalProperties } = schema;
  if (properties && Object.keys(properties).length > 0) return `{\n${fields(schema, direction, indent)}${indent}}`;
  if (typeof additionalProperties === "object") return `Record<string, ${typeText(additionalProperties, direction, indent)}>`;
  return additionalProperties === false ? "Record<string, never>" : "Record<string, unknown>";
};

const listText = (items: JsonSchema | undefined, direction: Direction, indent: string): string => {
  const item = typeText(items ?? {}, direction, indent);
  const list = item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
  return direction === "given" ? `readonly ${list}` : list;
};

const plainTypes: Readonly<Record<string, string>> = { integer: "number", number: "number", boolean: "boolean", null: "null" };

/** A schema as a TypeScript type. */
export const typeText = (schema: JsonSchema, direction: Direction, indent = ""): string => {
  if (schema.$ref !== undefined) return typeName(referred(schema.$ref));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => typeText(option, direction, indent)).join(" | ");
  if (typeof schema.type === "object") return schema.type.map((type) => typeText({ ...schema, type }, direction, indent)).join(" | ");
  if (schema.type === "object") return objectText(schema, direction, indent);
  if (schema.type === "array") return listText(schema.items, direction, indent);
  if (schema.type === "string") return schema.format === "date-time" && direction === "given" ? "string | Date" : "string";
  return plainTypes[schema.type ?? ""] ?? "unknown";
};

/** The components that a schema refers to, directly or indirectly. */
export const reached = (schema: unknown, components: Readonly<Record<string, JsonSchema>>, found = new Set<string>()): Set<string> => {
  for (const [, ref = ""] of JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = referred(ref);
    if (!found.has(name)) reached(components[name], components, found.add(name));
  }
  return found;
};
