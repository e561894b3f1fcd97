import type { Operation } from "#shared/api/operation.ts";
import { type OperationId, operations } from "#shared/service/operations.ts";
import { openapi } from "#shared/service/openapi.ts";

/** A JSON Schema of the OpenAPI document. */
interface JsonSchema {
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
type Direction = "given" | "answered";

/** A component's name in the client: `Error` would shadow JavaScript's. */
const typeName = (name: string): string => (name === "Error" ? "ErrorBody" : name);

/** The component that a reference refers to. */
const referred = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** A sentence as a comment for editors; escaped, so that nothing in it ends the comment. */
const comment = (text: string | undefined, indent = ""): string =>
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
const typeText = (schema: JsonSchema, direction: Direction, indent = ""): string => {
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
const reached = (schema: unknown, components: Readonly<Record<string, JsonSchema>>, found = new Set<string>()): Set<string> => {
  for (const [, ref = ""] of JSON.stringify(schema ?? {}).matchAll(/"\$ref":"([^"]+)"/g)) {
    const name = referred(ref);
    if (!found.has(name)) reached(components[name], components, found.add(name));
  }
  return found;
};

/** Names that do not follow the rule below. An empty one means no method: the page belongs to a recipient's link, or to the documentation. */
const exceptions: Partial<Readonly<Record<OperationId, string>>> = {
  "auth/login": "auth.logIn",
  "credits/get-balance": "credits.get",
  "sending/send": "sends.create",
  "sending/send-batch": "sends.createBatch",
  "sending/get": "sends.get",
  "sending/get-status": "sends.getStatus",
  "sending/get-evidence": "sends.getEvidence",
  "sending/patch": "sends.update",
  "sending/cancel": "sends.cancel",
  "sending/approve": "sends.approve",
  "sending/approve-many": "sends.approveMany",
  "sending/cancel-many": "sends.cancelMany",
  "sending/follow-up": "sends.followUp",
  "sending/list-logs": "sends.list",
  "inbox/delete-correction": "messages.deleteCorrection",
  "inbox/get-attachment": "messages.getAttachment",
  "suppressions/unsubscribe-page": "",
  "suppressions/unsubscribe": "",
  "docs/get-openapi": "",
  "docs/get-page": "",
  "docs/get-file": "",
};

const camel = (words: string): string => words.replaceAll(/-./g, (dash) => dash.slice(1).toUpperCase());
const plural = (noun: string): string => (noun.endsWith("s") ? noun : `${noun}s`);

/** Functions in these folders name their resource, as in `inbox/reply-to-message`; in other folders the folder is the resource. */
const ABOUT_MANY = ["auth", "inbox", "sending"];
const NAMED = /^(?<verb>[a-z]+)(?:-to)?-(?<noun>[a-z-]+)$/;

/** The client's method for an operation, as `resource.method`; undefined when it has none. */
export const clientName = ({ id }: Pick<Operation, "id">): string | undefined => {
  const exception = exceptions[id as OperationId];
  if (exception !== undefined) return exception === "" ? undefined : exception;
  const [folder = "", file = ""] = id.split("/");
  const { verb = file, noun } = (ABOUT_MANY.includes(folder) ? NAMED.exec(file)?.groups : undefined) ?? {};
  return `${camel(noun === undefined ? folder : plural(noun))}.${camel(verb === "patch" ? "update" : verb)}`;
};

interface Described {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }>>;
}

/** One method of the client: its operation, and the OpenAPI document's description of it. */
interface Method {
  readonly resource: string;
  readonly name: string;
  readonly operation: Operation;
  readonly described: Described;
}

const document = openapi() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
};
const components = document.components.schemas;

const methods: readonly Method[] = (operations as readonly Operation[]).flatMap((operation) => {
  const [resource = "", name = ""] = clientName(operation)?.split(".") ?? [];
  const described = document.paths[operation.path]?.[operation.method.toLowerCase()];
  return name === "" || !described ? [] : [{ resource, name, operation, described }];
});

const bodyOf = ({ described }: Method): JsonSchema | undefined => described.requestBody?.content["application/json"]?.schema;
const answerOf = ({ operation, described }: Method): JsonSchema | undefined =>
  described.responses[operation.status]?.content?.["application/json"]?.schema;
const resolved = (schema: JsonSchema | undefined): JsonSchema =>
  schema?.$ref === undefined ? (schema ?? {}) : (components[referred(schema.$ref)] ?? {});

/** How further pages are read: by the `Link` header of a page, or by the feed's cursor. */
const readOn = ({ operation }: Method): "pages" | "feed" | undefined =>
  operation.id === "events/list" ? "feed" : operation.pagedBy === undefined ? undefined : "pages";

/** The field of a page that contains its rows; "" when the page itself is the list. */
const rowsOf = (method: Method): string => {
  const { type, properties = {} } = resolved(answerOf(method));
  return type === "array" ? "" : (Object.entries(properties).find(([, field]) => field.type === "array")?.[0] ?? "");
};

