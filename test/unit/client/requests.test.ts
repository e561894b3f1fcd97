import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as errors from "#shared/client/errors.ts";
import { LOST, refusal, type Scripted, scriptedService } from "./scripted-service.ts";

const email = { mailbox_id: "655f1c2e9b1e8a00123456aa", to: "jane@example.com", subject: "Hello", body_text: "Hi" };
const accepted = { status: 200, body: { id: "s1" } };
const busy = refusal(503, "unavailable");
const limited = refusal(429, "rate_limited", { "retry-after": "2" });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Lets a call run to its end, its pauses passing at once. */
const ended = async <T>(call: PromiseLike<T>): Promise<T | Error> => {
  const result = Promise.resolve(call).catch((error: unknown) => error as Error);
  await vi.runAllTimersAsync();
  return result;
};

describe("a call that bills", () => {
  it("carries a key, which stays the same over its retries", async () => {
    const { client, asked } = scriptedService([LOST, busy, limited, accepted]);
    expect(await ended(client.sends.create(email))).toEqual({ id: "s1" });
    const keys = asked.map(({ headers }) => headers.get("idempotency-key"));
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("has another key each time, or the one that is given", async () => {
    const { client, asked } = scriptedService([accepted]);
    await ended(client.sends.create(email));
    await ended(client.sends.create(email));
    await ended(client.sends.create(email, { idempotencyKey: "order-7" }));
    const [first, second, third] = asked.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).not.toBe(second);
    expect(third).toBe("order-7");
  });

  it("is repeated while a request with its key is under way, not when the key belongs to another", async () => {
    const underWay = refusal(409, "idempotency_conflict", { "retry-after": "1" });
    const first = scriptedService([underWay, accepted]);
    expect(await ended(first.client.sends.create(email))).toEqual({ id: "s1" });
    const second = scriptedService([refusal(409, "idempotency_conflict"), accepted]);
    expect(await ended(second.client.sends.create(email))).toBeInstanceOf(errors.IdempotencyConflictError);
    expect(second.asked).toHaveLength(1);
  });
});

describe("a refusal", () => {
  it("tells the id of its request, which support asks for", async () => {
    const { client } = scriptedService([refusal(404, "not_found", { "x-request-id": "r-1" })]);
    expect(await ended(client.sends.get("655f1c2e9b1e8a0012345679"))).toMatchObject({ name: "NotFoundError", requestId: "r-1" });
  });
});

describe("while a request with the same key still runs", () => {
  const underWay = refusal(409, "idempotency_conflict", { "retry-after": "1" });

  it("a call waits for its answer: giving up would invite another key, and a second email", async () => {
    const { client } = scriptedService([LOST, ...Array.from({ length: 40 }, () => underWay), accepted]);
    expect(await ended(client.sends.create(email))).toEqual({ id: "s1" });
  });

  it("a call gives up after the minute for which a crashed request holds its key, or at once without retries", async () => {
    const begun = Date.now();
    expect(await ended(scriptedService([underWay]).client.sends.create(email))).toBeInstanceOf(errors.IdempotencyConflictError);
    expect(Date.now() - begun).toBeGreaterThan(60_000);
    expect(Date.now() - begun).toBeLessThan(90_000);
    const { client, asked } = scriptedService([underWay], { maxRetries: 0 });
    await ended(client.sends.create(email));
    expect(asked).toHaveLength(1);
  });
});

describe("a call is repeated", () => {
  const tries = async (answer: Scripted, call: "get" | "update" | "cancel" | "delete"): Promise<number> => {
    const { client, asked } = scriptedService([answer]);
    const calls = {
      get: () => client.sends.get("s1"),
      update: () => client.account.update({ low_balance: 5 }),
      cancel: () => client.sends.cancel("s1"),
      delete: () => client.webhooks.delete("w1"),
    };
    await ended<unknown>(calls[call]());
    return asked.length;
  };

  it.each([
    ["get", LOST, 5],
    ["get", busy, 5],
    ["get", limited, 5],
    ["get", { status: 502 }, 5],
    ["get", { status: 504 }, 5],
    ["get", refusal(500, "internal_error"), 1],
    ["get", refusal(404, "not_found"), 1],
    ["update", LOST, 5],
    ["delete", busy, 5],
    // Whether a POST without a key was done is not known after these.
    ["cancel", LOST, 1],
    ["cancel", busy, 1],
    ["cancel", { status: 504 }, 1],
    ["cancel", limited, 5],
  ] as const)("%s after %o: %i tries", async (call, answer, expected) => {
    expect(await tries(answer, call)).toBe(expected);
  });

  it("as often as the client or the call says", async () => {
    const { client, asked } = scriptedService([busy], { maxRetries: 1 });
    await ended(client.sends.get("s1"));
    expect(asked).toHaveLength(2);
    await ended(client.sends.get("s1", { maxRetries: 0 }));
    expect(asked).toHaveLength(3);
  });
});

describe("a pause", () => {
  const paused = async (answer: Scripted): Promise<number> => {
    const { client, asked } = scriptedService([answer, accepted]);
    const begun = Date.now();
    await ended(client.sends.get("s1"));
    expect(asked).toHaveLength(2);
    return Date.now() - begun;
  };

  it("is as long as Retry-After asks, and up to half a second longer", async () => {
    const ms = await paused(limited);
    expect(ms).toBeGreaterThanOrEqual(2_000);
    expect(ms).toBeLessThanOrEqual(2_500);
  });

  it("reads Retry-After as a date too", async () => {
    const ms = await paused(refusal(503, "unavailable", { "retry-after": new Date(Date.now() + 10_000).toUTCString() }));
    expect(ms).toBeGreaterThan(8_000);
    expect(ms).toBeLessThanOrEqual(10_500);
  });

  it("is a minute at most", async () => {
    expect(await paused(refusal(503, "unavailable", { "retry-after": "86400" }))).toBe(60_000);
  });

  it("ends with the caller's signal", async () => {
    const { client, asked } = scriptedService([limited]);
    const aborter = new AbortController();
    const call = client.sends.get("s1", { signal: aborter.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100);
    aborter.abort(new Error("enough"));
    expect(await call).toEqual(new Error("enough"));
    expect(asked).toHaveLength(1);
  });
});

describe("a DELETE", () => {
  it("has done its work where a second try finds nothing after a lost answer", async () => {
    const { client } = scriptedService([LOST, refusal(404, "not_found")]);
    expect(await ended(client.webhooks.delete("w1"))).toBeUndefined();
  });

  it("finds nothing to delete at its first try, or after a 429", async () => {
    const { client } = scriptedService([limited, refusal(404, "not_found")]);
    expect(await ended(client.webhooks.delete("w1"))).toBeInstanceOf(errors.NotFoundError);
  });
});

describe("an error", () => {
  it.each([
    [400, "invalid_fields", errors.InvalidFieldsError],
    [401, "unauthorized", errors.UnauthorizedError],
    [402, "wallet_empty", errors.WalletEmptyError],
    [403, "insufficient_scope", errors.InsufficientScopeError],
    [404, "not_found", errors.NotFoundError],
    [409, "conflict", errors.ConflictError],
    [409, "mailbox_disconnected", errors.MailboxDisconnectedError],
    [409, "recipient_suppressed", errors.RecipientSuppressedError],
    [429, "rate_limited", errors.RateLimitedError],
    [503, "unavailable", errors.UnavailableError],
    [500, "internal_error", errors.ApiError],
  ] as const)("%i %s has its class", async (status, type, expected) => {
    const { client } = scriptedService([refusal(status, type)], { maxRetries: 0 });
    const error = await ended(client.sends.get("s1"));
    expect(error).toBeInstanceOf(expected);
    expect(error).toMatchObject({ status, type });
  });

  it("names every bad field", async () => {
    const details = [
      { field: "to", message: "must be an address" },
      { field: "headers.Bcc", message: "is not allowed" },
    ];
    const { client } = scriptedService([refusal(400, "invalid_fields", {}, details)]);
    const error = await ended(client.sends.create(email));
    expect(error).toMatchObject({ details, message: "400 No: to must be an address; headers.Bcc is not allowed" });
  });

  it("says the state that forbids the request", async () => {
    const { client } = scriptedService([refusal(409, "conflict", {}, "3 mailboxes are connected with it")]);

    await expect(client.oauthClients.delete("655f1c2e9b1e8a00123456c0")).rejects.toMatchObject({
      message: "409 No: 3 mailboxes are connected with it",
    });
  });

  it("tells a gateway's page from the service's answer", async () => {
    const fetch = async () => new Response("<h1>Bad Gateway</h1>", { status: 502 });
    const { client } = scriptedService([], { fetch, maxRetries: 0 });
    expect(await ended(client.sends.get("s1"))).toMatchObject({ status: 502, type: undefined });
  });

  it("says that the connection was lost, or that no answer came in time", async () => {
    const { client } = scriptedService([LOST], { maxRetries: 0 });
    expect(await ended(client.sends.get("s1"))).toBeInstanceOf(errors.ConnectionError);
    vi.useRealTimers();
    const hangs: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error)));
    const slow = scriptedService([], { fetch: hangs, maxRetries: 0, timeoutMs: 20 });
    await expect(slow.client.sends.get("s1")).rejects.toThrow(errors.TimeoutError);
  });

  it.each([
    ["", "sends", 5],
    ['{"id":"s', "sends", 5],
    ["<h1>Welcome to the hotel's network</h1>", "sends", 5],
    ["null", "sends", 5],
    ["<h1>Wel", "tests", 1],
  ] as const)("is a lost connection when the answer is %j", async (text, call, tries) => {
    let asked = 0;
    const { client } = scriptedService([], { fetch: async () => ((asked += 1), new Response(text)) });
    const error = await ended<unknown>(call === "sends" ? client.sends.create(email) : client.mailboxes.test("b1"));
    expect(error).toBeInstanceOf(errors.ConnectionError);
    expect(asked).toBe(tries);
  });

  it("is an ApiError also for types that Object has", async () => {
    for (const type of ["constructor", "toString", "__proto__"]) {
      const { client } = scriptedService([refusal(400, type)]);
      expect(await ended(client.sends.get("s1"))).toMatchObject({ name: "ApiError", status: 400 });
    }
  });

  it("never holds the key", async () => {
    const { client } = scriptedService([refusal(401, "unauthorized")]);
    const error = await ended(client.sends.get("s1"));
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain("sk_live_1");
  });
});

