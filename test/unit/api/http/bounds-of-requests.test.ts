// What a bound key sees and names, and how keys are believed, one guard at a time; over every operation: test/http/every-operation/bounds.test.ts.
import { describe, expect, it } from "vitest";
import { generateApiKey, hashApiKey } from "#shared/accounts/auth/api-key.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";
import { authenticator, assertMayCall, assertNamesWithin, mailboxesShown } from "#shared/api/http/authenticate.ts";
import { audited } from "#shared/api/http/audited.ts";
import type { Operation } from "#shared/api/operation.ts";
import { createSession } from "#shared/service/console/contract.ts";
import { notFound, unauthorized } from "#shared/platform/errors.ts";
import type { NewAuditEntry } from "#shared/accounts/audit-log.ts";
import { memoryIdempotency, memoryRateLimits } from "#test/support/memory/auth.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const of = (boundKeys: Operation["boundKeys"]) => ({ boundKeys }) as Operation;
const key = (bounds?: object) => ({ id: "k", userId: "u", scopes: [], ...(bounds && { bounds }) }) as never;
const allowed = (work: () => unknown) => {
  try {
    work();
    return true;
  } catch (error) {
    return (error as { reason: string }).reason;
  }
};

it("a bound key calls neither what is the account's nor, without a tenant, what is a tenant's", () => {
  const may = (rule: Operation["boundKeys"], bounds?: object) => allowed(() => assertMayCall(of(rule), key(bounds)));
  expect([may("none"), may("tenant"), may({ by: "tenant" })]).toEqual([true, true, true]);
  expect([
    may("none", { tenant: "t" }),
    may("tenant", { tenant: "t" }),
    may({ by: "tenant" }, { tenant: "t" }),
    may({}, { tenant: "t" }),
  ]).toEqual(["notFound", true, true, true]);
  expect([
    may("tenant", { mailboxIds: [] }),
    may({ by: "tenant" }, { mailboxIds: [] }),
    may({ rows: "within" }, { mailboxIds: [] }),
    may("all", { mailboxIds: [] }),
    may("open", { mailboxIds: [] }),
  ]).toEqual(["notFound", "notFound", true, true, true]);
});

describe("an id that a bound key names", () => {
  const asked: string[] = [];
  const reads = {
    mailboxIds: async () => [],
    mailboxOf: async (userId: string, kind: string, id: string) => (
      asked.push(`${userId} ${kind} ${id}`),
      id === "gone" ? undefined : { id: "m", tenant: id }
    ),
  };
  const rule = { id: "send", named: { mailbox_id: "mailbox", thread_id: "thread" } } as const;
  const names = async (request: object, more: { isUnbound?: true; boundKeys?: Operation["boundKeys"] } = {}) => {
    const { isUnbound, boundKeys = rule } = more;
    const bounds = isUnbound ? undefined : { tenant: "t" };
    asked.length = 0;
    const parsed = { params: undefined, query: undefined, body: undefined, ...request };
    return assertNamesWithin(reads as never, of(boundKeys), key(bounds), parsed).then(
      () => [...asked],
      (error: { reason: string }) => error.reason,
    );
  };

  it("is looked up in path, query and body by its kind", async () => {
    expect(await names({ params: { id: "t" }, query: { mailbox_id: "t" }, body: { thread_id: "t" } })).toEqual([
      "u send t",
      "u mailbox t",
      "u thread t",
    ]);
    expect(await names({ params: {}, query: {}, body: { mailbox_id: 7 } })).toEqual([]);
    expect(await names({})).toEqual([]);
    expect(await names({ params: { id: "t" } }, { boundKeys: { rows: "within" } })).toEqual([]);
  });

  it.each([
    [{ params: { id: "other" } }],
    [{ params: { id: "gone" } }],
    [{ query: { mailbox_id: "other" } }],
    [{ body: { thread_id: "gone" } }],
  ])("that is another's, or nobody's, does not exist: %j", async (request) => expect(await names(request)).toBe("notFound"));

  it("is everybody's where the key is not bound, or the operation has one rule for all", async () => {
    expect(await names({ params: { id: "other" } }, { isUnbound: true })).toEqual([]);
    expect(await names({ params: { id: "other" } }, { boundKeys: "all" })).toEqual([]);
    await expect(
      assertNamesWithin(undefined, of(rule), key({ tenant: "t" }), { params: { id: "t" }, query: {}, body: {} }),
    ).rejects.toMatchObject({ reason: "notFound" });
  });
});

