import { quoted } from "#shared/providers/index.ts";
import * as z from "zod/mini";
import release from "../../package.json" with { type: "json" };
import { words, type Operation, type Schema } from "#shared/api/operation.ts";
import { eventKinds, testEvent } from "#shared/events/contract/events.ts";
import { errorExamples } from "#shared/api/error-examples.ts";
import { bodyErrors, commonErrors, errorBody, errorNames, keyErrors } from "#shared/api/errors.ts";
import { operations } from "./operations.ts";
import { followingEmail } from "#shared/sending/contract/replies.ts";
import { batchElement } from "#shared/sending/contract/batch.ts";
import { email } from "#shared/sending/contract/send-email.ts";

type Json = Record<string, unknown>;

const schemaRef = (name: string) => `#/components/schemas/${name}`;
const nameOf = (schema: unknown): string => words.get(schema as Schema)?.id ?? "";
const definitionOf = (schema: unknown) =>
  (schema as Schema).def as { readonly discriminator?: string; readonly options?: readonly Schema[] };

/** The discriminator of objects that are one of several kinds: client generators and the page name each kind by it. */
const discriminator = (schema: unknown): Json | undefined => {
  const { discriminator: propertyName, options = [] } = definitionOf(schema);
  if (propertyName === undefined) return undefined;
  const typed = options as readonly (Schema & {
    readonly shape: Record<string, { readonly def: { readonly values: readonly string[] } }>;
  })[];
  const mapping = Object.fromEntries(
    typed.flatMap((option) => (option.shape[propertyName]?.def.values ?? []).map((value) => [value, schemaRef(nameOf(option))])),
  );
  return { propertyName, mapping };
};

/**
 * An integer gets no bounds that its schema does not state; a date needs no pattern beside its format; the text forms of numbers and flags are not
 * shown as text.
 */
const override = ({ zodSchema, jsonSchema: made }: { zodSchema: unknown; jsonSchema: Json }): void => {
  if (zodSchema === batchElement) made["anyOf"] = [email, followingEmail].map((one) => ({ $ref: `#/$defs/${nameOf(one)}` }));
  if (made["format"] === "date-time" || made["type"] === "integer") delete made["pattern"];
  if (made["minimum"] === Number.MIN_SAFE_INTEGER) delete made["minimum"];
  if (made["maximum"] === Number.MAX_SAFE_INTEGER) delete made["maximum"];
  if (made["type"] === "boolean") delete made["enum"];
  if (definitionOf(zodSchema).discriminator !== undefined) made["discriminator"] = discriminator(zodSchema);
  delete made["id"];
  // Generators take a default in a body as a promise that the field is present, so its sentence states the default instead.
  if (nameOf(zodSchema) !== "")
    for (const property of Object.values((made["properties"] ?? {}) as Record<string, Json>)) delete property["default"];
};

/** zod calls this for a schema's facts: those that its checks noted, its sentence, and its name as a component. */
const metadata = {
  get: (schema: Schema) => ({ ...z.globalRegistry.get(schema), ...words.get(schema) }),
} as unknown as typeof z.globalRegistry;

/** A schema as JSON Schema, with its named parts among the components. */
const jsonSchema = (schema: Schema, io: "input" | "output", components: Json): Json => {
  const made = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: "any", target: "draft-2020-12", override, metadata });
  const { properties, $defs = {} } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', `"${schemaRef("")}`)) as {
    properties: { schema: Json };
    $defs?: Json;
  };
  Object.assign(components, $defs);
  return properties.schema;
};

/** A field as JSON Schema with its sentence, without references: as the input of a tool. */
export const inlineSchema = (schema: Schema): Json => {
  const unnamed = { get: (one: Schema) => ({ ...z.globalRegistry.get(one), description: words.get(one)?.description }) };
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override,
    metadata: unnamed as unknown as typeof z.globalRegistry,
  });
  return JSON.parse(JSON.stringify(made)) as Json;
};

const json = (schema: unknown, examples: Json) => ({ "application/json": { schema, ...examples } });
const bodyIn = ({ form }: Operation, schema: unknown, examples: Json) =>
  form ? { "application/x-www-form-urlencoded": { schema, ...examples } } : json(schema, examples);
const exampleOf = (example: unknown): Json => (example === undefined ? {} : { example });

const kinds = ["mailbox", "send", "message", "thread", "api-key", "webhook"];
const placeholders: Readonly<Record<string, string>> = {
  index: "The attachment's `index` in its message.",
  provider: `${quoted("oauth")}.`,
  token: "The token of an email's link.",
  file: "A file that the page names.",
  name: "The pool's name.",
};
const pathWords = (path: string, name: string): string => {
  const kind = kinds.findLast((one) => path.includes(`/${one}`)) ?? "";
  if (path.includes("/suppressions/")) return "The suppression's id, the address or the domain.";
  return placeholders[name] ?? `The ${kind.replace("-", " ")}'s id.`;
};

const parametersIn = (where: "path" | "query", { path }: Operation, schema: Schema | undefined, components: Json) => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input", components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    description: where === "path" ? pathWords(path, name) : description,
    ...(property["type"] === "object" && { style: "deepObject", explode: true }),
    schema: property,
  }));
};

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "For 24 hours, the same key with the same body returns the saved answer, so a request can be repeated safely.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

const success = ({ status, response, example }: Operation, components: Json) => {
  if (status === 204) return { 204: { description: "Done; no body" } };
  if (!response) return { 200: { description: "The content", content: { "*/*": { schema: { type: "string", format: "binary" } } } } };
  return { [status]: { description: "Success", content: json(jsonSchema(response, "output", components), exampleOf(example.response)) } };
};

