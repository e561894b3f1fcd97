// Who may be a member, with which mailboxes, and how an invitation ends.
import { describe, expect, it } from "vitest";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { isWithin } from "#shared/accounts/auth/bounds.ts";
import { type Member, type Members, statusAt } from "#shared/accounts/member.ts";
import { acceptInvitation, changeMember, inviteMember, type MemberPorts, removeMember } from "#shared/accounts/members.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";

const START = new Date("2026-11-21T10:00:00Z");
const DAY_MS = 86_400_000;
const by = { id: "key", userId: "user" } as KeyInUse;

const rig = (stored: Partial<Member> = {}) => {
  let outcome: "full" | "revoked" | undefined;
  const member = {
    id: "m",
    userId: "user",
    name: "Jo",
    role: "viewer",
    mailboxIds: ["a"],
    createdAt: START,
    revision: 1,
    ...stored,
  } as Member;
  const asked: unknown[] = [];
  const members = {
    insert: async (...given: unknown[]) => (asked.push(given), outcome ?? "stored"),
    find: async (userId: string, id: string) => (userId === "user" && id === "m" ? member : undefined),
    change: async (...given: unknown[]) => (asked.push(given), outcome ?? { ...member, ...(given[2] as object) }),
    remove: async (...given: unknown[]) => (asked.push(given), outcome ?? given[1] === "m"),
  } as unknown as Members;
  const findMany = async (userId: string, wanted: readonly string[]) =>
    wanted.filter((id) => userId === "user" && ["a", "b"].includes(id)).map((id) => aMailbox({ id }));
  const ports: MemberPorts = { members, mailboxes: { findMany }, clock: { now: () => START }, ids };
  return { ports, asked, answer: (with_: "full" | "revoked") => void (outcome = with_) };
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { reason: string; details?: readonly { field: string }[] }) =>
      [error.reason, error.details?.[0]?.field].filter(Boolean).join(" "),
  );

describe("a member", () => {
  it.each([
    ["an admin with mailboxes", { role: "admin", mailboxIds: ["a"] }, "invalid mailboxIds"],
    ["an admin with an empty list", { role: "admin", mailboxIds: [] }, "invalid mailboxIds"],
    ["a member without mailboxes", { role: "member" }, "invalid mailboxIds"],
    ["a viewer without mailboxes", { role: "viewer" }, "invalid mailboxIds"],
    ["one with a mailbox of another account", { role: "member", mailboxIds: ["a", "strange"] }, "notFound"],
  ] as const)("is not %s", async (_, rights, told) => {
    const { ports, asked } = rig();

    expect(await refusal(inviteMember(ports, by, { name: "Jo", ...rights }))).toBe(told);
    expect(asked).toEqual([]);
  });

  it("is not made an admin with mailboxes, nor given another account's mailbox", async () => {
    const { ports, asked } = rig();

    expect(await refusal(changeMember(ports, by, "m", { role: "admin", mailboxIds: ["a"] }))).toBe("invalid mailboxIds");
    expect(await refusal(changeMember(ports, by, "m", { mailboxIds: ["strange"] }))).toBe("notFound");
    expect(asked).toEqual([]);
  });

  it("is invited for seven days by a token of which the hash alone is kept", async () => {
    const { ports, asked } = rig();
    const { member, token } = await inviteMember(ports, by, { name: "Jo", role: "member", mailboxIds: ["a", "b", "a"] });

    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(asked)).not.toContain(token);
    expect(asked).toEqual([[member, "key"]]);
    expect(member).toMatchObject({ userId: "user", role: "member", mailboxIds: ["a", "b"], revision: 0 });
    expect(member.invitation).toEqual({ hash: hashApiKey(token), expiresAt: new Date(START.getTime() + 7 * DAY_MS) });
    const at = (ms: number) => statusAt(member, new Date(START.getTime() + 7 * DAY_MS + ms));
    expect([at(-1), at(0), statusAt({}, START)]).toEqual(["invited", "expired", "active"]);
  });

  it("keeps what a change does not name, and an admin has no list", async () => {
    const changed = async (stored: Partial<Member>, changes: object) => {
      const { ports, asked } = rig(stored);
      await changeMember(ports, by, "m", changes);
      return asked;
    };

    expect(await changed({}, { role: "member" })).toEqual([["user", "m", { role: "member", mailboxIds: ["a"] }, "key"]]);
    expect(await changed({}, { mailboxIds: ["b"] })).toEqual([["user", "m", { role: "viewer", mailboxIds: ["b"] }, "key"]]);
    expect(await changed({}, { role: "admin" })).toEqual([["user", "m", { role: "admin" }, "key"]]);
    const { ports } = rig({ role: "admin", mailboxIds: undefined as never });
    // Whoever is lowered gets mailboxes by name.
    expect(await refusal(changeMember(ports, by, "m", { role: "viewer" }))).toBe("invalid mailboxIds");
  });

  it("is the account's own", async () => {
    const stranger = { ...by, userId: "stranger" };
    const { ports, asked } = rig();

    expect(await refusal(changeMember(ports, stranger, "m", { role: "admin" }))).toBe("notFound");
    expect(await refusal(changeMember(ports, by, "other", { role: "admin" }))).toBe("notFound");
    expect(await refusal(removeMember(ports, by, "other"))).toBe("notFound");
    expect(asked).toEqual([["user", "other", "key"]]);
    expect(await refusal(removeMember(ports, by, "m"))).toBe("done");
  });

  it("is changed by no key that was revoked meanwhile, and is one of a hundred at most", async () => {
    const { ports, answer } = rig();
    answer("full");
    expect(await refusal(inviteMember(ports, by, { name: "Jo", role: "admin" }))).toBe("conflict");
    answer("revoked");
    expect(await refusal(inviteMember(ports, by, { name: "Jo", role: "admin" }))).toBe("unauthorized");
    expect(await refusal(changeMember(ports, by, "m", { role: "admin" }))).toBe("unauthorized");
    expect(await refusal(removeMember(ports, by, "m"))).toBe("unauthorized");
  });
});

