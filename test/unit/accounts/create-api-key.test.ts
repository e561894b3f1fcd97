// What a key may give to a key that it makes.
import { describe, expect, it } from "vitest";
import { hashApiKey } from "#shared/accounts/auth/api-key.ts";
import { createApiKey, type KeyRequest } from "#shared/accounts/auth/create-api-key.ts";
import type { ApiKey, KeyInUse } from "#shared/accounts/auth/ports.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const NOW = new Date("2026-11-21T10:00:00Z");
const at = (ms: number) => new Date(NOW.getTime() + ms);

const made = async (maker: Partial<KeyInUse>, request: Partial<KeyRequest>, outcome: "stored" | "full" | "revoked" = "stored") => {
  const inserted: unknown[] = [];
  const ports = {
    apiKeys: { insert: async (...given: unknown[]) => (inserted.push(given), outcome) },
    mailboxes: {
      findMany: async (userId: string, wanted: readonly string[]) =>
        wanted.filter((id) => userId === "user" && ["a", "b"].includes(id)).map((id) => aMailbox({ id })),
    },
    clock: { now: () => NOW },
    ids,
  };
  const by: KeyInUse = { id: "maker", userId: "user", scopes: ["send", "read", "admin"], ...maker };
  return createApiKey(ports, by, { name: "ci", scopes: ["read"], ...request }).then(
    ({ key, token }) => ({ key, token, inserted, told: "made" }),
    ({ reason, details }: { reason: string; details?: readonly { field: string }[] }) => ({
      key: {} as ApiKey,
      token: "",
      inserted,
      told: Array.isArray(details) ? `${reason} ${details[0]!.field}` : reason,
    }),
  );
};

describe("a key", () => {
  it("is stored as a hash, by its maker, who must be there still, a hundred at most", async () => {
    const { key, token, inserted } = await made({}, {});

    expect(key).toMatchObject({ userId: "user", name: "ci", scopes: ["read"], createdAt: NOW, hash: hashApiKey(token) });
    expect(["expiresAt", "makesUntil", "bounds", "mode"].filter((field) => field in key)).toEqual([]);
    expect(inserted).toEqual([[key, 100, { madeBy: "maker" }]]);
    expect(JSON.stringify(inserted)).not.toContain(token);
    expect([(await made({}, {}, "revoked")).told, (await made({}, {}, "full")).told]).toEqual(["unauthorized", "conflict"]);
  });

  it.each([
    [["read"], ["read"], "made"],
    [["read"], ["read", "send"], "insufficientScope"],
    [["read", "send"], ["admin"], "insufficientScope"],
    // Whoever may send may have drafts written, and nobody else but one who may draft.
    [["send"], ["draft"], "made"],
    [["draft"], ["draft"], "made"],
    [["read", "admin"], ["draft"], "insufficientScope"],
    [["draft"], ["send"], "insufficientScope"],
  ] as const)("with %j makes one with %j: %s", async (scopes, wanted, told) => {
    const result = await made({ scopes }, { scopes: wanted });

    expect([result.told, result.inserted.length]).toEqual([told, told === "made" ? 1 : 0]);
  });

  it.each([
    [undefined, undefined, undefined],
    [undefined, "test", "test"],
    ["test", undefined, "test"],
    ["test", "test", "test"],
    [undefined, "live", undefined],
    ["live", "live", undefined],
  ] as const)("of mode %s asked for %s is of mode %s", async (mode, asked, is) => {
    const { key, token } = await made({ ...(mode && { mode: mode as never }) }, { mode: asked });

    expect([key.mode, token.startsWith(`sk_${is ?? "live"}_`)]).toEqual([is, true]);
  });

  it("of the test world makes none for live mail", async () => {
    const result = await made({ mode: "test" }, { mode: "live" });

    expect([result.told, result.inserted]).toEqual(["invalid mode", []]);
  });

  it.each<[string, number | undefined, number | undefined, number | undefined | "invalid expiresAt"]>([
    ["neither ends", undefined, undefined, undefined],
    ["it is to end", undefined, 5, 5],
    ["its maker ends", 9, undefined, 9],
    ["it is to end before its maker", 9, 8, 8],
    ["it is to end with its maker", 9, 9, 9],
    ["it is to end a millisecond later", 9, 10, "invalid expiresAt"],
  ])("ends with its maker at the latest: where %s", async (_, makerMs, wishMs, endMs) => {
    const result = await made(
      { ...(makerMs !== undefined && { makesUntil: at(makerMs) }) },
      { ...(wishMs !== undefined && { expiresAt: at(wishMs) }) },
    );

    if (typeof endMs === "string") expect([result.told, result.inserted]).toEqual([endMs, []]);
    // What it makes in turn ends with it.
    else expect([result.key.expiresAt, result.key.makesUntil]).toEqual(Array(2).fill(endMs === undefined ? undefined : at(endMs)));
  });

  it("is bound to a tenant, or to mailboxes of its account, each once", async () => {
    expect((await made({}, { tenant: "acme" })).key.bounds).toEqual({ tenant: "acme" });
    expect((await made({}, { mailboxIds: ["a", "b", "a"] })).key.bounds).toEqual({ mailboxIds: ["a", "b"] });
    expect((await made({}, { mailboxIds: [] })).key.bounds).toEqual({ mailboxIds: [] });
    for (const [maker, mailboxIds] of [
      [{}, ["a", "strange"]],
      [{ userId: "stranger" }, ["a"]],
    ] as const) {
      const result = await made(maker, { mailboxIds });
      expect([result.told, result.inserted]).toEqual(["notFound", []]);
    }
  });
});
