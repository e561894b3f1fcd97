import { logWithdrawal } from "#shared/suppressions/unsubscribe.ts";
import { log } from "#shared/platform/log.ts";
import { userAgentIn } from "../audit-log.ts";
import type { ApiKey } from "../auth/ports.ts";
import { auditLog } from "./stores.ts";

/** The request by which a token or a code ended a key. */
interface Ending {
  readonly sourceIp: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns a function that records that a key was revoked by its own token or code: in the account's audit log, and in the log that survives a
 * restore.
 */
export const revokedBy =
  (operation: string, { sourceIp, headers }: Ending) =>
  async ({ id, userId }: ApiKey): Promise<void> => {
    logWithdrawal(log, { what: "key", userId, id });
    const entry = { userId, action: "api_key.revoked", outcome: "done", operation, keyId: id, resourceId: id, fields: [] } as const;
    await auditLog.record({ ...entry, sourceIp, userAgent: userAgentIn(headers) }).catch((error: unknown) => {
      log.error("audit entry not written", { ...entry, error });
    });
  };