describe("an invitation", () => {
  const TOKEN = "a".repeat(64);
  const invited = (facts: { locked?: true; taken?: true; closes?: true } = {}) => {
    const accepted: unknown[] = [];
    const members = {
      findInvited: async (hash: string) => (hash === hashApiKey(TOKEN) ? { id: "m", userId: "user" } : undefined),
      accept: async (...given: unknown[]) => (accepted.push(given), facts.closes ? undefined : { id: "m" }),
    } as unknown as Members;
    const users = {
      find: async () => ({ ...(facts.locked && { lockedAt: START }) }) as never,
      findByEmail: async (email: string) => (facts.taken && email === "jo@b.test" ? ({ id: "x" } as never) : undefined),
    };
    let now = 0;
    const ports = { members, users, rateLimits: memoryRateLimits(() => now) };
    const accept = (token = TOKEN, sourceIp = "192.0.2.1") =>
      refusal(acceptInvitation(ports, { token, email: "Jo@B.test", password: "p", sourceIp }, () => {}));
    return { accepted, accept, pass: (ms: number) => void (now += ms) };
  };

  it("is accepted with the email in lower case, and a password of which the hash alone is kept", async () => {
    const { accept, accepted } = invited();

    expect(await accept()).toBe("done");
    expect(accepted).toEqual([[hashApiKey(TOKEN), { email: "jo@b.test", passwordHash: expect.stringMatching(/^\$/) as string }]]);
  });

  it.each(["", "b".repeat(64), "a".repeat(63), "A".repeat(64), `${TOKEN}\n`])("is not that of another token: %j", async (token) => {
    const { accept, accepted } = invited();

    expect([await accept(token), accepted]).toEqual(["notFound", []]);
  });

  it.each([
    ["of a locked account", { locked: true }, "notFound"],
    ["for an owner's email", { taken: true }, "conflict"],
  ] as const)("is not accepted %s", async (_, facts, told) => {
    const { accept, accepted } = invited(facts);

    expect([await accept(), accepted]).toEqual([told, []]);
  });

  it("that ended while the password was hashed lets nobody in", async () => {
    expect(await invited({ closes: true }).accept()).toBe("notFound");
  });

  it("is tried twenty times a minute from one address, before a password costs anything", async () => {
    const { accept, accepted, pass } = invited({ taken: true });
    for (let n = 0; n < 20; n += 1) await accept();

    expect(await accept()).toBe("tooManyRequests");
    expect(await accept(TOKEN, "192.0.2.2")).toBe("conflict");
    pass(3_000);
    expect([await accept(), accepted]).toEqual(["conflict", []]);
  });
});

it("bounds show a mailbox of both, the tenant and the list", () => {
  const mailbox = aMailbox({ id: "a", tenant: "acme" });
  const shown = (bounds: object) => isWithin(bounds, mailbox);

  expect([{}, { tenant: "acme" }, { mailboxIds: ["a"] }, { tenant: "acme", mailboxIds: ["a"] }].map(shown)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  const foreign = [{ tenant: "other" }, { mailboxIds: [] }, { mailboxIds: ["b"] }, { tenant: "other", mailboxIds: ["a"] }];
  expect([...foreign, { tenant: "acme", mailboxIds: ["b"] }].map(shown)).toEqual([false, false, false, false, false]);
  expect(isWithin({ tenant: "acme" }, aMailbox())).toBe(false);
});
