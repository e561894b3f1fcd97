// What Graph's and Gmail's client believes, one guard at a time.
import { describe, expect, it, vi } from "vitest";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { apiClient, ApiError, apiErrorOf, apiFailure, type ApiRules, isTooMuch, growingMs } from "#shared/transports/http/api-client.ts";
import { type BatchAnswer, readInBatches } from "#shared/transports/http/batches.ts";
import { isFetchedWhole, headerBlockOf, inGroups, isSmall, partOfMime, type Wanted } from "#shared/transports/http/directory-session.ts";
import { bears, goesTo, headerOf, identityOf, messageIdIn, outcomeBefore, withHidden } from "#shared/transports/http/draft-submissions.ts";
import { boundedJson, fieldsOf, listOf, pageWatch, textOf } from "#shared/transports/http/json.ts";

const account = {
  api: "graph",
  apiUrl: "https://api.test/v1",
  username: "me@example.test",
  credential: { accessToken: "secret" },
} as unknown as ApiAccount;
const rules: ApiRules = {
  service: "Test",
  errorIn: ({ code, message }) => ({ codes: [textOf(code)], message: textOf(message) }),
  isPace: ({ status }) => status === 429,
  paceMs: 1_000,
  refusesGrant: ({ status }) => status === 401,
};
const errorOf = (status: number, headers: Readonly<Record<string, string>> = {}, body: unknown = {}) =>
  apiErrorOf(rules, { api: "graph", username: crypto.randomUUID() }, { status, headers, body: Buffer.from(JSON.stringify(body)) });

describe("JSON of a foreign server", () => {
  const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  it.each([
    ['{"a":[1,{"b":"]]]["}]}', { a: [1, { b: "]]][" }] }],
    [String.raw`"a\\\"[[["`, String.raw`a\"[[[`],
    [String.raw`["a\\", [2]]`, ["a\\", [2]]],
    ["", undefined],
    ["{", undefined],
    ['"open', undefined],
    [String.raw`"open\"`, undefined],
  ])("%s is read as it is, or not at all", (text, value) => expect(boundedJson(Buffer.from(text))).toEqual(value));

  it("may be 32 deep and have 500,000 parts, brackets in strings not counted", () => {
    expect(boundedJson(Buffer.from(nested(32)))).toBeDefined();
    expect(boundedJson(Buffer.from(nested(33)))).toBeUndefined();
    expect(boundedJson(Buffer.from(JSON.stringify("[".repeat(40))))).toBe("[".repeat(40));
    expect(boundedJson(Buffer.from(`[${"{},".repeat(499_998)}{}]`))).not.toBeUndefined();
    expect(boundedJson(Buffer.from(`[${"{},".repeat(499_999)}{}]`))).toBeUndefined();
    expect(boundedJson(Buffer.from(`[${"[],".repeat(100)}[]]`))).toHaveLength(101);
  });

  it("has fields, lists and texts where it has them", () => {
    expect([fieldsOf(null), fieldsOf("x"), fieldsOf({ a: 1 })]).toEqual([{}, {}, { a: 1 }]);
    expect([listOf({}), listOf("x"), listOf([{ a: 1 }, null])]).toEqual([[], [], [{ a: 1 }, {}]]);
    expect([textOf(1), textOf(null), textOf("x")]).toEqual(["", "", "x"]);
  });
});

describe("a list's pages", () => {
  it("end where one leads back, and after twenty in a row without news", () => {
    const watch = pageWatch();
    expect(watch.hasBrought()).toBe(false);
    expect(watch.isEndless({ used: undefined, next: "a", ids: ["1"] })).toBe(false);
    expect(watch.hasBrought()).toBe(true);
    expect(watch.isEndless({ used: "a", next: "b", ids: ["1"] })).toBe(false);
    expect(watch.isEndless({ used: "b", next: "a", ids: ["2"] })).toBe(true);
    const idle = pageWatch();
    const answers = Array.from({ length: 41 }, (_, n) => idle.isEndless({ used: `${n}`, next: `${n + 1}`, ids: n === 19 ? ["new"] : [] }));
    expect(answers.indexOf(true)).toBe(39);
  });
});

