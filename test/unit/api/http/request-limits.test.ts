import { describe, expect, it } from "vitest";
import { connectMailbox } from "#shared/mailboxes/contract/mailboxes.ts";
import { testWebhook } from "#shared/webhooks/contract/webhooks.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import type { TokenBucket } from "#shared/accounts/auth/request-ports.ts";
import { addressLimits, limitProbes, limitRequests, type Limited, rateHeaders } from "#shared/api/http/request-limits.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";

type Caller = Pick<KeyInUse, "userId" | "bounds" | "mode">;

const rig = () => {
  const deps = { rateLimits: memoryRateLimits(() => 0), accountBucket: () => ({ burst: 50, perSecond: 10 }) };
  const outcome = async (work: Promise<void>) => work.then(() => 200).catch((error: Error) => error.message);
  return {
    ask: (key: Caller, note: (limited: Limited) => void = () => {}) => outcome(limitRequests(deps, key, note)),
    probe: (key: Caller, operation = connectMailbox as never) => outcome(limitProbes(deps, operation, key, { type: "sandbox" })),
  };
};

const unbound: Caller = { userId: "a" };
const acme: Caller = { userId: "a", bounds: { tenant: "acme" } };
const mailbox: Caller = { userId: "a", bounds: { mailboxIds: ["m"] } };
const test: Caller = { userId: "a", mode: "test" };
const everybody: readonly (readonly [string, Caller])[] = [
  ["the unbound keys", unbound],
  ["the keys of a tenant", acme],
  ["the keys of another tenant", { userId: "a", bounds: { tenant: "other" } }],
  ["the keys of mailboxes without a tenant", mailbox],
  ["the test keys", test],
  ["another account", { userId: "b" }],
];
const used = (name: string) => `Too many requests: the limit "${name}" is used up`;

describe("a flood of requests", () => {
  it.each(everybody)("of %s takes none from the five others", async (_who, flooding) => {
    const { ask, probe } = rig();
    for (let i = 0; i < 500; i++) await ask(flooding);
    for (let i = 0; i < 500; i++) await probe(flooding, testWebhook as never);

    const others = everybody.filter(([, key]) => key !== flooding);
    for (const [who, key] of others) {
      expect(await ask(key), who).toBe(200);
      expect(await probe(key, testWebhook as never), who).toBe(200);
    }
  });

  it.each([
    ["an account's unbound keys", unbound, unbound, 50, "account"],
    ["a tenant's keys, whatever mailboxes each has", acme, { userId: "a", bounds: { tenant: "acme", mailboxIds: ["m"] } }, 25, "tenant"],
    ["keys of mailboxes without a tenant", mailbox, { userId: "a", bounds: { mailboxIds: ["n"] } }, 25, "tenant"],
    ["an account's test keys", test, { ...test, bounds: { tenant: "acme" } }, 50, "test"],
  ])("is refused where %s have used their bucket up, by its name", async (_who, one, other, burst, name) => {
    const { ask } = rig();
    const told: string[] = [];
    const answers: unknown[] = [];
    for (let i = 0; i <= burst; i++)
      answers.push(await ask(i % 2 === 0 ? one : other, (limited) => told.push(rateHeaders([limited])["ratelimit-policy"]!)));

    expect(answers).toEqual([...Array.from({ length: burst }, () => 200), used(name)]);
    expect(new Set(told)).toEqual(new Set([`"${name}";q=${burst};w=5`]));
  });
});

it("lets test keys connect sandbox mailboxes without a limit of probes, and try webhooks within one of their own", async () => {
  const { probe } = rig();

  for (let i = 0; i < 60; i++) expect(await probe(test)).toBe(200);
  const tried = await Promise.all(Array.from({ length: 11 }, () => probe(test, testWebhook as never)));

  expect(tried.filter((answer) => answer === 200)).toHaveLength(10);
  expect(tried).toContain(used("probes"));
  expect(await probe(unbound)).toBe(200);
});

