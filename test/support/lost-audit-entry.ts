import { deleteWebhook } from "#shared/webhooks/contract/webhooks.ts";
import { type AuditDeps, audited } from "#shared/api/http/audited.ts";
import { log } from "#shared/platform/log.ts";
import { memoryRateLimits } from "./memory/auth.ts";

/** A request to delete a webhook, as its endpoint hands it on. */
export const deletion = {
  userId: "u",
  key: { id: "k", userId: "u", scopes: ["admin" as const] },
  params: { id: "0123456789abcdef01234567" },
  query: undefined,
  body: undefined,
  claim: undefined,
  within: async () => undefined,
  sourceIp: "203.0.113.7",
  cookies: [],
  headers: {},
  call: {} as never,
};

/** A change that is made while the database takes no entry of the audit log. */
export const lostAuditEntry = async (): Promise<void> => {
  const auditLog = { record: () => Promise.reject(new Error("planted")) };
  const deps: AuditDeps = { auditLog, rateLimits: memoryRateLimits(), log, isOutage: () => false };
  await audited(deps, deleteWebhook, async () => undefined)(deletion);
};