/** A description of each group of operations; a group's name is the folder of its functions. */
const tags = {
  auth: "Log in, and create API keys with limited permissions.",
  members: "The people who use the account's console, each with a sign-in and rights of their own.",
  account: "The account's settings.",
  "audit-log": "Who did what in the account, from where and when.",
  attention: "What needs a person, the most urgent first.",
  credits: "One credit pays one accepted email; operators top the wallet up.",
  providers: "What the service knows of the providers of mailboxes.",
  mailboxes: "The mailboxes from which email is sent and in which replies arrive.",
  rehearsals: "What the emails that wait would do in the next weeks.",
  "oauth-clients": "Applications of your own at Google or Microsoft, to which owners consent in place of this service's.",
  pools: "Mailboxes under one name, of which one is chosen for each email.",
  "connect-links": "Single-use addresses at which the owner of a mailbox connects it in the browser.",
  sending: "Send email now, later, or a thousand in one request, and follow its state.",
  inbox: "Received messages, and their conversations.",
  sequences: "Steps that are written once, and the people who get them one after the other until somebody answers.",
  events: "Everything that happened, in order and without gaps.",
  metrics: "What happened, counted by the hour and the day.",
  webhooks: "URLs to which events are posted, signed (Standard Webhooks).",
  suppressions: "Addresses that get no mail: added by you, or because of a bounce, a complaint or an unsubscription.",
  sandbox: "The account's test world, for test keys: its clock, and mail that arrives.",
  docs: "This documentation.",
};

/** The error statuses that an operation may return: its own and those of every operation. */
export const errorsOf = ({ errors, auth, method, fills }: Operation) =>
  [
    ...new Set([
      ...errors,
      ...(fills ? [409 as const] : []),
      ...commonErrors,
      ...(auth === "key" ? keyErrors : []),
      ...(method === "GET" ? [] : bodyErrors),
    ]),
  ].toSorted((a, b) => a - b);

const failures = (operation: Operation) =>
  Object.fromEntries(
    errorsOf(operation).map((status) => {
      const examples = errorExamples(operation, status).map((value) => [value.type, { summary: value.message, value }] as const);
      return [
        status,
        { description: errorNames[status], content: json({ $ref: schemaRef("Error") }, { examples: Object.fromEntries(examples) }) },
      ];
    }),
  );

const describe = (operation: Operation, components: Json) => ({
  operationId: operation.id.replace("/", "_"),
  tags: [operation.id.split("/")[0]],
  summary: operation.summary,
  description: operation.description,
  ...(operation.auth === "none" ? { security: [] } : {}),
  parameters: [
    ...parametersIn("path", operation, operation.params, components),
    ...parametersIn("query", operation, operation.query, components),
    ...(operation.idempotent ? [idempotencyKey] : []),
  ],
  ...(operation.body
    ? {
        requestBody: {
          required: true,
          content: bodyIn(operation, jsonSchema(operation.body, "input", components), exampleOf(operation.example.body)),
        },
      }
    : {}),
  responses: { ...success(operation, components), ...failures(operation) },
});

/** The headers of Standard Webhooks. */
const signed = Object.entries({
  "webhook-id": "The event's id: the same event may come twice, under the same id.",
  "webhook-timestamp": "When this was posted, in seconds since 1970: refuse what is older than five minutes.",
  "webhook-signature": "Signatures with the webhook's secrets, separated by spaces: one of them must match.",
}).map(([name, description]) => ({ name, in: "header", required: true, description, schema: { type: "string" } }));

const posted = (type: string, sentence: string, schema: Schema, example: unknown, components: Json) => ({
  post: {
    operationId: type.replace(".", "_"),
    tags: ["webhooks"],
    summary: type,
    description: sentence,
    security: [],
    parameters: signed,
    requestBody: { required: true, content: json(jsonSchema(schema, "output", components), { example }) },
    responses: {
      "2XX": {
        description: "Received. After any other status, or no answer within 10 seconds, the event is posted again, for up to three days.",
      },
    },
  },
});

/** The requests that are posted to webhooks, by type. */
const webhooks = (components: Json): Json => {
  const test = { id: "655f1c2e9b1e8a0012345695", type: "webhook.test", sequence: 0, created_at: "2026-11-21T09:30:00.000Z", data: {} };
  return {
    ...Object.fromEntries(
      eventKinds.map(({ type, sentence, schema, example }) => [type, posted(type, sentence, schema, example, components)]),
    ),
    "webhook.test": posted("webhook.test", "Sent to a new webhook before any event, and on request.", testEvent, test, components),
  };
};

const INTRODUCTION = `Send email through the mailboxes your users connect, read what comes back, and answer in the same conversation.
Every request but the login carries an API key in \`X-API-Key\`; enter yours under Authentication to try requests here.

[Guides](/docs) begin with a first email; the [rules](/docs/rules) cover what this reference does not.`;

const title = (text: string) => text.replace(/^./, (letter) => letter.toUpperCase());

/** The whole API as an OpenAPI 3.1 document, made from the table of operations. */
export const openapi = (): Json => {
  const components: Json = {};
  jsonSchema(errorBody, "output", components);
  jsonSchema(followingEmail, "input", components);
  const paths: Record<string, Json> = {};
  const posts = webhooks(components);
  for (const operation of operations) (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, components);
  return {
    openapi: "3.1.0",
    info: {
      title: "Email sending and unified inbox",
      version: release.version,
      description: INTRODUCTION,
    },
    servers: [{ url: "/" }],
    security: [{ apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, "x-displayName": title(name), description })),
    paths,
    webhooks: posts,
    components: {
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
      schemas: Object.fromEntries(Object.entries(components).toSorted(([a], [b]) => a.localeCompare(b))),
    },
  };
};
