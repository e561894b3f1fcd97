import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { sanitize } from "#shared/platform/html/sanitize.ts";
import type { Operation } from "#shared/api/operation.ts";
import { connectPageOperations } from "#shared/connect/contract/connect-page.ts";
import { operations } from "#shared/service/operations.ts";
import { sendEmail } from "#shared/sending/contract/send-email.ts";
import { composeReply } from "#shared/mail/write/compose/compose.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { parseRequest } from "#shared/api/http/parse-request.ts";
import type { Reader } from "./growth.ts";

const operationsWithPages: readonly Operation[] = [...operations, ...connectPageOperations];

/** The example with a text in place of every text: short and sound ones would never reach what reads long ones. */
const filledWith = (text: string, example: unknown): unknown => {
  if (typeof example === "string") return text;
  if (Array.isArray(example)) return example.map((one) => filledWith(text, one));
  if (typeof example !== "object" || example === null) return example;
  return Object.fromEntries(Object.entries(example).map(([name, one]) => [name, filledWith(text, one)]));
};

const textsIn = (example: unknown): number =>
  typeof example === "string" ? 1 : Object.values(example ?? {}).reduce<number>((sum, one) => sum + textsIn(one), 0);

/** Judges a request whose every text is hostile; together they are as long as the given one. */
const judge =
  (operation: Operation): Reader =>
  (text) => {
    const each = text.slice(0, Math.floor(text.length / textsIn(operation.example.body)));
    const body = JSON.stringify(filledWith(each, operation.example.body));
    const headers = { "content-type": "application/json" };
    try {
      return parseRequest(operation, { body, headers, pathParameters: {}, rawQueryString: "" } as unknown as Event);
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

/** Reads a request whose raw body, or query, is hostile. */
const read =
  (operation: Operation, eventOf: (text: string) => object): Reader =>
  (text) => {
    const event = { headers: {}, pathParameters: {}, rawQueryString: "", ...eventOf(text) } as unknown as Event;
    try {
      const { body } = parseRequest(operation, event);
      return typeof body === "function" ? (body as () => unknown)() : body;
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

const inJson = (body: string) => ({ headers: { "content-type": "application/json" }, body });
const form = "application/x-www-form-urlencoded";
const parts = "multipart/form-data; boundary=a";
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const base64 = (body: string) => ({ body: Buffer.from(body).toString("base64"), isBase64Encoded: true });

/** Every reader of a body: forms in both encodings, as text and in base64, JSON, and the query of every operation that has one. */
const rawReaders: Readonly<Record<string, Reader>> = Object.fromEntries([
  ...operationsWithPages
    .filter((operation) => operation.form)
    .flatMap((operation) => [
      [`a form, ${operation.id}`, read(operation, (body) => ({ headers: { "content-type": form }, body }))],
      [`a form in base64, ${operation.id}`, read(operation, (body) => ({ headers: { "content-type": form }, ...base64(body) }))],
      [`a form in parts, ${operation.id}`, read(operation, (body) => ({ headers: { "content-type": parts }, body }))],
    ]),
  ...operationsWithPages
    .filter((operation) => operation.query)
    .map((operation) => [`a query, ${operation.id}`, read(operation, (rawQueryString) => ({ rawQueryString }))]),
  ["a JSON body", read(sendEmail, inJson)],
  ["a JSON body, deep", read(sendEmail, (text) => inJson(`{"metadata":${nested(text.length / 2 - 20)}}`))],
]);

const written = (text: string) => ({
  text,
  html: text,
  from: { name: text.slice(0, 1_000), email: "jane@example.com" },
  to: [],
  cc: [],
  date: new Date(0),
  subject: text.slice(0, 1_000),
  attachments: [],
  messageId: "<a@b>",
  references: [],
});

/** Each operation that takes a body, every reader of raw bodies and queries, and what an accepted reply costs: both bodies and the history quoted below them. */
export const wholeRequests: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    operations.filter(({ example, form }) => textsIn(example.body) > 0 && !form).map((operation) => [operation.id, judge(operation)]),
  ),
  ...rawReaders,
  "a reply, composed": (text) => {
    const content = { text: text.slice(0, text.length / 4), html: text.slice(0, text.length / 4) };
    const history = [written(text.slice(0, text.length / 4))];
    return composeReply({ content, history, quoteHistory: true, quoteTimezone: "UTC" }, sanitize);
  },
};
