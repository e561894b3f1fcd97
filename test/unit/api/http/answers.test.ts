// The answers that every operation gives, one guard at a time: headers, errors, and whose session it is.
import type { APIGatewayProxyEventV2 as Event } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { answerToError, jsonAnswer, rawAnswer, cachedAnswers } from "#shared/api/http/answer.ts";
import { cookiesOf, sessionCookie, sessionOf } from "#shared/api/http/authenticate.ts";
import { conflict, inMaintenance, invalid, notFound, Refusal, tooManyRequests, unavailable } from "#shared/platform/errors.ts";

const TOKEN = `session_${"a".repeat(64)}`;

describe("an answer", () => {
  it("of JSON is kept by nobody and guessed at by no browser; 204 has no body", () => {
    const headers = { "content-type": "application/json", "x-content-type-options": "nosniff", "cache-control": "no-store" };
    expect(jsonAnswer(201, { a: 1 }, { location: "/x" })).toEqual({
      statusCode: 201,
      headers: { ...headers, location: "/x" },
      body: '{"a":1}',
    });
    const { "content-type": _, ...bare } = headers;
    expect(jsonAnswer(204, { a: 1 }, { location: "/x" })).toEqual({ statusCode: 204, headers: { ...bare, location: "/x" } });
  });

  it("of bytes is in base64, of text as it is, and its own headers come first", () => {
    expect(rawAnswer({ status: 200, headers: { "cache-control": "private" }, body: Buffer.from("x") })).toEqual({
      statusCode: 200,
      headers: { "x-content-type-options": "nosniff", "cache-control": "private" },
      body: "eA==",
      isBase64Encoded: true,
    });
    expect(rawAnswer({ status: 200, headers: {}, body: "x" })).toMatchObject({ body: "x", headers: { "cache-control": "no-store" } });
    expect(rawAnswer({ status: 200, headers: {}, body: "x" })).not.toHaveProperty("isBase64Encoded");
  });
});

describe("an error", () => {
  const logged: string[] = [];
  const errorOf = (error: unknown, isOutage = false) => {
    logged.length = 0;
    const log = { error: (event: string) => void logged.push(event) };
    const { statusCode, headers, body } = answerToError({ log: log as never, isOutage: () => isOutage }, error, "r1");
    return { statusCode, retry: headers?.["retry-after"], body: JSON.parse(body ?? "") as Record<string, unknown> };
  };

  it("of the request says what is wrong and nothing of ours, without the request's id and the log", () => {
    expect(errorOf(notFound("Mailbox"))).toEqual({
      statusCode: 404,
      retry: undefined,
      body: { error: "Not Found", message: "Mailbox not found", code: 404, type: "not_found" },
    });
    expect(errorOf(conflict("No", "because")).body).toMatchObject({ code: 409, details: "because" });
    expect(errorOf(invalid({ field: "smtpHost", message: "is wrong" })).body).toMatchObject({
      code: 400,
      details: [{ field: "smtp_host", message: "is wrong" }],
    });
    expect(logged).toEqual([]);
  });

  it("that passes says when to come again; 503 has the request's id", () => {
    expect(errorOf(tooManyRequests(2.5))).toMatchObject({ statusCode: 429, retry: "3" });
    for (const error of [unavailable("busy", 2), inMaintenance()])
      expect(errorOf(error)).toMatchObject({ statusCode: 503, body: { requestId: "r1" } });
    expect(errorOf(tooManyRequests(1)).body).not.toHaveProperty("requestId");
  });

  it("of ours says only the request's id, and is logged; an outage of the database is 503", () => {
    expect(errorOf(new Error("secret words"))).toEqual({
      statusCode: 500,
      retry: undefined,
      body: {
        error: "Internal Server Error",
        message: "Something went wrong on our side",
        code: 500,
        type: "internal_error",
        requestId: "r1",
      },
    });
    expect(logged).toEqual(["request failed"]);
    expect(errorOf(new Error("secret words"), true)).toMatchObject({
      statusCode: 503,
      retry: "5",
      body: { type: "unavailable", requestId: "r1" },
    });
    expect(logged).toEqual(["request failed"]);
  });

  it("about a state shows the current one", () => {
    expect(errorOf(new Refusal("conflict", "No", { current: { status: "sent" } })).body).toMatchObject({
      current: { status: "sent" },
    });
    expect(errorOf(new Refusal("conflict", "No")).body).not.toHaveProperty("current");
    expect(errorOf(new Refusal("conflict", "No")).body).not.toHaveProperty("details");
  });
});

