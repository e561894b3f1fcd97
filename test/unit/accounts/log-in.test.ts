import { describe, expect, it } from "vitest";
import { createApiKey } from "#shared/accounts/auth/create-api-key.ts";
import { hashPassword } from "#shared/accounts/auth/passwords.ts";
import { logIn } from "#shared/accounts/auth/log-in.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { memoryApiKeys, memoryRateLimits, memoryUsers } from "#test/support/memory/auth.ts";

/** A hash that costs next to nothing and that no password matches: its cost is no part of these rules. */
const cheap = `$argon2id$v=19$m=8,t=1,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

const rig = () => {
  let now = 0;
  const findByEmail = async (email: string) => ({ id: "user", email, name: "", passwordHash: cheap, createdAt: new Date(0) });
  const ports = {
    users: { ...memoryUsers(), findByEmail },
    apiKeys: memoryApiKeys(),
    rateLimits: memoryRateLimits(() => now),
    clock,
    ids,
    log,
  };
  const attempt = (sourceIp: string, email: string) =>
    logIn(ports, { email, password: "wrong", sourceIp }).then(
      () => "in",
      (error: { reason: string }) => error.reason,
    );
  return { ports, attempt, pass: (ms: number) => (now += ms) };
};

const times = async (count: number, ask: (i: number) => Promise<string>): Promise<string[]> => {
  const answers: string[] = [];
  for (let i = 0; i < count; i++) answers.push(await ask(i));
  return answers;
};
const tally = (answers: readonly string[]) => answers.map((answer) => (answer === "tooManyRequests" ? "-" : "x")).join("");

describe("S8: the windows of a login", () => {
  it("are five a minute for an address with an email, and refill", async () => {
    const { attempt, pass } = rig();

    expect(tally(await times(7, () => attempt("1.1.1.1", "a@b.test")))).toBe("xxxxx--");
    expect(await attempt("2.2.2.2", "a@b.test")).toBe("unauthorized");
    pass(12_000);
    expect(tally(await times(2, () => attempt("1.1.1.1", "A@b.test")))).toBe("x-");
  });

  it("are twenty for an address with whatever emails", async () => {
    const { attempt } = rig();

    expect(tally(await times(22, (i) => attempt("1.1.1.1", `a${i}@b.test`)))).toBe(`${"x".repeat(20)}--`);
    expect(await attempt("2.2.2.2", "a1@b.test")).toBe("unauthorized");
  });

  it("are fifty for an email from wherever; what a narrower window refuses draws from no other", async () => {
    const { attempt } = rig();
    await times(30, () => attempt("9.9.9.9", "a@b.test"));

    expect(tally(await times(46, (i) => attempt(`1.1.1.${i}`, "a@b.test")))).toBe(`${"x".repeat(45)}-`);
    expect(await attempt("1.1.1.99", "other@b.test")).toBe("unauthorized");
  });
});

describe("S8: where an account has logged in before", () => {
  const owned = async () => {
    let now = 0;
    const users = memoryUsers();
    const ports = { users, apiKeys: memoryApiKeys(users), rateLimits: memoryRateLimits(() => now), clock, ids, log };
    const passwordHash = await hashPassword("right", "scrypt");
    await users.insert({ id: "owner", email: "owner@b.test", name: "", passwordHash: cheap, createdAt: new Date(0) });
    const attempt = (sourceIp: string, password = "wrong", email = "owner@b.test") =>
      logIn(ports, { email, password, sourceIp }).then(
        () => "in",
        (error: { reason: string }) => error.reason,
      );
    /** The hash costs its time only where the password must be right. */
    const logInAt = async (sourceIp: string) => {
      await users.setPasswordHash("owner", passwordHash);
      const outcome = await attempt(sourceIp, "right");
      await users.setPasswordHash("owner", cheap);
      return outcome;
    };
    return { users, attempt, logInAt, pass: (ms: number) => (now += ms) };
  };

  it("lets the owner in from a known address while fourteen others guess", async () => {
    const { attempt, logInAt, pass } = await owned();
    await logInAt("192.0.2.1");
    pass(60_000);
    for (let i = 0; i < 14; i++) await times(4, () => attempt(`203.0.113.${i}`));

    expect(await attempt("203.0.113.99")).toBe("tooManyRequests");
    expect(await logInAt("192.0.2.1")).toBe("in");
  });

  it("lets the owner in while others behind the same address try other emails", async () => {
    const { attempt, logInAt, pass } = await owned();
    await logInAt("192.0.2.1");
    pass(60_000);
    await times(20, (i) => attempt("192.0.2.1", "wrong", `a${i}@b.test`));

    expect(await attempt("192.0.2.1", "wrong", "another@b.test")).toBe("tooManyRequests");
    expect(await logInAt("192.0.2.1")).toBe("in");
  });

  it("limits a known address to five tries a minute, and a wrong password makes none known", async () => {
    const { attempt, users, logInAt } = await owned();
    await attempt("192.0.2.2");
    expect((await users.find("owner"))?.loginNetworks).toBeUndefined();

    await logInAt("192.0.2.1");
    expect(tally(await times(5, () => attempt("192.0.2.1")))).toBe("xxxx-");
  });

  it("counts an IPv6 subscriber's addresses as one", async () => {
    const { attempt } = await owned();

    expect(tally(await times(6, (i) => attempt(`2001:db8::${i}`)))).toBe("xxxxx-");
  });
});

describe("named keys", () => {
  const maker = { id: "maker", userId: "user", scopes: ["send", "admin"] as const };
  const made = async () => {
    const { ports } = rig();
    const { id, userId, scopes } = maker;
    await ports.apiKeys.insert({ id, userId, scopes, hash: "m", last4: "", createdAt: new Date() }, 100);
    return { ...ports, mailboxes: { findMany: async () => [] } };
  };

  it("are never dropped by logins, and are at most a hundred", async () => {
    const ports = await made();
    const { key, token } = await createApiKey(ports, maker, { name: "CRM", scopes: ["send"] });
    const aLogin = { userId: maker.userId, last4: "", createdAt: new Date(Date.now() + 1_000) };
    for (let i = 0; i < 3; i++) await ports.apiKeys.insert({ ...aLogin, id: `login${i}`, hash: `${i}` }, 2);

    expect(token).toMatch(/^sk_live_[0-9a-f]{64}$/);
    expect((await ports.apiKeys.list(maker.userId)).map(({ id }) => id)).toEqual(["login2", "login1", key.id]);

    await ports.apiKeys.insert({ ...aLogin, id: maker.id, hash: "m" }, 100);
    for (let i = 0; i < 99; i++) await createApiKey(ports, maker, { name: `k${i}`, scopes: ["send"] });
    await expect(createApiKey(ports, maker, { name: "one more", scopes: ["send"] })).rejects.toMatchObject({ reason: "conflict" });
  });

  it("end with their maker, unless they are to end before it", async () => {
    const ports = await made();
    const [soon, later, end] = [1, 3, 2].map((day) => new Date(Date.UTC(2099, 0, day)));
    const brief = { ...maker, makesUntil: end };

    expect((await createApiKey(ports, brief, { name: "as long", scopes: ["send"] })).key.expiresAt).toEqual(end);
    expect((await createApiKey(ports, brief, { name: "shorter", scopes: ["send"], expiresAt: soon })).key.expiresAt).toEqual(soon);
    await expect(createApiKey(ports, brief, { name: "longer", scopes: ["send"], expiresAt: later })).rejects.toMatchObject({
      details: [{ field: "expiresAt" }],
    });
    expect((await createApiKey(ports, maker, { name: "without end", scopes: ["send"] })).key.expiresAt).toBeUndefined();
  });

  it("have no scope that their maker lacks, and none when it was revoked meanwhile", async () => {
    const ports = await made();

    await expect(createApiKey(ports, maker, { name: "x", scopes: ["send", "read"] })).rejects.toMatchObject({
      reason: "insufficientScope",
    });
    await ports.apiKeys.delete(maker.userId, maker.id);
    await expect(createApiKey(ports, maker, { name: "x", scopes: ["send"] })).rejects.toMatchObject({ reason: "unauthorized" });
  });
});
