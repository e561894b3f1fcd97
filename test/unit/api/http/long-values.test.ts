import { afterEach, beforeEach, expect, it } from "vitest";
import * as z from "zod/mini";
import { parseElement } from "#shared/sending/contract/batch.ts";
import { newRecipient } from "#shared/sequences/contract/fields.ts";
import { fieldProblems } from "#shared/api/field-errors.ts";
import type { Operation, Schema } from "#shared/api/operation.ts";
import { operations } from "#shared/service/operations.ts";

const LENGTH = 5_000_000;
const fillers = { "combining marks": "\u0301", digits: "7", brackets: "[", "signs at": "@" };
/** No text that is accepted is as long: what is looked at by then is one that was too long. */
const LONG = 1_100_000;

/** What looked at a long text, besides its length. */
let looks: string[] = [];
const undo: (() => void)[] = [];
const watch = (owner: object, name: string, textOf: (self: unknown, given: readonly unknown[]) => unknown) => {
  const real = Reflect.get(owner, name) as (...given: readonly unknown[]) => unknown;
  const watched = function (this: unknown, ...given: readonly unknown[]): unknown {
    const text = textOf(this, given);
    if (typeof text === "string" && text.length > LONG) looks.push(name);
    return Reflect.apply(real, this, given);
  };
  Reflect.set(owner, name, watched);
  undo.push(() => Reflect.set(owner, name, real));
};
const METHODS =
  "normalize toLowerCase toUpperCase trim split replace replaceAll match matchAll search isWellFormed codePointAt lastIndexOf";

/** zod tells by it whether some characters are two units, when it counts them: once over the text. */
const COUNTING = String.raw`[\uD800-\uDBFF]`;

beforeEach(() => {
  looks = [];
  for (const name of METHODS.split(" ")) watch(String.prototype, name, (self) => self);
  watch(RegExp.prototype, "exec", (self, [text]) => ((self as RegExp).source === COUNTING ? undefined : text));
  watch(Buffer, "from", (_, [text]) => text);
  watch(URL, "parse", (_, [text]) => text);
  watch(Date, "parse", (_, [text]) => text);
});
afterEach(() => undo.splice(0).forEach((restore) => restore()));

type Path = readonly string[];
type Definition = Readonly<Record<string, unknown>> & { readonly type: string; readonly innerType: Schema; readonly in: Schema };
const define = (schema: Schema) => schema._zod.def as unknown as Definition;

/** Fields that take what a schema does not tell: paths below them where a text may stand. */
const customs: Readonly<Record<string, readonly Path[]>> = {
  to: [[], ["email"], ["name"]],
  reply_to: [[], ["email"], ["name"]],
  cc: [[], ["email"], ["name"]],
  bcc: [[], ["email"], ["name"]],
  headers: [["X-Long"]],
  metadata: [["long"]],
};

/** The paths of all texts that a schema takes. */
const textsOf = (schema: Schema, path: Path = []): readonly Path[] => {
  const definition = define(schema);
  switch (definition.type) {
    case "object":
      return Object.entries(definition["shape"] as Record<string, Schema>).flatMap(([name, inner]) => textsOf(inner, [...path, name]));
    case "array":
      return textsOf(definition["element"] as Schema, [...path, "0"]);
    case "union":
      return (definition["options"] as Schema[]).flatMap((option) => textsOf(option, path));
    case "optional":
    case "nullable":
    case "default":
      return textsOf(definition.innerType, path);
    case "pipe":
      return textsOf(definition.in, path);
    case "custom":
      return (customs[path.findLast((part) => !/^\d+$/.test(part)) ?? ""] ?? []).map((below) => [...path, ...below]);
    case "unknown":
      return (path[0] === "recipients" ? textsOf(newRecipient) : elementTexts).map((below) => [...path, ...below]);
    default:
      return ["string", "enum", "literal"].includes(definition.type) ? [path] : [];
  }
};
const bodyOf = (id: string) => operations.find((operation) => operation.id === id)?.body;
const elementTexts: readonly Path[] = [...textsOf(bodyOf("sending/send")!), ["scheduled_after"], ["cancel_on", "0"]];

const put = (value: unknown, [name, ...rest]: Path, text: string): unknown => {
  if (name === undefined) return text;
  const inner = put((value as Record<string, unknown> | undefined)?.[name], rest, text);
  if (/^\d+$/.test(name)) return [inner];
  return { ...(typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}), [name]: inner };
};

const parts = (operations as readonly Operation[]).flatMap(({ id, params, query, body, example }) =>
  [
    { of: `${id}, path`, schema: params, like: {} },
    { of: `${id}, query`, schema: query, like: {} },
    { of: `${id}, body`, schema: body, like: example.body ?? {} },
  ].flatMap(({ of, schema, like }) => (schema ? textsOf(schema).map((path) => ({ of, schema, like, path })) : [])),
);
const fields = [...new Map(parts.map((part) => [`${part.of}: ${part.path.join(".")}`, part] as const))];

/** The names of the fields that are wrong in a request with this one; elements of a batch are judged one by one. */
const wrong = (schema: Schema, value: unknown): readonly string[] => {
  const result = z.safeParse(schema, value);
  if (!result.success) return fieldProblems(result.error, value).map(({ field }) => field);
  const { emails = [], recipients = [] } = value as { emails?: readonly unknown[]; recipients?: readonly unknown[] };
  const [person] = recipients;
  const judged = person === undefined ? undefined : z.safeParse(newRecipient, person);
  if (judged?.success === false) return fieldProblems(judged.error, person).map(({ field }) => `recipients.0.${field}`);
  const [element] = emails;
  const parsed = element === undefined ? undefined : parseElement(element);
  return parsed?.kind === "bad" ? parsed.problems.map(({ field }) => `emails.0.${field}`) : [];
};

it("finds the fields of every operation", () => {
  expect(fields.length).toBeGreaterThan(250);
  for (const name of [
    "auth/login, body: password",
    "sending/send-batch, body: emails.0.cc.0.name",
    "sending/send, body: attachments.0.name",
  ])
    expect(fields.map(([field]) => field)).toContain(name);
});

it.each(Object.entries(fillers))("refuses five million %s in any field by their length, and looks at them no further", (_, filler) => {
  const text = filler.repeat(LENGTH);
  const looked: string[] = [];
  const taken: string[] = [];
  for (const [name, { schema, like, path }] of fields) {
    looks = [];
    const value = put(like, path, text);
    const found = wrong(schema, value);
    if (looks.length > 0) looked.push(`${name} by ${[...new Set(looks)].join()}`);
    // Metadata is refused as a whole.
    if (!found.some((field) => path.join(".").startsWith(field) && field !== "")) taken.push(name);
  }

  expect(looked).toEqual([]);
  // What follows the slash of a link is compared with those that were made: any other is 404.
  expect(taken).toEqual(["suppressions/unsubscribe-page, path: token", "suppressions/unsubscribe, path: token"]);
});