describe("a request", () => {
  it("puts its arguments into path, query and body", async () => {
    const { client, asked } = scriptedService([{ status: 200, body: [] }]);
    await ended(client.messages.getAttachment("m/1", 2));
    await ended(client.sends.list({ since: new Date(0), metadata: { campaign: "a&b" }, replied: true, to: undefined }));
    await ended(client.sends.update("s1", { scheduled_at: new Date(0) }));
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "https://api.test/v1/inbox/messages/m%2F1/attachments/2", undefined],
      ["GET", "https://api.test/v1/logs?since=1970-01-01T00%3A00%3A00.000Z&metadata%5Bcampaign%5D=a%26b&replied=true", undefined],
      ["PATCH", "https://api.test/v1/send/s1", '{"scheduled_at":"1970-01-01T00:00:00.000Z"}'],
    ]);
    expect(asked.every(({ headers }) => headers.get("x-api-key") === "sk_live_1")).toBe(true);
  });

  it("refuses an empty id: the path would be another operation's", () => {
    const { client, asked } = scriptedService([accepted]);
    expect(() => client.sends.get("")).toThrow(TypeError);
    expect(() => client.sends.get(undefined as unknown as string)).toThrow(TypeError);
    for (const dots of [".", ".."]) expect(() => client.webhooks.delete(dots)).toThrow(TypeError);
    expect(asked).toEqual([]);
  });

  it("is not made with a key or an address that fetch would quote in its error", async () => {
    for (const wrong of [
      { apiKey: "sk_live_1\nsk_live_2" },
      { apiKey: "" },
      { apiKey: "sk_live_…" },
      { baseUrl: "https://jane:secret@api.test" },
      { baseUrl: "api.test" },
      { baseUrl: "ftp://api.test" },
      { baseUrl: "https://api.test?x=1" },
    ]) {
      expect(() => scriptedService([accepted], wrong)).toThrow(/^(apiKey is|baseUrl must)/);
      expect(() => scriptedService([accepted], wrong)).not.toThrow(/sk_live|secret/);
    }
    const { client, asked } = scriptedService([accepted], { apiKey: "sk_live_1\n" });
    for (const idempotencyKey of ["", "订单-7", "x".repeat(256)])
      expect(() => client.sends.create(email, { idempotencyKey })).toThrow("idempotencyKey must be");
    await ended(client.sends.get("s1"));
    expect(asked).toHaveLength(1);
  });

  it("is not repeated for ever when the number of retries is none", async () => {
    const { client, asked } = scriptedService([busy], { maxRetries: NaN });
    await ended(client.sends.get("s1"));
    expect(asked).toHaveLength(1);
  });

  it("follows no redirect, which would take the key to another host", async () => {
    let redirect: string | undefined;
    const fetch: typeof globalThis.fetch = async (_, init) => {
      redirect = init?.redirect;
      return Response.json({});
    };
    await ended(scriptedService([], { fetch }).client.sends.get("s1"));
    expect(redirect).toBe("error");
  });
});