it("an answer shows the mailboxes within the bounds and of the tenant that is asked for", async () => {
  const reads = {
    mailboxIds: async (userId: string, bounds: object) => [userId, JSON.stringify(bounds)],
    mailboxOf: async () => undefined,
  };
  const shown = (bounds: object | undefined, query?: object) => mailboxesShown(reads, key(bounds), query)();
  expect([await shown(undefined), await shown(undefined, {})]).toEqual([undefined, undefined]);
  expect(await shown(undefined, { tenant: "t" })).toEqual(["u", '{"tenant":"t"}']);
  expect(await shown({ tenant: "t" })).toEqual(["u", '{"tenant":"t"}']);
  expect(await shown({ tenant: "t" }, { tenant: "t" })).toEqual(["u", '{"tenant":"t"}']);
  expect(await shown({ tenant: "t" }, { tenant: "other" })).toEqual([]);
  expect(await shown({ mailboxIds: ["m"] }, { tenant: "t" })).toEqual(["u", '{"mailboxIds":["m"],"tenant":"t"}']);
  expect(await mailboxesShown(undefined, key({ tenant: "t" }), {})()).toEqual([]);
});

describe("a key", () => {
  const rig = (keys: readonly Partial<ApiKey>[]) => {
    let now = Date.parse("2026-11-27T12:00:00Z");
    const seen = { reads: 0, touched: [] as string[] };
    const tokens = keys.map(() => generateApiKey());
    const rows = keys.map((more, n) => ({
      id: `k${n}`,
      userId: "u",
      hash: hashApiKey(tokens[n]!),
      last4: "",
      createdAt: new Date(now),
      name: "n",
      ...more,
    }));
    const accountOf = authenticator({
      apiKeys: {
        findByHash: async (hash: string) => ((seen.reads += 1), rows.find((row) => row.hash === hash)),
        touch: async (id: string, at: Date) => {
          seen.touched.push(id);
          Object.assign(
            rows.find((row) => row.id === id)!,
            { lastUsedAt: at },
          );
        },
      },
      rateLimits: memoryRateLimits(() => now),
      idempotency: memoryIdempotency(),
      clock: { now: () => new Date(now) },
      log: recordingLog(),
      accountBucket: () => ({ burst: 1_000_000, perSecond: 1_000 }),
      isInMaintenance: async () => false,
      isOutage: () => false,
    });
    const use = (n: number, scope?: "read" | "send", ...more: [assertMay?: () => void, alsoBy?: "draft"]) =>
      accountOf({ header: tokens[n], sourceIp: "192.0.2.1" }, scope, undefined, ...more).then(
        ({ id }) => id,
        (error: { reason: string }) => error.reason,
      );
    return { use, seen, rows, pass: (ms: number) => (now += ms) };
  };

  it("is believed for twenty seconds, and asked for again after them", async () => {
    const { use, seen, pass } = rig([{}]);
    await use(0);
    pass(19_999);
    await use(0);
    expect(seen.reads).toBe(1);
    pass(1);
    await use(0);
    expect(seen.reads).toBe(2);
  });

  it("that was revoked is refused after them for good, without counting as a guess while it was known", async () => {
    const { use, rows, pass } = rig([{}]);
    await use(0);
    rows.length = 0;
    pass(20_000);
    expect(await use(0)).toBe("unauthorized");
  });

  it("notes its use once a minute", async () => {
    const { use, seen, pass } = rig([{}]);
    await use(0);
    pass(60_000);
    await use(0);
    expect(seen.touched).toEqual(["k0"]);
    pass(1);
    await use(0);
    await use(0);
    expect(seen.touched).toEqual(["k0", "k0"]);
    const used = rig([{ lastUsedAt: new Date("2026-11-27T12:00:00Z") }]);
    await used.use(0);
    expect(used.seen.touched).toEqual([]);
  });

  it("with another scope than the operation's is refused, unless that one will do as well", async () => {
    const { use, seen } = rig([{ scopes: ["draft"] }, { scopes: ["send"] }]);
    expect([await use(0, "send"), await use(0, "send", () => undefined, "draft"), await use(1, "send", () => undefined, "draft")]).toEqual([
      "insufficientScope",
      "k0",
      "k1",
    ]);
    expect(await use(1, "read", () => undefined, "draft")).toBe("insufficientScope");
    expect(await use(1, undefined)).toBe("k1");
    expect(seen.touched).toEqual(["k0", "k1"]);
  });

  it("is refused by what the operation asks of it, and then takes no token and notes no use", async () => {
    const { use, seen } = rig([{}]);
    expect(
      await use(0, undefined, () => {
        throw notFound("Path");
      }),
    ).toBe("notFound");
    expect(seen.touched).toEqual([]);
  });

  it("of a client, or one whose consent waits, is none in the header", async () => {
    const { use } = rig([
      { consent: { clientId: "c", codeHash: "h" } },
      { consent: { clientId: "c", codeHash: "h", waiting: {} } },
    ] as never);
    expect([await use(0), await use(1)]).toEqual(["unauthorized", "unauthorized"]);
  });

  it("is one of a thousand that are remembered, and then forgotten with them", async () => {
    const { use, seen } = rig(Array.from({ length: 1_001 }, () => ({})));
    for (let n = 0; n < 1_000; n += 1) await use(n);
    await use(0);
    expect(seen.reads).toBe(1_000);
    await use(1_000);
    await use(0);
    expect(seen.reads).toBe(1_002);
  });
});

