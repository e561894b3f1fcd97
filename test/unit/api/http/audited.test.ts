import { expect, it } from "vitest";
import { getWebhook, deleteWebhook } from "#shared/webhooks/contract/webhooks.ts";
import type { NewAuditEntry } from "#shared/accounts/audit-log.ts";
import { notFound } from "#shared/platform/errors.ts";
import { audited } from "#shared/api/http/audited.ts";
import { deletion } from "#test/support/lost-audit-entry.ts";
import { memoryRateLimits } from "#test/support/memory/auth.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const AWAY = new Error("away");

/** Runs an audited operation over a log that takes entries, or does not. */
const running = async (run: () => Promise<undefined>, takes = true) => {
  const written: NewAuditEntry[] = [];
  const log = recordingLog();
  const record = async (entry: NewAuditEntry) => {
    if (!takes) throw new Error("the database refuses it");
    written.push(entry);
  };
  const deps = { auditLog: { record }, rateLimits: memoryRateLimits(), log, isOutage: (error: unknown) => error === AWAY };
  const failed = await audited(deps, deleteWebhook, run)(deletion).catch((error: Error) => error.message);
  return { failed, written, events: log.events };
};
const done = async () => undefined;

it("records what was done after it was done", async () => {
  const { failed, written } = await running(done);

  expect(failed).toBeUndefined();
  const wanted = { action: "webhook.deleted", outcome: "done", userId: "u", keyId: "k", resourceId: deletion.params.id };
  expect(written).toMatchObject([wanted]);
});

it("records nothing of what was refused", async () => {
  expect(await running(() => Promise.reject(notFound("Webhook")))).toMatchObject({ failed: "Webhook not found", written: [] });
});

it("records as failed what failed midway, for it may have been done", async () => {
  expect(await running(() => Promise.reject(new Error("lost")))).toMatchObject({ failed: "lost", written: [{ outcome: "failed" }] });
});

it("answers what is done though the entry cannot be written, and logs the entry", async () => {
  expect(await running(done, false)).toEqual({ failed: undefined, written: [], events: ["audit entry not written"] });
});

it("logs what failed with the database, and does not wait for that once more", async () => {
  expect(await running(() => Promise.reject(AWAY))).toEqual({ failed: "away", written: [], events: ["audit entry not written"] });
});

it("is refused for an operation that the table gives no action", () => {
  const deps = { auditLog: { record: async () => undefined }, rateLimits: memoryRateLimits(), log: recordingLog(), isOutage: () => false };

  expect(() => audited(deps, getWebhook, async () => ({}) as never)).toThrow("no word for webhooks/get");
});