describe("a batch", () => {
  const ok = (n: string): BatchAnswer => ({ body: n });
  const paced = (waitSeconds?: number): BatchAnswer => ({
    error: errorOf(429, waitSeconds === undefined ? {} : { "retry-after": `${waitSeconds}` }),
  });
  const paths = ["/1", "/2", "/3", "/4", "/5"];

  it("has as many requests as the interface takes, in their order", async () => {
    const posted: (readonly string[])[] = [];
    const answers = await readInBatches({ most: 2, rounds: 0, post: async (some) => (posted.push(some), some.map(ok)) }, paths);
    expect([posted.map(({ length }) => length), answers]).toEqual([[2, 2, 1], paths.map(ok)]);
  });

  it("that is too much is asked for in halves; one request alone, and another error, are not", async () => {
    const posted: number[] = [];
    const post = (status: number, most: number) => async (some: readonly string[]) => {
      posted.push(some.length);
      if (some.length > most) throw errorOf(status);
      return some.map(ok);
    };
    expect(await readInBatches({ most: 20, rounds: 0, post: post(413, 2) }, paths)).toEqual(paths.map(ok));
    expect(posted.splice(0)).toEqual([5, 3, 2, 1, 2]);
    await expect(readInBatches({ most: 20, rounds: 0, post: post(413, 0) }, paths)).rejects.toThrow("413");
    posted.splice(0);
    await expect(readInBatches({ most: 20, rounds: 0, post: post(500, 0) }, paths)).rejects.toThrow("500");
    expect(posted).toEqual([5]);
  });

  it("repeats what was throttled, and that alone, after the longest wait that is asked for", async () => {
    vi.useFakeTimers();
    try {
      const posted: (readonly [readonly string[], boolean])[] = [];
      const post = async (some: readonly string[], isRepeated: boolean) => {
        posted.push([some, isRepeated]);
        return some.map((path) => (!isRepeated && path !== "/1" ? paced(path === "/3" ? 4 : 1) : ok(path)));
      };
      const reading = readInBatches({ most: 20, rounds: 1, post }, ["/1", "/2", "/3"]);
      await vi.advanceTimersByTimeAsync(3_900);
      expect(posted).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      expect(await reading).toEqual(["/1", "/2", "/3"].map(ok));
      expect(posted[1]).toEqual([["/2", "/3"], true]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("is the mailbox's to wait for where more than 5 s are asked for, and after its rounds", async () => {
    const post = async (some: readonly string[]) => some.map(() => paced(6));
    await expect(readInBatches({ most: 20, rounds: 3, post }, paths)).rejects.toMatchObject({ waitMs: 6_000 });
    const rounds: boolean[] = [];
    const short = {
      most: 20,
      rounds: 2,
      unsaidMs: () => 1,
      post: async (some: readonly string[], again: boolean) => (rounds.push(again), some.map(() => paced())),
    };
    await expect(readInBatches(short, paths)).rejects.toThrow(MailFailure);
    expect(rounds).toEqual([false, true, true]);
  });
});

describe("an error", () => {
  it("keeps status, codes of a code's form and its words on one line, and throttles only where the interface says so", () => {
    const error = errorOf(400, { "retry-after": "7" }, { code: "Too\nbad", message: "one\r\ntwo" });
    expect([error.status, error.codes, error.reply, error.paceMs, error.retryAfterMs]).toEqual([400, [], "400 one two", undefined, 7_000]);
    expect(errorOf(403, {}, { code: "Denied" })).toMatchObject({
      message: "Test answered 403 Denied",
      refusesGrant: false,
      isOperators: false,
    });
    expect([errorOf(403, {}, { code: "Denied" }).has("x", "DENIED"), errorOf(403).has("denied")]).toEqual([true, false]);
    expect(errorOf(429, { "retry-after": "7" }).paceMs).toBe(7_000);
    expect(errorOf(500, {}, { message: "x".repeat(2_000) }).reply).toHaveLength(500);
  });

  it("is about the grant, the project, or the request", () => {
    expect(apiFailure(errorOf(401))).toMatchObject({ reason: "credentials", code: 401 });
    expect(apiFailure(errorOf(500))).toMatchObject({ reason: "refused" });
    expect(apiFailure(errorOf(500))).toMatchObject({ waitMs: undefined });
    expect(apiFailure(errorOf(429, { "retry-after": "7" }))).toMatchObject({ reason: "refused", waitMs: 7_000 });
    const other = new Error("x");
    expect(apiFailure(other)).toBe(other);
    expect([400, 413, 414, 501, 404, 500].map((status) => isTooMuch(errorOf(status)))).toEqual([true, true, true, true, false, false]);
  });
});

describe("a link in an answer", () => {
  const called: string[] = [];
  const callHttp = async ({ url }: { url: URL }) => (called.push(url.href), { status: 200, headers: {}, body: Buffer.from("{}") });
  const client = apiClient(callHttp, rules);

  it.each(["https://api.test/v1/next", "/next"])("below the service's root is followed: %s", async (path) => {
    called.splice(0);
    await client.json(account, { path });
    expect(called).toEqual(["https://api.test/v1/next"]);
  });

  it.each([
    "https://api.test/v2/next",
    "https://api.test/v1",
    "https://api.test/v1x/next",
    "https://evil.test/v1/next",
    "http://api.test/v1/next",
    "https://api.test:444/v1/next",
    "https://api.test/v1/../v2/next",
    "next",
    "",
  ])("that leads elsewhere gets no token: %s", async (path) => {
    called.splice(0);
    await expect(client.json(account, { path })).rejects.toMatchObject({ reason: "unreachable" });
    expect(called).toEqual([]);
  });
});

describe("an email and its draft", () => {
  const raw = Buffer.from("To: a@x.test\r\nMessage-ID:\r\n <1@x.test>\r\nSubject: a: b\r\n\r\nMessage-ID: <no@x.test>\r\n");
  it("are named by the header alone, unfolded", () => {
    expect([headerOf(raw, "message-id"), headerOf(raw, "Subject"), headerOf(raw, "Cc"), headerOf(Buffer.from("To: x"), "To")]).toEqual([
      "<1@x.test>",
      "a: b",
      "",
      "",
    ]);
    expect(identityOf(raw)).toEqual({ messageId: "<1@x.test>" });
  });

  it("are one where they share a name that is one", () => {
    const ours = { messageId: "<1@x.test>", tracking: "t" };
    expect(bears(ours, { messageId: "<1@x.test>" })).toBe(true);
    expect(bears(ours, { tracking: "t" })).toBe(true);
    expect(bears(ours, { messageId: "<2@x.test>", tracking: "u" })).toBe(false);
    expect(bears({ messageId: "" }, { messageId: "" })).toBe(false);
    expect(bears({ messageId: "<1@x.test>" }, {})).toBe(false);
  });

  it.each([
    ["<a@b>", "<a@b>"],
    ["a@b", undefined],
    ["<a b>", undefined],
    ["<a<b>", undefined],
    ["<>", undefined],
    [`<${"a".repeat(301)}>`, undefined],
    [7, undefined],
  ])("%s as a Message-ID is %s", (value, id) => expect(messageIdIn(value)).toBe(id));

  it("go to exactly the same recipients, or to ones that the server does not tell", () => {
    expect(goesTo({ recipients: undefined }, ["a@x.test"])).toBe(true);
    expect(goesTo({ recipients: ["a@x.test", "b@x.test"] }, ["B@x.test", "a@x.test"])).toBe(true);
    expect(goesTo({ recipients: ["a@x.test"] }, ["a@x.test", "b@x.test"])).toBe(false);
    expect(goesTo({ recipients: ["a@x.test", "b@x.test"] }, ["a@x.test"])).toBe(false);
    expect(goesTo({ recipients: ["a@x.test", "c@x.test"] }, ["a@x.test", "b@x.test"])).toBe(false);
    expect(goesTo({ recipients: [] }, ["a@x.test"])).toBe(false);
  });

  it("have blind copies in front, and none where there are none", () => {
    expect(withHidden(raw)).toBe(raw);
    expect(withHidden(raw, []).equals(raw)).toBe(true);
    expect(withHidden(raw, ["h@x.test", "i@x.test"]).toString()).toMatch(/^Bcc: h@x\.test, i@x\.test\r\nTo: /);
  });

  it("are told apart by what the error before the intent was", () => {
    const refusals = { service: "Test", refusalOf: () => undefined, isGone: () => false };
    expect(outcomeBefore(new MailFailure("HTTPS", "unreachable"), refusals)).toMatchObject({
      kind: "refused",
      code: 451,
      reply: "451 Test did not answer",
    });
    expect(outcomeBefore(new TypeError("x"), refusals)).toMatchObject({ kind: "internal" });
    expect(outcomeBefore(errorOf(500), refusals)).toMatchObject({ kind: "refused", code: 451 });
    expect(outcomeBefore(errorOf(401), refusals)).toMatchObject({ kind: "unreached", failure: { reason: "credentials" } });
    const refused = { kind: "refused", code: 550, reply: "550 no" } as const;
    expect(outcomeBefore(errorOf(401), { ...refusals, refusalOf: () => refused })).toBe(refused);
  });
});

describe("a message", () => {
  const wanted = (size: number | undefined, hasAttachments = true) =>
    ({ facts: {}, item: { id: "m", size, hasAttachments } }) as unknown as Wanted;
  it("comes whole up to 256 KB, or without a size when it has no files; groups stay within 5 MB", () => {
    expect([wanted(256 * 1024), wanted(256 * 1024 + 1), wanted(undefined), wanted(undefined, false)].map(isSmall)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    const MB = 1024 * 1024;
    expect(inGroups([2 * MB, 3 * MB, 1, 5 * MB, 1].map((size) => wanted(size))).map(({ length }) => length)).toEqual([2, 1, 1, 1]);
    expect(inGroups(Array.from({ length: 21 }, () => wanted(undefined))).map(({ length }) => length)).toEqual([20, 1]);
    expect(inGroups([])).toEqual([]);
  });

  it.each([
    ["Content-Type: multipart/report; x=y", true],
    ["content-type:application/pkcs7-mime", true],
    ["Content-Type: application/x-pkcs7-mime", true],
    ["Content-Type: application/pkcs7-signature", false],
    ["X-Content-Type: multipart/report", false],
    ["Content-Type: multipart/reports", false],
  ])("with %s is read whole though it is large: %s", (head, is) =>
    expect(isFetchedWhole(Buffer.from(`To: a\r\n${head}\r\n\r\n`))).toBe(is),
  );

  it("gives its parts and itself up to so many bytes, and says whether that is all", () => {
    const mime = Buffer.from(
      'Content-Type: multipart/mixed; boundary="x"\r\n\r\n--x\r\nContent-Transfer-Encoding: base64\r\n\r\naGk=\r\n--x--\r\n',
    );
    expect(partOfMime(mime, "", 5)).toEqual({ encoding: "", content: mime.subarray(0, 5), complete: false });
    expect(partOfMime(mime, "", mime.length)).toMatchObject({ complete: true });
    expect(partOfMime(mime, "1", 4)).toMatchObject({ encoding: "base64", content: Buffer.from("aGk="), complete: true });
    expect(partOfMime(mime, "1", 3)).toMatchObject({ content: Buffer.from("aGk"), complete: false });
    expect(partOfMime(mime, "2", 9)).toBeUndefined();
    expect(headerBlockOf([{ name: "Subject", value: "a\r\nBcc: x" }]).toString()).toBe("Subject: a Bcc: x\r\n\r\n");
  });
});

describe("a mailbox that was asked to slow down", () => {
  it("waits as long as it was told while it waits, longer in a row, and anew after a rest; 10,000 are remembered", () => {
    const of = (username: string) => ({ api: "graph", username }) as const;
    expect(growingMs(of("row"), 1_000, 0, 0)).toBe(500);
    expect(growingMs(of("row"), 1_000, 499, 0)).toBe(1);
    expect(growingMs(of("row"), 1_000, 500, 0)).toBe(1_000);
    expect(growingMs(of("row"), 1_000, 3_499, 0)).toBe(2_000);
    expect(growingMs(of("row"), 1_000, 5_499 + 3_000, 0)).toBe(500);
    expect(growingMs({ api: "gmail_api", username: "row" }, 1_000, 8_500, 0)).toBe(500);
    growingMs(of("first"), 1_000, 0, 0);
    for (let n = 0; n < 10_000; n += 1) growingMs(of(`n${n}`), 1_000, 0, 0);
    // Forgotten: it begins anew in the middle of its wait.
    expect(growingMs(of("first"), 1_000, 100, 0)).toBe(500);
    expect(growingMs(of("n9999"), 1_000, 100, 0)).toBe(400);
  });
});

it("an error of an interface has a name", () => {
  expect(errorOf(500)).toBeInstanceOf(ApiError);
});
