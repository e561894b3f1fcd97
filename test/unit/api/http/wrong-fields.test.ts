import { describe, expect, it } from "vitest";
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import type { Operation } from "#shared/api/operation.ts";
import { operations } from "#shared/service/operations.ts";
import { parseRequest } from "#shared/api/http/parse-request.ts";

const ID = "655f1c2e9b1e8a0012345679";

const errorsOf = (operation: Operation, body: unknown): Record<string, string> => {
  const event = {
    headers: { "content-type": "application/json" },
    pathParameters: { id: ID },
    rawQueryString: "",
    body: JSON.stringify(body),
  } as unknown as Event;
  try {
    parseRequest(operation, event);
    return {};
  } catch (error) {
    const { details } = error as { details: readonly { field: string; message: string }[] };
    return Object.fromEntries(details.map(({ field, message }) => [field, message]));
  }
};
const operationOf = (id: string): Operation => operations.find((operation) => operation.id === id)!;
const meant = (field: string) => `is not a known field; did you mean ${field}?`;

describe("an unknown field", () => {
  it.each([
    ["sending/send", "html", "body_html"],
    ["sending/send", "text", "body_text"],
    ["sending/send", "bodyHtml", "body_html"],
    ["sending/send", "subjet", "subject"],
    ["sending/send", "mailboxId", "mailbox_id"],
    ["sending/send", "attachment", "attachments"],
    ["sending/send", "replyTo", "reply_to"],
    ["mailboxes/patch", "display-name", "display_name"],
    ["webhooks/create", "event_types", undefined],
    ["sending/send", "surprise", undefined],
    ["sending/send", "$where", undefined],
    ["sending/send", "x", undefined],
    ["sending/send", "__proto__x", undefined],
  ])("of %s, %s, is told with the field that was probably meant", (id, field, known) => {
    expect(errorsOf(operationOf(id), { [field]: "x" })[field]).toBe(known === undefined ? "is not a known field" : meant(known));
  });

  it("costs little where there are thousands of them", () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`subjet${i}`, "x"]));

    expect(
      Object.values(errorsOf(operationOf("sending/send"), many)).filter((message) => message.includes("did you mean")).length,
    ).toBeLessThanOrEqual(20);
  });
});

describe("missing fields", () => {
  it.each([
    ["sending/send", { subject: 5 }, ["body_text", "mailbox_id", "subject", "to"]],
    ["mailboxes/connect", { type: "google", email: 5 }, ["code", "email"]],
    ["mailboxes/connect", { type: "outlook", email: "no address", code: "x" }, ["email", "redirect_uri"]],
    ["inbox/reply-to-message", { to: "no address" }, ["body_text", "to"]],
  ])("of %s are all told beside those that are wrong", (id, body, fields) => {
    expect(Object.keys(errorsOf(operationOf(id), body)).toSorted()).toEqual(fields);
  });
});

describe("a change that changes nothing", () => {
  it.each(operations.filter(({ method }) => method === "PATCH").map(({ id }) => id))(
    "is refused, with the fields that could be given: %s",
    (id) => {
      const [message] = Object.values(errorsOf(operationOf(id), {}));

      expect(message).toMatch(/./);
    },
  );

  it("names each of them", () => {
    expect(errorsOf(operationOf("webhooks/patch"), {})).toEqual({
      "": "must change something: give url, types, description, status, one or more of them",
    });
  });
});
