import { expect, it } from "vitest";
import { mongoApiKeys, mongoConsents } from "#shared/accounts/store/api-keys.ts";
import type { ApiKey } from "#shared/accounts/auth/ports.ts";
import { ids } from "#shared/platform/system.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const NOW = new Date("2026-11-21T09:00:00Z");
const MINUTE_LATER = new Date("2026-11-21T09:01:00Z");
const endsAt = new Date("2026-12-21T09:00:00Z");

describeOnMongo("what an OAuth client was allowed", (connect) => {
  const [keys, consents] = [mongoApiKeys(connect), mongoConsents(connect)];
  const waiting = async (): Promise<ApiKey> => {
    const [id, codeHash] = [ids.objectId(), ids.random(32)];
    const facts = { name: "Client", scopes: ["read" as const], last4: "code", createdAt: NOW, expiresAt: MINUTE_LATER };
    const asked = { codeChallenge: "challenge", redirectUri: "https://client.example/cb", endsAt };
    const consent = { clientId: "https://client.example/id", codeHash, waiting: asked };
    const key: ApiKey = { id, userId: ids.objectId(), hash: codeHash, ...facts, consent };
    await keys.insert(key, 10);
    return key;
  };
  const made = () => ({ hash: ids.random(32), last4: "made", endsAt });

  it("is found by its code's hash while it waits, and afterwards", async () => {
    const key = await waiting();
    const { codeHash } = key.consent!;

    expect(await consents.findByCode(codeHash)).toEqual(key);
    const given = made();
    expect(await consents.exchange(key, given, NOW)).toBe(true);

    const { waiting: _asked, ...consent } = key.consent!;
    const found = { ...key, hash: given.hash, last4: "made", expiresAt: endsAt, consent };
    expect(await consents.findByCode(codeHash)).toEqual(found);
    expect(await keys.findByHash(given.hash)).toEqual(found);
    expect(await keys.findByHash(codeHash)).toBeUndefined();
    expect(await consents.findByCode("none")).toBeUndefined();
  });

  it("is exchanged once, by one of twenty who try at a time", async () => {
    const key = await waiting();

    const won = await Promise.all(Array.from({ length: 20 }, () => consents.exchange(key, made(), NOW)));

    expect(won.filter(Boolean)).toHaveLength(1);
  });

  it("is not exchanged when its minute is over, when it was revoked, nor for another account", async () => {
    const [late, revoked, foreign] = [await waiting(), await waiting(), await waiting()];
    await keys.delete(revoked.userId, revoked.id);

    expect(await consents.exchange(late, made(), MINUTE_LATER)).toBe(false);
    expect(await consents.exchange(revoked, made(), NOW)).toBe(false);
    expect(await consents.exchange({ ...foreign, userId: late.userId }, made(), NOW)).toBe(false);
    expect(await keys.findByHash(revoked.hash)).toBeUndefined();
  });

  it("waits for one code alone: a second record with its hash is refused", async () => {
    const key = await waiting();

    await expect(keys.insert({ ...key, id: ids.objectId(), hash: ids.random(32) }, 10)).rejects.toThrow(/duplicate/i);
  });
});
