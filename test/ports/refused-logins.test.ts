import { expect, it } from "vitest";
import { mongoAuditLog } from "#shared/accounts/store/audit-log.ts";
import { mongoRateLimits } from "#shared/accounts/store/requests.ts";
import { recordRefusal } from "#shared/accounts/audit-log.ts";
import { ids } from "#shared/platform/system.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const entry = { action: "login", outcome: "refused", operation: "auth/login", fields: [], sourceIp: "203.0.113.7" } as const;
const DAY_MS = 86_400_000;

describeOnMongo("refused logins", (connect) => {
  const auditLog = mongoAuditLog(connect);
  const rateLimits = mongoRateLimits(connect);

  it("cost as many commands with an email that nobody has, so that the time tells nothing", async () => {
    const commandsOf = async (userId: string | undefined) => {
      const email = ids.random(8);
      const counts = [];
      for (let n = 0; n < 12; n += 1)
        counts.push((await countDocuments(connect, () => recordRefusal({ auditLog, rateLimits }, { ...entry, userId }, email))).commands);
      return counts;
    };

    const known = await commandsOf(ids.objectId());
    expect(known).toEqual(await commandsOf(undefined));
    expect(new Set(known)).toEqual(new Set([2, 1]));
  });

  it("leave at most ten entries at once, and 250 a day, however many there are", async () => {
    let now = 0;
    let recorded = 0;
    const ports = { auditLog: { record: async () => void (recorded += 1) }, rateLimits: memoryRateLimits(() => now) };
    for (let n = 0; n < 50; n += 1) await recordRefusal(ports, { ...entry, userId: "u" }, "e");
    expect(recorded).toBe(10);

    for (; now < DAY_MS; now += 60_000) await recordRefusal(ports, { ...entry, userId: "u" }, "e");

    expect(recorded).toBeLessThanOrEqual(250);
    expect(recorded).toBeGreaterThan(200);
  });
});
