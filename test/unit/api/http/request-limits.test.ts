import { describe, expect, it } from "vitest";
import { connectMailbox } from "#shared/mailboxes/contract/mailboxes.ts";
import { testWebhook } from "#shared/webhooks/contract/webhooks.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { limitProbes, limitRequests, type Limited, rateHeaders } from "#shared/api/http/request-limits.ts";
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