describe("a login in the audit log", () => {
  const login = async (run: (request: { concerns: (whom: object) => void }) => Promise<unknown>) => {
    const written: Partial<NewAuditEntry>[] = [];
    const deps = {
      auditLog: { record: async (entry: NewAuditEntry) => void written.push(entry) },
      rateLimits: memoryRateLimits(),
      log: recordingLog(),
      isOutage: () => false,
    };
    const request = {
      key: { id: "", userId: "", scopes: [] },
      params: undefined,
      query: undefined,
      body: { email: "jane@x.test", password: "p" },
      sourceIp: "192.0.2.1",
      headers: { "user-agent": "ua" },
    };
    await audited(deps as never, createSession as never, run as never)(request as never).catch(() => undefined);
    return written;
  };

  it("is of the account that it found, with no field of what was sent", async () => {
    const [entry] = await login(async ({ concerns }) => {
      concerns({ userId: "u" });
      concerns({ keyId: "k" });
    });
    expect(entry).toMatchObject({ userId: "u", keyId: "k", resourceId: "k", outcome: "done", fields: [], sourceIp: "192.0.2.1" });
  });

  it("that is refused is written where an account was found, and any other fault of a stranger is not", async () => {
    const refused = await login(async ({ concerns }) => {
      concerns({ userId: "u", email: "h" });
      throw unauthorized();
    });
    expect(refused).toMatchObject([{ userId: "u", outcome: "refused" }]);
    expect(await login(() => Promise.reject(notFound("Page")))).toEqual([]);
    expect(await login(() => Promise.reject(new Error("ours")))).toEqual([]);
    const failed = await login(async ({ concerns }) => {
      concerns({ userId: "u" });
      throw new Error("ours");
    });
    expect(failed).toMatchObject([{ userId: "u", outcome: "failed" }]);
  });
});
