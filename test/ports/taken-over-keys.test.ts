import { afterEach, expect, it, vi } from "vitest";
import { mongoIdempotency } from "#shared/accounts/store/requests.ts";
import { ids } from "#shared/platform/system.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const HOUR_MS = 3_600_000;

describeOnMongo("an Idempotency-Key", (connect) => {
  const idempotency = mongoIdempotency(connect);
  const pass = (ms: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  const claimed = async (asked: Parameters<typeof idempotency.claim>[0]) => {
    const outcome = await idempotency.claim(asked);
    if (outcome.kind !== "claimed") throw new Error(outcome.kind);
    return outcome.claim;
  };
  afterEach(() => void vi.useRealTimers());

  it("is taken over a minute after a request that died: that one's answer counts no more, another body's claim either", async () => {
    const asked = { userId: ids.objectId(), route: "POST /v1/send", key: "k", bodyHash: "h" };
    const first = await claimed(asked);
    expect(await idempotency.claim({ ...asked, bodyHash: "other" })).toEqual({ kind: "other_body" });
    pass(61_000);

    const second = await claimed({ ...asked, bodyHash: "other" });

    expect(await idempotency.save(first, "late")).toBe(false);
    expect(await idempotency.claim(asked)).toEqual({ kind: "other_body" });
    expect(await idempotency.save(second, "in time")).toBe(true);
    expect(await idempotency.claim({ ...asked, bodyHash: "other" })).toEqual({ kind: "saved", answer: "in time" });
  });

  it("is taken over by one of many requests that come at once", async () => {
    const asked = { userId: ids.objectId(), route: "POST /v1/send", key: "k", bodyHash: "h" };
    await claimed(asked);
    pass(61_000);

    const kinds = await Promise.all(Array.from({ length: 8 }, async () => (await idempotency.claim(asked)).kind));

    expect(kinds.toSorted()).toEqual(["claimed", ...Array.from({ length: 7 }, () => "in_flight")]);
  });

  it("is free again a day later, without its answer", async () => {
    const asked = { userId: ids.objectId(), route: "POST /v1/send", key: "k", bodyHash: "h" };
    await idempotency.save(await claimed(asked), "then");
    pass(23 * HOUR_MS);
    expect(await idempotency.claim(asked)).toEqual({ kind: "saved", answer: "then" });
    pass(1 * HOUR_MS + 1);

    const again = await claimed({ ...asked, bodyHash: "new" });

    expect(await idempotency.claim({ ...asked, bodyHash: "new" })).toEqual({ kind: "in_flight" });
    await idempotency.save(again, "now");
    expect(await idempotency.claim({ ...asked, bodyHash: "new" })).toEqual({ kind: "saved", answer: "now" });
  });
});