const rowType = (method: Method): string => {
  const answer = resolved(answerOf(method));
  return typeText((answer.type === "array" ? answer : (answer.properties?.[rowsOf(method)] ?? {})).items ?? {}, "answered");
};

const queryType = (method: Method): string => {
  const query = method.described.parameters.filter(({ in: where }) => where === "query");
  const properties = Object.fromEntries(
    query.map(({ name, schema, description }) => [name, { ...schema, ...(description !== undefined && { description }) }]),
  );
  const required = query.filter((one) => one.required).map(({ name }) => name);
  return query.length === 0 ? "" : typeText({ type: "object", properties, required }, "given", "  ");
};

/** The operations whose body may be left out: they had none in an earlier version. */
const MAY_LACK_BODY = new Set<string>(["sending/cancel"]);

const parametersOf = (method: Method): string => {
  const path = [...method.operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${name}: string${name === "index" ? " | number" : ""}`);
  const body = bodyOf(method);
  const query = queryType(method);
  const needed = method.described.parameters.some(({ in: where, required }) => where === "query" && required);
  if (body && query !== "") throw new Error(`${method.operation.id} takes a body and a query: the client's methods have one of them`);
  const given = body
    ? [`body${MAY_LACK_BODY.has(method.operation.id) ? "?" : ""}: ${typeText(body, "given", "  ")}`]
    : query === ""
      ? []
      : [`query${needed ? "" : "?"}: ${query}`];
  return [...path, ...given, `options?: ${method.operation.idempotent ? "KeyedOptions" : "RequestOptions"}`].join(", ");
};

const resultOf = (method: Method): string => {
  const answer = answerOf(method);
  if (method.operation.status === 204) return "Promise<void>";
  if (!answer) return "Promise<Response>";
  const type = typeText(answer, "answered", "  ");
  return readOn(method) === undefined ? `Promise<${type}>` : `Pages<${rowType(method)}, ${type}>`;
};

const methodText = (method: Method): string => {
  const { method: verb, path, description } = method.operation;
  return `${comment(`${description}. \`${verb} ${path}\``, "  ")}  readonly ${method.name}: (${parametersOf(method)}) => ${resultOf(method)};\n`;
};

const byResource = Map.groupBy(methods, ({ resource }) => resource);
const interfaceName = (resource: string): string => `${resource.replace(/^./, (letter) => letter.toUpperCase())}Resource`;

const interfaces = (): string =>
  [...byResource].map(([resource, own]) => `export interface ${interfaceName(resource)} {\n${own.map(methodText).join("")}}\n`).join("\n");

/** In components that only requests contain, a date-time may be given as a Date. */
const direction = (name: string, shown: ReadonlySet<string>): Direction => (shown.has(name) ? "answered" : "given");

const componentTexts = (): string => {
  const answers = methods.map((method) => answerOf(method));
  const shown = reached(
    [
      answers,
      { $ref: "#/components/schemas/Event" },
      { $ref: "#/components/schemas/Error" },
      { $ref: "#/components/schemas/WebhookTestEvent" },
    ],
    components,
  );
  const used = new Set([
    ...shown,
    ...reached(
      methods.map((method) => [bodyOf(method), method.described.parameters]),
      components,
    ),
  ]);
  return Object.entries(components)
    .filter(([name]) => used.has(name))
    .map(([name, schema]) => `${comment(schema.description)}export type ${typeName(name)} = ${typeText(schema, direction(name, shown))};\n`)
    .join("\n");
};

/** A row of the table from which the client's methods are made at run time. */
const rowText = (method: Method): string => {
  const { method: verb, path, idempotent } = method.operation;
  const takes = bodyOf(method) ? "body" : queryType(method) === "" ? "" : "query";
  const reading = readOn(method);
  const facts = [
    `method: "${verb}"`,
    `path: "${path}"`,
    ...(takes === "" ? [] : [`takes: "${takes}"`]),
    ...(idempotent ? ["idempotent: true"] : []),
    ...(reading === undefined ? [] : [`readOn: "${reading}", rows: "${rowsOf(method)}"`]),
    ...(method.operation.status !== 204 && !answerOf(method) ? ["raw: true"] : []),
  ];
  return `  "${method.resource}.${method.name}": { ${facts.join(", ")} },\n`;
};

/** The text of shared/client/generated.ts: a method with types for every operation, made from the table of operations. */
export const generatedClient = (): string => `// Made from shared/api by \`npm run docs\`. Do not edit.
import type { Endpoint, KeyedOptions, Pages, RequestOptions } from "./options.ts";

${componentTexts()}
${interfaces()}
/** Every operation by its resource. */
export interface Resources {
${[...byResource.keys()].map((resource) => `  readonly ${resource}: ${interfaceName(resource)};\n`).join("")}}

/** Every type of event. */
export const eventTypes: readonly EventType[] = ${JSON.stringify(components["EventType"]?.enum)};

/** The request of each method, by the method's name. */
export const endpoints: Readonly<Record<string, Endpoint>> = {
${methods.map(rowText).join("")}};
`;
