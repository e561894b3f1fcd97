import { createServer, type IncomingMessage } from "node:http";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { listenOnLoopback } from "#infra/local/socket-input.ts";
import { httpCalls } from "#shared/platform/egress/http-posts.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { graphClient, graphRules, mailboxPath } from "#shared/transports/graph/graph-client.ts";
import { ApiError, apiErrorOf, apiFailure } from "#shared/transports/http/api-client.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import { type HttpCall, OutOfTime } from "#shared/platform/egress/egress.ts";
import { oauthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import { graphAccount as account } from "#test/support/graph-account.ts";

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A client whose calls are recorded and answered in this order. */
const scripted = (...answers: (Scripted | Error)[]) => {
  const calls: HttpCall[] = [];
  const client = graphClient(async (call) => {
    calls.push(call);
    const next = answers.shift() ?? {};
    if (next instanceof Error) throw next;
    return { status: next.status ?? 200, headers: next.headers ?? {}, body: Buffer.from(next.body ?? "{}") };
  });
  return { client, calls };
};

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("an answer of JSON", () => {
  const call = { path: "/me", readMax: 24 * 1024 * 1024 };
  const parsing = () => {
    const parse = vi.spyOn(JSON, "parse");
    onTestFinished(() => parse.mockRestore());
    return parse;
  };

  it.each([
    ["nested without end", `{"value":${"[".repeat(500_000)}`],
    ["nested 24 MB deep", `{"value":${"[".repeat(12_000_000)}${"]".repeat(12_000_000)}}`],
    ["nested in objects", `${'{"a":'.repeat(40)}1${"}".repeat(40)}`],
    ["of millions of objects", `{"value":[${"{},".repeat(2_000_000)}{}]}`],
    ["nested after a text with brackets and quotes", `{"a":"]]\\"]]\\\\","value":${"[".repeat(40)}${"]".repeat(40)}}`],
  ])("is refused before it is parsed when it is %s, as an error too", async (_, body) => {
    const parse = parsing();

    const failure = await failureOf(scripted({ body }).client.json(account, call));
    const error = await failureOf(scripted({ status: 500, body }).client.json(account, call));

    expect(failure).toMatchObject({ cause: { message: "the answer cannot be read" } });
    expect(error).toMatchObject({ status: 500, codes: [] });
    expect(parse).not.toHaveBeenCalled();
  });

  it("may hold any number of lists and objects side by side", async () => {
    const value = Array.from({ length: 100 }, () => ({ ids: [], names: [[], {}] }));

    expect(await scripted({ body: JSON.stringify({ value }) }).client.json(account, call)).toEqual({ value });
  });

  it("may hold 32 levels, and any text", async () => {
    const text = '[[["\\'.repeat(1_000);
    const body = JSON.stringify({ text, value: JSON.parse(`${"[".repeat(31)}${"]".repeat(31)}`) });

    expect(await scripted({ body }).client.json(account, call)).toMatchObject({ text });
  });
});

describe("a call", () => {
  it("goes to the service with the token, for immutable ids and the preferences given", async () => {
    const { client, calls } = scripted({ body: '{"id":"AAk="}' });

    const answer = await client.json(account, { path: `${mailboxPath(account)}/messages`, prefer: ["odata.maxpagesize=50"] });

    expect(answer).toEqual({ id: "AAk=" });
    expect(calls[0]?.url.href).toBe("https://graph.example/v1.0/me/messages");
    expect(calls[0]?.method).toBe("GET");
    expect(calls[0]?.headers).toMatchObject({
      authorization: "Bearer s3cret-token",
      prefer: 'IdType="ImmutableId", odata.maxpagesize=50',
    });
  });

  it("names a shared mailbox in its path, whatever its name contains", () => {
    expect(mailboxPath({ mailboxUser: "sup/port?@contoso.example" })).toBe("/users/sup%2Fport%3F%40contoso.example");
  });

  it("follows a link of Graph's own, and takes the token to no other place", async () => {
    const { client, calls } = scripted({}, {});

    await client.json(account, { path: "https://graph.example/v1.0/me/messages/delta?$skiptoken=x" });

    expect(calls[0]?.url.search).toBe("?$skiptoken=x");
    for (const path of [
      "https://evil.example/v1.0/me",
      "http://graph.example/v1.0/me",
      "https://graph.example/other",
      "https://graph.example/v1.0evil/x",
      "//evil.example/v1.0",
    ]) {
      const failed = await failureOf(client.json(account, { path }));
      if (path.startsWith("//")) expect(calls.at(-1)?.url.host).toBe("graph.example");
      else expect(failed).toMatchObject({ reason: "unreachable" });
    }
    expect(calls).toHaveLength(2);
  });

  it.each([["[]"], ["null"], ["{"], ["<html>"]])("is unanswered when the answer is %s", async (body) => {
    expect(await failureOf(scripted({ body }).client.json(account, { path: "/me" }))).toMatchObject({ reason: "unreachable" });
  });

  it("is unanswered when the answer is longer than it may be, or late", async () => {
    const tooLong = scripted({ body: "x".repeat(100) });
    const late = scripted(new OutOfTime());

    expect(await failureOf(tooLong.client.bytes(account, { path: "/me", readMax: 100 }))).toMatchObject({ reason: "unreachable" });
    expect(await failureOf(late.client.bytes(account, { path: "/me" }))).toMatchObject({ reason: "unreachable" });
  });

  it("leaves the token out of every error", async () => {
    const broken = Object.assign(new Error("Bearer s3cret-token"), {
      code: "ECONNRESET",
      options: { authorization: "Bearer s3cret-token" },
    });
    const failed = await failureOf(scripted(broken).client.json(account, { path: "/me" }));

    expect(JSON.stringify(failed, [...Object.getOwnPropertyNames(failed), "cause", "options", "authorization"])).not.toContain("s3cret");
    expect(String((failed as { cause?: unknown }).cause)).toBe("Error: Error ECONNRESET");
  });
});

describe("an error", () => {
  const errorFor = async (answer: Scripted) => (await failureOf(scripted(answer).client.json(account, { path: "/me" }))) as ApiError;
  const body = (code: string, inner?: object) =>
    JSON.stringify({ error: { code, message: "Something\r\nis wrong", ...(inner && { innerError: inner }) } });

  it("has its status, its codes down to the most detailed, and its words on one line", async () => {
    const error = await errorFor({ status: 400, body: body("BadRequest", { code: "ErrorInvalidRecipients", "request-id": "x" }) });

    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 400,
      codes: ["BadRequest", "ErrorInvalidRecipients"],
      reply: "400 BadRequest Something is wrong",
    });
    expect(error.has("errorinvalidrecipients")).toBe(true);
    expect(error.message).toBe("Microsoft Graph answered 400 BadRequest ErrorInvalidRecipients");
  });

  it.each([
    ["seconds", "17", 17_000],
    ["a date", new Date(Date.now() + 1_800_000).toUTCString(), expect.closeTo(1_800_000, -4)],
    ["a date that has passed", "Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["more than an hour", "86400", 3_600_000],
    ["nonsense", "soon", undefined],
  ])("reads a Retry-After of %s", async (_, value, expected) => {
    expect((await errorFor({ status: 429, headers: { "retry-after": value } })).retryAfterMs).toEqual(expected);
  });

  it("is a matter of pace when Graph is throttled or unavailable, and of nothing else", () => {
    const paceMs = (status: number) =>
      apiErrorOf(graphRules, account, { status, headers: { "retry-after": "5" }, body: Buffer.from("{}") }).paceMs;
    expect([429, 503, 509].map(paceMs)).toEqual([5_000, 5_000, 5_000]);
    expect([400, 401, 404, 500, 504].map(paceMs)).toEqual(Array(5).fill(undefined));
  });

  it.each([
    [401, "InvalidAuthenticationToken", "credentials"],
    [403, "ErrorAccessDenied", "credentials"],
    [404, "MailboxNotEnabledForRESTAPI", "credentials"],
    [404, "ErrorItemNotFound", "refused"],
    [429, "ApplicationThrottled", "refused"],
    [500, "InternalServerError", "refused"],
  ])("of %s %s while a mailbox is opened means: %s", async (status, code, reason) => {
    const error = await errorFor({ status, body: body(code), headers: { "retry-after": "9" } });
    const waitMs = status === 429 ? 9_000 : undefined;

    expect(apiFailure(error)).toMatchObject({ reason, code: status, at: "login", waitMs });
  });
});