describe("a session", () => {
  const asking = (headers: Record<string, string>, method = "GET", cookies = [`console=${TOKEN}`]) => {
    try {
      return sessionOf({ headers, cookies, requestContext: { http: { method } } } as unknown as Event);
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };

  it("is a cookie that no script reads and no other site sends; over https of this host alone", () => {
    expect(sessionCookie({}, TOKEN, 60)).toBe(`console=${TOKEN}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict`);
    expect(sessionCookie({ "x-forwarded-proto": "https" }, TOKEN, 0)).toBe(
      `__Host-console=${TOKEN}; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(sessionCookie({ "x-forwarded-proto": "http" }, TOKEN, 0)).not.toContain("Secure");
  });

  it("is taken by its own name, wherever the gateway put it, and in its form alone", () => {
    expect(asking({}, "GET", ["x=1", `console=${TOKEN}`])).toBe(TOKEN);
    expect(asking({ "x-forwarded-proto": "https" }, "GET", [`__Host-console=${TOKEN}`])).toBe(TOKEN);
    for (const cookies of [[], [`console=${TOKEN}0`], ["console="], [`other=${TOKEN}`], [`__Host-console=${TOKEN}`]])
      expect(asking({}, "GET", cookies)).toBe("unauthorized");
    expect(asking({ "x-forwarded-proto": "https" })).toBe("unauthorized");
    expect(cookiesOf({ headers: { cookie: "a=1; b=2" } })).toEqual(["a=1", "b=2"]);
    expect(cookiesOf({ headers: {} })).toEqual([]);
    expect(cookiesOf({ headers: { cookie: "a=1" }, cookies: ["b=2"] })).toEqual(["b=2"]);
  });

  const CONSOLE = { "x-console": "1" };
  it.each([
    ["GET", {}, true],
    ["HEAD", {}, true],
    ["GET", { "sec-fetch-site": "same-origin" }, true],
    ["GET", { "sec-fetch-site": "none" }, true],
    ["GET", { "sec-fetch-site": "same-site" }, false],
    ["GET", { "sec-fetch-site": "cross-site", ...CONSOLE }, false],
    ["GET", { origin: "https://mail.test", host: "mail.test" }, true],
    ["GET", { origin: "https://evil.test", host: "mail.test" }, false],
    ["GET", { origin: "https://xmail.test", host: "mail.test" }, false],
    ["POST", { "sec-fetch-site": "same-origin", ...CONSOLE }, true],
    ["POST", { origin: "https://mail.test", host: "mail.test", ...CONSOLE }, true],
    ["POST", { "sec-fetch-site": "same-origin" }, false],
    ["POST", { ...CONSOLE }, false],
    ["POST", { "sec-fetch-site": "none", ...CONSOLE }, false],
    ["DELETE", { origin: "https://evil.test", host: "mail.test", ...CONSOLE }, false],
  ] as const)("of a %s with %j is the console's own: %s", (method, headers, isOwn) => {
    expect(asking(headers, method)).toBe(isOwn ? TOKEN : "unauthorized");
  });
});

describe("a cached answer", () => {
  const rig = () => {
    const cached = cachedAnswers(60);
    let made = 0;
    const ask = (headers: Record<string, string> = {}, pathParameters: Record<string, string> | undefined = { file: "a" }) =>
      cached({ headers, pathParameters } as unknown as Event, async () => ({
        statusCode: 200,
        headers: { "content-type": "text/plain" },
        body: `n${(made += 1)}`,
      }));
    return { ask, made: () => made };
  };

  it("has an ETag, and is 304 without a body for whoever has it, compared weakly", async () => {
    const { ask } = rig();
    const { headers } = await ask();
    const etag = String(headers?.["etag"]);
    expect(headers).toMatchObject({ "cache-control": "public, max-age=60", vary: "accept-encoding", "content-type": "text/plain" });
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    for (const tag of [etag, etag.slice(2), `"x", ${etag}`, "*", ` ${etag} `])
      expect(await ask({ "if-none-match": tag })).toEqual({ statusCode: 304, headers: expect.objectContaining({ etag }) });
    for (const tag of ['"x"', "", `${etag}x`]) expect((await ask({ "if-none-match": tag })).statusCode).toBe(200);
  });

  it("is compressed for clients that accept it alone", async () => {
    const { ask } = rig();
    expect(await ask({ "accept-encoding": "br, gzip" })).toMatchObject({ isBase64Encoded: true, headers: { "content-encoding": "gzip" } });
    for (const headers of [{}, { "accept-encoding": "br" }]) {
      const plain = await ask(headers);
      expect([plain.body, plain.headers?.["content-encoding"]]).toEqual(["n1", undefined]);
    }
  });

  it("is made once for each name, a hundred of them", async () => {
    const { ask, made } = rig();
    for (let n = 0; n < 100; n += 1) await ask({}, { file: `f${n}` });
    await ask({}, { file: "f99" });
    expect(made()).toBe(100);
    await ask({}, { file: "f100" });
    await ask({}, { file: "f100" });
    expect(made()).toBe(102);
    expect((await ask({}, { file: "f0" })).body).toBe("n1");
  });
});
