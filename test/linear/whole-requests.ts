import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { sanitize } from "#shared/adapters/html/sanitize.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { operations } from "#shared/contract/operations.ts";
import { composeReply } from "#shared/domain/mail/write/compose/compose-reply.ts";
import { Refusal } from "#shared/domain/errors.ts";
import { parseRequest } from "#shared/http/parse-request.ts";
import type { Reader } from "./growth.ts";

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

/** Each operation that takes a body, and what an accepted reply costs: both bodies and the history quoted below them. */
export const wholeRequests: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    operations.filter(({ example, form }) => textsIn(example.body) > 0 && !form).map((operation) => [operation.id, judge(operation)]),
  ),
  "a reply, composed": (text) => {
    const content = { text: text.slice(0, text.length / 4), html: text.slice(0, text.length / 4) };
    const history = [written(text.slice(0, text.length / 4))];
    return composeReply({ content, history, quoteHistory: true, quoteTimezone: "UTC" }, sanitize);
  },
};
