// How long failures of a webhook wait, and what a watch of a provider asks for: numbers that are promised.
import { describe, expect, it } from "vitest";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { HttpCall } from "#shared/platform/egress/egress.ts";
import { graphWatches } from "#shared/transports/graph/graph-client.ts";
import {
  backoffMs,
  BOTH_SECRETS_MS,
  delayAfter,
  DISABLED_AFTER_MS,
  GONE,
  REPLAYED_AN_HOUR,
  RETRY_AFTER_MAX_MS,
  WEBHOOKS_PER_ACCOUNT,
} from "#shared/webhooks/webhook.ts";

const HOURS = 3_600_000;

it("a failed post is tried again after these times, for three days in all, and is then given up", () => {
  const delays = Array.from({ length: 12 }, (_, n) => delayAfter(n + 1)! / 1_000);
  expect(delays).toEqual([5, 30, 120, 600, 3_600, 10_800, 21_600, 43_200, 43_200, 43_200, 43_200, 43_200]);
  expect([delayAfter(13), delayAfter(0)]).toEqual([undefined, undefined]);
});

it("an endpoint rests longer with each round that fails, twelve hours at most", () => {
  expect([1, 2, 7, 12, 13, 1_000].map((rounds) => backoffMs(rounds) / 1_000)).toEqual([5, 30, 21_600, 43_200, 43_200, 43_200]);
  expect(backoffMs(0)).toBe(0);
});

it("the limits are what the guide says", () => {
  expect([BOTH_SECRETS_MS, DISABLED_AFTER_MS, RETRY_AFTER_MAX_MS].map((ms) => ms / HOURS)).toEqual([24, 72, 12]);
  expect([REPLAYED_AN_HOUR, WEBHOOKS_PER_ACCOUNT, GONE]).toEqual([1_000, 20, 410]);
});

describe("Graph's subscription", () => {
  const account = {
    api: "graph",
    apiUrl: "https://graph.test/v1.0",
    username: "me@x.test",
    credential: { accessToken: "t" },
  } as ApiAccount;
  const SUBSCRIPTION = { id: "s1", expirationDateTime: "2026-11-30T12:00:00Z" };
  const begin = async (answers: readonly { status: number; body?: unknown }[], known?: string, of: Partial<ApiAccount> = {}) => {
    const calls: { method: string; path: string; json: Record<string, unknown> }[] = [];
    const callHttp = async ({ method, url, body }: HttpCall) => {
      calls.push({ method, path: url.pathname.replace("/v1.0", ""), json: JSON.parse(String(body)) });
      const { status, body: told } = answers[calls.length - 1]!;
      return { status, headers: {}, body: Buffer.from(told === undefined ? "" : JSON.stringify(told)) };
    };
    const watch = await graphWatches(callHttp)(
      { ...account, ...of },
      { url: "https://mail.test/graph", secret: "s3cret", topic: undefined, known },
    ).catch((error: unknown) => error);
    return { watch, calls };
  };

  it("is of new messages of all folders, with the secret, for less than three days", async () => {
    const before = Date.now();
    const { watch, calls } = await begin([{ status: 201, body: SUBSCRIPTION }]);
    expect(watch).toEqual({ id: "s1", until: new Date(SUBSCRIPTION.expirationDateTime) });
    expect(calls).toMatchObject([
      {
        method: "POST",
        path: "/subscriptions",
        json: {
          changeType: "created",
          resource: "me/messages",
          clientState: "s3cret",
          notificationUrl: "https://mail.test/graph",
          lifecycleNotificationUrl: "https://mail.test/graph",
        },
      },
    ]);
    const lasts = Date.parse(String(calls[0]!.json["expirationDateTime"])) - before;
    expect(lasts / 60_000).toBeGreaterThan(4_199);
    expect(lasts / 60_000).toBeLessThan(4_201);
  });

  it("is renewed under its id, whose end Graph may leave out", async () => {
    const { watch, calls } = await begin([{ status: 200, body: {} }], "a/b");
    expect(watch).toMatchObject({ id: "a/b", until: expect.any(Date) });
    expect(calls).toMatchObject([{ method: "PATCH", path: "/subscriptions/a%2Fb" }]);
    expect((await begin([{ status: 200, body: { ...SUBSCRIPTION, id: "other" } }], "mine")).watch).toEqual({
      id: "mine",
      until: new Date(SUBSCRIPTION.expirationDateTime),
    });
  });

  it.each([404, 403])("is made anew where the old one is answered with %i", async (status) => {
    const { watch, calls } = await begin([{ status }, { status: 201, body: SUBSCRIPTION }], "old");
    expect(watch).toMatchObject({ id: "s1" });
    expect(calls.map(({ method }) => method)).toEqual(["PATCH", "POST"]);
  });

  it.each([400, 401, 405, 500])("is no new one where renewing is answered with %i", async (status) => {
    const { watch, calls } = await begin([{ status }], "old");
    expect([watch instanceof Error, calls.length]).toEqual([true, 1]);
  });

  it("that cannot be read is an error, and a shared mailbox has none", async () => {
    for (const body of [
      {},
      { id: 7, expirationDateTime: SUBSCRIPTION.expirationDateTime },
      { id: "s", expirationDateTime: "soon" },
      { id: "s" },
    ])
      expect((await begin([{ status: 201, body }])).watch).toBeInstanceOf(Error);
    expect((await begin([{ status: 201, body: { ...SUBSCRIPTION, id: "x".repeat(300) } }])).watch).toMatchObject({ id: "x".repeat(200) });
    const shared = await begin([], undefined, { mailboxUser: "team@x.test" });
    expect([shared.watch, shared.calls]).toEqual([undefined, []]);
  });
});