describe("over a socket", () => {
  const servers: { close(): void }[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));
  const serve = async (answer: (request: IncomingMessage, body: Buffer) => { status: number; body?: string; location?: string }) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { status, body = "", location } = answer(request, Buffer.concat(chunks));
        response.writeHead(status, location === undefined ? {} : { location }).end(body);
      });
    });
    servers.push({ close: () => void (server.closeAllConnections(), server.close()) });
    return `http://127.0.0.1:${await listenOnLoopback(server)}`;
  };
  const overSockets = graphClient(httpCalls({ openSocket: createOpenSocket({ allowed: parseAllowList("127.0.0.1/32:*") }), upgradeTls }));

  it("uploads a range without the token, at the address of its session", async () => {
    const seen: unknown[] = [];
    const root = await serve(({ method, url, headers }, body) => {
      seen.push([method, url, headers["content-range"], headers.authorization, body.toString()]);
      return { status: 200, body: "{}" };
    });

    await overSockets.upload(account, `${root}/session?authtoken=t`, Buffer.from("ello"), { from: 1, size: 9 });

    expect(seen).toEqual([["PUT", "/session?authtoken=t", "bytes 1-4/9", undefined, "ello"]]);
  });

  it("follows no redirect, which is an error", async () => {
    const paths: unknown[] = [];
    const root = await serve(({ url }) => {
      paths.push(url);
      return { status: 302, location: "/elsewhere" };
    });

    const failed = await failureOf(overSockets.json({ ...account, apiUrl: `${root}/v1.0` }, { path: "/me" }));

    expect([failed, paths]).toEqual([expect.objectContaining({ status: 302 }), ["/v1.0/me"]]);
  });

  it("sends an empty body with its length, which sending a draft requires", async () => {
    const lengths: unknown[] = [];
    const root = await serve(({ headers }) => {
      lengths.push(headers["content-length"]);
      return { status: 202 };
    });

    await overSockets.bytes({ ...account, apiUrl: root }, { method: "POST", path: "/me/messages/x/send" });

    expect(lengths).toEqual(["0"]);
  });

  it("reaches no address that the guard forbids", async () => {
    const guarded = graphClient(httpCalls({ openSocket: createOpenSocket({ allowed: [] }), upgradeTls }));

    expect(await failureOf(guarded.json({ ...account, apiUrl: "https://127.0.0.1/v1.0" }, { path: "/me" }))).toMatchObject({
      reason: "blocked",
    });
  });
});

it("finds an interface at its provider, or where the operator says, without a final slash", () => {
  expect(oauthProviders({}).outlook.api?.url).toBe("https://graph.microsoft.com/v1.0");
  expect(oauthProviders({ outlook: { graph: { url: "https://graph.example/v1.0/" } } }).outlook.api?.url).toBe(
    "https://graph.example/v1.0",
  );
  expect(oauthProviders({ google: { gmail_api: { url: "https://gmail.example/" } } }).google.api?.url).toBe("https://gmail.example");
});
