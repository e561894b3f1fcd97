// Who opens a session of the console, with which rights, and when it ends.
import { beforeEach, describe, expect, it } from "vitest";
import { hashApiKey, hasExpired } from "#shared/accounts/auth/api-key.ts";
import { openMemberSession, openSessionByKey, SESSION_SECONDS } from "#shared/accounts/auth/log-in.ts";
import type { ApiKey, KeyOrigin } from "#shared/accounts/auth/ports.ts";
import type { Member } from "#shared/accounts/member.ts";
import { log } from "#shared/platform/log.ts";
import { ids } from "#shared/platform/system.ts";
import { memoryApiKeys, memoryRateLimits, memoryUsers } from "#test/support/memory/auth.ts";

const START = new Date("2026-11-21T10:00:00Z");
const after = (ms: number) => new Date(START.getTime() + ms);
const TOKEN = `sk_live_${"a".repeat(64)}`;
const SESSION_MS = SESSION_SECONDS * 1000;

const rig = () => {
  let now = START;
  const keys = memoryApiKeys();
  const origins: (KeyOrigin | undefined)[] = [];
  const apiKeys: typeof keys = { ...keys, insert: (key, most, origin) => (origins.push(origin), keys.insert(key, most, origin)) };
  const clock = { now: () => now };
  const ports = { users: memoryUsers(), apiKeys, rateLimits: memoryRateLimits(() => now.getTime()), clock, ids, log };
  return {
    ports,
    origins,
    at: (ms: number) => void (now = after(ms)),
    hold: (facts: Partial<ApiKey> = {}) =>
      keys.insert({ id: "key", userId: "user", hash: hashApiKey(TOKEN), last4: "aaaa", createdAt: START, ...facts }, 100),
    open: async (apiKey = TOKEN, sourceIp = "192.0.2.1") => {
      const token = await openSessionByKey(ports, { apiKey, sourceIp }, () => {});
      return (await keys.findByHash(hashApiKey(token)))!;
    },
    refused: async (apiKey?: string, sourceIp?: string) =>
      openSessionByKey(ports, { apiKey: apiKey ?? TOKEN, sourceIp: sourceIp ?? "192.0.2.1" }, () => {}).then(
        () => "in",
        (error: { reason: string }) => error.reason,
      ),
  };
};

describe("a session that a key opens", () => {
  let world: ReturnType<typeof rig>;
  beforeEach(() => void (world = rig()));

  it("lasts twelve hours, to the millisecond", async () => {
    await world.hold();
    const session = await world.open();

    expect(session.expiresAt).toEqual(after(SESSION_MS));
    expect(hasExpired(session, after(SESSION_MS - 1))).toBe(false);
    expect(hasExpired(session, after(SESSION_MS))).toBe(true);
  });

  it.each([
    ["that ends before it", 60_000, 60_000],
    ["that ends a millisecond before it", SESSION_MS - 1, SESSION_MS - 1],
    ["that ends after it", SESSION_MS + 1, SESSION_MS],
  ])("ends no later than its key: one %s", async (_, keyMs, endMs) => {
    await world.hold({ expiresAt: after(keyMs), makesUntil: after(keyMs) });
    const session = await world.open();

    expect(session.expiresAt).toEqual(after(endMs));
    // What is made in the session ends with the key as well.
    expect(session.makesUntil).toEqual(after(keyMs));
  });

  it("is refused from the key's end on, not before", async () => {
    await world.hold({ expiresAt: after(1_000), makesUntil: after(1_000) });
    world.at(999);
    expect(await world.refused()).toBe("in");
    world.at(1_000);
    expect(await world.refused()).toBe("unauthorized");
  });

  it("has the key's scopes and mode, and is gone with the key", async () => {
    await world.hold({ scopes: ["read"], mode: "test" });
    const session = await world.open();

    expect(session).toMatchObject({ userId: "user", openedBy: "key", scopes: ["read"], mode: "test" });
    expect(world.origins.at(-1)).toEqual({ madeBy: "key" });
  });

  it("is refused to a key that is bound, that may not read, that is unknown, and to what is no key", async () => {
    await world.hold({ bounds: { tenant: "acme" } });
    expect(await world.refused()).toBe("unauthorized");
    world = rig();
    await world.hold({ scopes: ["send"] });
    expect(await world.refused()).toBe("insufficientScope");
    expect(await world.refused(`sk_live_${"b".repeat(64)}`)).toBe("unauthorized");
    world = rig();
    // A session's own token opens no further session.
    const token = `session_${"a".repeat(64)}`;
    await world.hold({ hash: hashApiKey(token) });
    expect(await world.refused(token)).toBe("unauthorized");
  });

  it("is tried twenty times a minute from one address, whatever the key", async () => {
    await world.hold();
    for (let n = 0; n < 20; n += 1) expect(await world.refused("sk_live_x")).toBe("unauthorized");

    expect(await world.refused()).toBe("tooManyRequests");
    expect(await world.refused(TOKEN, "192.0.2.2")).toBe("in");
    world.at(3_000);
    expect(await world.refused()).toBe("in");
  });
});

describe("a session of a member", () => {
  const member = {
    id: "m",
    userId: "user",
    name: "Jo",
    email: "jo@b.test",
    passwordHash: "h",
    revision: 3,
    createdAt: START,
    joinedAt: START,
  };
  const opened = async (facts: Partial<Member>) => {
    const { ports, origins } = rig();
    await openMemberSession(ports, { ...member, ...facts } as Member);
    return { session: (await ports.apiKeys.list("user"))[0]!, origins };
  };

  it.each([
    ["viewer", ["read"], { mailboxIds: ["box"] }],
    ["member", ["send", "read"], { mailboxIds: ["box"] }],
    ["admin", ["send", "read", "admin"], undefined],
  ] as const)("has the rights of his role, %s, names him, and stands as long as he is as he signed in", async (role, scopes, bounds) => {
    const { session, origins } = await opened({ role, mailboxIds: ["box"] });

    expect(session).toMatchObject({ scopes, member: { id: "m", name: "Jo" } });
    expect(session.bounds).toEqual(bounds);
    expect(session.expiresAt).toEqual(after(SESSION_MS));
    expect(origins).toEqual([{ memberRevision: 3 }]);
  });

  it("shows nothing to somebody of whom no mailboxes are named", async () => {
    expect((await opened({ role: "viewer" })).session.bounds).toEqual({ mailboxIds: [] });
  });
});
