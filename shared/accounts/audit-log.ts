import type { Page } from "#shared/platform/ports.ts";
import type { RateLimits } from "./auth/ports.ts";

/** What an entry of the audit log tells of. */
export const auditActions = [
  "login",
  "api_key.created",
  "api_key.revoked",
  "account.updated",
  "mailbox.connected",
  "mailbox.updated",
  "mailbox.disconnected",
  "connect_link.created",
  "connect_link.deleted",
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.secret_rotated",
  "operator.command",
] as const;

/** One thing that the audit log tells of. */
export type AuditAction = (typeof auditActions)[number];

/** How it ended: `failed` when the service failed midway, so that it may have been done. */
export const auditOutcomes = ["done", "refused", "failed"] as const;

/** How long an entry is kept. */
export const AUDIT_KEPT_DAYS = 365;

/** Who did what, from where and when; the names of fields, never what they hold. */
export interface AuditEntry {
  readonly id: string;
  /** The account that it concerns; absent for a command of the operator's that concerns none. */
  readonly userId?: string | undefined;
  readonly action: AuditAction;
  readonly outcome: (typeof auditOutcomes)[number];
  /** The operation's id, or the operator's command. */
  readonly operation: string;
  /** The key that it was done with; of a login the key that it made. */
  readonly keyId?: string | undefined;
  /** Who ran the operator's command, by his machine's word. */
  readonly operator?: string | undefined;
  /** What it was done to. */
  readonly resourceId?: string | undefined;
  /** The names of the fields, or of the command's options, that were given. */
  readonly fields: readonly string[];
  readonly sourceIp?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly createdAt: Date;
}

/** An entry to record; the store gives it its id and time. */
export type NewAuditEntry = Omit<AuditEntry, "id" | "createdAt">;

/** Whom a request concerns. */
export interface Concerned {
  readonly userId?: string | undefined;
  /** The key that it is made with, or makes. */
  readonly keyId?: string | undefined;
  /** The SHA-256 of the email that a login names: its refusals are counted by that. */
  readonly email?: string | undefined;
}

/** Which entries a list has. */
export interface AuditFilter {
  readonly action?: AuditAction | undefined;
  /** At this time or later. */
  readonly since?: Date | undefined;
  /** Before this time. */
  readonly until?: Date | undefined;
}

/** The audit log. */
export interface AuditLog {
  record(entry: NewAuditEntry): Promise<void>;
  /** The entries of an account, newest first; of no account: the operator's commands that concern none. */
  list(userId: string | undefined, filter: AuditFilter, page: Page): Promise<readonly AuditEntry[]>;
}

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
