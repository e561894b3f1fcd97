import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { forwardBody, replyBody } from "#shared/sending/contract/replies.ts";
import { listLogs } from "#shared/sending/contract/sending.ts";
import { sendEmail } from "#shared/sending/contract/send-email.ts";
import { fieldProblems } from "#shared/api/field-errors.ts";
import type { Refusal } from "#shared/platform/errors.ts";
import { parseRequest } from "#shared/api/http/parse-request.ts";
import { sendIn } from "#shared/sending/accepted-wire.ts";
import { forwardIn, replyIn } from "#shared/threads/wire.ts";

const mailbox_id = "655f1c2e9b1e8a0012345678";
const email = { mailbox_id, to: "a@b.example", subject: "Hi", body_text: "Hi" };
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "v"]));
const problemsOf = (metadata: unknown) => {
  const body = { ...email, metadata };
  const parsed = z.safeParse(sendEmail.body, body);
  return parsed.success ? [] : fieldProblems(parsed.error, body).map(({ field, message }) => `${field}: ${message}`);
};

const NAME = "must have a name of 1 to 40 letters, digits, _ and -";

describe("metadata", () => {
  it("reaches the domain from an email, a reply and a forward", () => {
    const metadata = { campaign: "Frühling = 🌷", "contact_id-2": "" };

    expect(sendIn(z.parse(sendEmail.body, { ...email, metadata })).metadata).toEqual(metadata);
    expect(replyIn(z.parse(replyBody, { body_text: "Hi", metadata })).metadata).toEqual(metadata);
    expect(forwardIn(z.parse(forwardBody, { to: "a@b.example", metadata })).metadata).toEqual(metadata);
  });

  it.each<readonly [unknown, readonly string[]]>([
    [{}, []],
    [pairs(20), []],
    [pairs(21), ["metadata: must have at most 20 pairs"]],
    [{ [`a${"b".repeat(39)}`]: "x" }, []],
    [{ ["b".repeat(41)]: "x" }, [`metadata.${"b".repeat(41)}: ${NAME}`]],
    [{ a: "x".repeat(2_047) }, []],
    [{ a: "é".repeat(1_024) }, ["metadata: must have at most 2 KB in all"]],
    [JSON.parse('{"__proto__": "x"}'), [`metadata.__proto__: ${NAME}`]],
    [{ "a.b": "x", $c: "y", "": "z" }, [`metadata.a.b: ${NAME}`, `metadata.$c: ${NAME}`, `metadata.: ${NAME}`]],
    [{ a: 1, b: null }, ["metadata.a: must be a string", "metadata.b: must be a string"]],
    [{ a: "x\u0000" }, ["metadata.a: must not contain control characters"]],
    [{ a: "\ud800" }, ["metadata.a: must be well-formed Unicode"]],
    ["campaign", ["metadata: must be an object"]],
    [[], ["metadata: must be an object"]],
    [null, ["metadata: must be an object"]],
  ])("is up to 20 short string pairs with safe names: %j", (metadata, problems) => {
    expect(problemsOf(metadata)).toEqual(problems);
  });
});

describe("tags", () => {
  it.each<readonly [unknown, readonly string[]]>([
    [[], []],
    [["a", "A", " ", "é".repeat(50)], []],
    [Array.from({ length: 10 }, (_, n) => String(n)), []],
    [Array.from({ length: 11 }, (_, n) => String(n)), ["tags: must have at most 10 tags"]],
    [["a", "b", "a"], ["tags: must name each tag once"]],
    [
      ["x".repeat(51), ""],
      ["tags.0: must have at most 50 characters", "tags.1: must not be empty"],
    ],
    [["a\nb"], ["tags.0: must not contain control characters or line breaks"]],
    [["\ud800"], ["tags.0: must be well-formed Unicode"]],
    [
      [1, null],
      ["tags.0: must be a string", "tags.1: must be a string"],
    ],
    ["a", ["tags: must be an array"]],
  ])("are up to 10 different words of 1 to 50 characters: %j", (tags, problems) => {
    const body = { ...email, tags };
    const parsed = z.safeParse(sendEmail.body, body);

    expect(parsed.success ? [] : fieldProblems(parsed.error, body).map(({ field, message }) => `${field}: ${message}`)).toEqual(problems);
  });
});

const asked = (rawQueryString: string) => parseRequest(listLogs, { rawQueryString, headers: {} } as never).query;
const refusedFields = (rawQueryString: string) => {
  try {
    asked(rawQueryString);
    return [];
  } catch (error) {
    return (error as Refusal).details as unknown;
  }
};

describe("a query with metadata[name]", () => {
  it("is an object of its pairs", () => {
    expect(asked("metadata[campaign]=spring&metadata%5Bstep%5D=1&limit=3")).toMatchObject({
      metadata: { campaign: "spring", step: "1" },
      limit: 3,
    });
  });

  it.each([
    ["metadata[a]=1&metadata[a]=2", "metadata[a]", "is given twice"],
    ["metadata=x&metadata[a]=2", "metadata[a]", "is given twice"],
    ["metadata[a]=2&metadata=x", "metadata", "is given twice"],
    ["metadata=x", "metadata", "must be an object"],
    ["metadata[a.b]=x", "metadata.a.b", NAME],
    ["limit[a]=1", "limit", "must be a string"],
    ["nothing[a]=1", "nothing", "is not a known field"],
    ["__proto__[a]=1", "__proto__", "is not a known field"],
    ["metadata[__proto__]=1", "metadata.__proto__", NAME],
    ["metadata[]=1", "metadata[]", "is not a known field; did you mean metadata?"],
  ])("is refused when it is anything else: %s", (query, field, message) => {
    expect(refusedFields(query)).toContainEqual({ field, message, asSent: true });
  });
});