describe("the buckets of addresses", () => {
  const limits = (bucket: TokenBucket = { burst: 3, perSecond: 2 }) => {
    let now = 1_000_000;
    return { ...addressLimits({ now: () => new Date(now) }, () => bucket), pass: (ms: number) => (now += ms) };
  };

  it("hold as many requests as one may make at once, say how many seconds the next one waits, and fill up with time", () => {
    const { take, pass } = limits();
    expect([take("192.0.2.1"), take("192.0.2.1"), take("192.0.2.1")]).toEqual([0, 0, 0]);
    expect(take("192.0.2.1")).toBe(0.5);
    pass(250);
    expect(take("192.0.2.1")).toBe(0.25);
    pass(250);
    expect([take("192.0.2.1"), take("192.0.2.1")]).toEqual([0, 0.5]);
    pass(3_600_000);
    expect([1, 2, 3].map(() => take("192.0.2.1"))).toEqual([0, 0, 0]);
    expect(take("192.0.2.1")).toBe(0.5);
  });

  it("take nothing for a refused request, and a token that is given back can be taken again", () => {
    const { take, refund } = limits();
    for (let i = 0; i < 3; i += 1) take("192.0.2.1");
    for (let i = 0; i < 10; i += 1) expect(take("192.0.2.1")).toBe(0.5);
    refund("192.0.2.1");
    expect([take("192.0.2.1"), take("192.0.2.1")]).toEqual([0, 0.5]);
  });

  it("are one for a network: of IPv6 for a whole /64", () => {
    const { take } = limits({ burst: 1, perSecond: 1 });
    expect([take("2001:db8::1"), take("2001:db8::2"), take("2001:db8:0:1::1")]).toEqual([0, 1, 0]);
  });

  it("lose nothing to a clock that goes back", () => {
    const { take, pass } = limits();
    for (let i = 0; i < 3; i += 1) take("192.0.2.1");
    pass(-60_000);
    expect(take("192.0.2.1")).toBe(0.5);
  });

  it("are forgotten together when ten thousand addresses are known, and not before", () => {
    const { take } = limits({ burst: 1, perSecond: 0.001 });
    take("192.0.2.1");
    for (let n = 1; n < 9_999; n += 1) take(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    expect(take("192.0.2.1")).toBeGreaterThan(0);
    take("198.51.100.1");
    // The next one that is looked at finds the table full.
    take("198.51.100.2");
    expect(take("192.0.2.1")).toBe(0);
  });
});

it("headers say what is left in whole requests, and the seconds until all are back, for each limit", () => {
  const bucket = { burst: 50, perSecond: 10 };
  const limited = (name: string, left: number, of = bucket) => ({ name, bucket: of, taken: { left, wait: 0 } as Limited["taken"] });
  expect(rateHeaders([limited("account", 41.9), limited("probes", 0, { burst: 10, perSecond: 1 / 12 })])).toEqual({
    "ratelimit-policy": '"account";q=50;w=5, "probes";q=10;w=120',
    ratelimit: '"account";r=41;t=1, "probes";r=0;t=120',
  });
});

describe("requests that open connections", () => {
  const probed = async (limit: string | undefined, id: string, body: unknown, key: Caller = unbound) => {
    const told: Limited[] = [];
    const deps = { rateLimits: memoryRateLimits(() => 0), accountBucket: () => ({ burst: 50, perSecond: 10 }) };
    await limitProbes(deps, { limit, id } as never, key, body, (limited) => told.push(limited));
    return told.map(({ name, bucket: { burst, perSecond } }) => [name, burst, perSecond * 60]);
  };
  const COUNTED = [["probes", 10, 5]];

  it.each([
    ["probe", "mailboxes/test", undefined, COUNTED],
    ["credentials", "mailboxes/patch", { smtp_password: "x" }, COUNTED],
    ["credentials", "mailboxes/patch", { imap_host: "x" }, COUNTED],
    ["credentials", "mailboxes/connect", { code: "x" }, COUNTED],
    ["credentials", "mailboxes/connect", { refresh_token: "x" }, COUNTED],
    ["credentials", "oauth-clients/patch", { client_secret: "x" }, COUNTED],
    ["credentials", "webhooks/patch", { url: "x" }, COUNTED],
    ["credentials", "mailboxes/patch", { display_name: "x", code_name: "x", my_url: "x" }, []],
    ["credentials", "mailboxes/patch", undefined, []],
    [undefined, "sending/send", { url: "x" }, []],
  ] as const)("of limit %s, as %s with %j, are counted: %j", async (limit, id, body, counted) => {
    expect(await probed(limit, id, body)).toEqual(counted);
  });

  it("in a test world are those of webhooks alone", async () => {
    expect(await probed("probe", "mailboxes/test", undefined, test)).toEqual([]);
    expect(await probed("probe", "webhooks/test", undefined, test)).toEqual([["probes", 10, 5]]);
    expect(await probed("probe", "mailboxes/test", undefined, acme)).toEqual([["probes", 5, 2.5]]);
  });
});
