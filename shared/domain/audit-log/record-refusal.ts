import type { RateLimits } from "../auth/ports.ts";
import type { NewAuditEntry } from "./entry.ts";
import type { AuditLog } from "./ports.ts";

/** Refused logins with one email that are recorded: ten at once, then ten an hour, so at most 250 a day, however many are tried. */
const RECORDED = { burst: 10, perSecond: 10 / 3_600 };

/** The ports of recording what was refused. */
export interface RefusalPorts {
  readonly auditLog: Pick<AuditLog, "record">;
  readonly rateLimits: RateLimits;
}

/**
 * Records a refused login of an account, as far as the bound of its email allows. An email without an account has no entry, and costs as many
 * commands, so that the time tells nobody which accounts exist (S8 in SECURITY.md).
 */
export const recordRefusal = async ({ auditLog, rateLimits }: RefusalPorts, entry: NewAuditEntry, email: string): Promise<void> => {
  const bucket = `audit:refused:${email}`;
  const { wait } = await rateLimits.take(bucket, RECORDED);
  if (wait > 0) return;
  if (entry.userId === undefined) await rateLimits.take(bucket, RECORDED, 0);
  else await auditLog.record(entry);
};
