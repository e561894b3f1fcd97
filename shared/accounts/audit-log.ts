import type { Page } from "#shared/platform/ports.ts";
import type { RateLimits } from "./auth/request-ports.ts";

/** The actions that the audit log records. */
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
  "oauth_client.created",
  "oauth_client.updated",
  "oauth_client.deleted",
  "pool.saved",
  "pool.deleted",
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.secret_rotated",
  "send.created",
  "send.updated",
  "send.cancelled",
  "send.approved",
  "thread.updated",
  "member.invited",
  "member.joined",
  "member.updated",
  "member.removed",
  "note.created",
  "note.updated",
  "note.deleted",
  "sequence.created",
  "sequence.updated",
  "sequence.deleted",
  "sequence.recipients_added",
  "sequence.recipient_removed",
  "operator.command",
] as const;

/** An action that the audit log records. */
export type AuditAction = (typeof auditActions)[number];

/** How an action ended; `failed`: the service threw an error, and part of the action may have taken effect. */
export const auditOutcomes = ["done", "refused", "failed"] as const;

/** How long an entry is kept, days. */
export const AUDIT_KEPT_DAYS = 365;

/** The most characters of a User-Agent that an entry keeps. */
const USER_AGENT_MAX = 200;
/** The User-Agent of a request as an audit entry stores it; "" without one, cut at the maximum length. */
export const userAgentIn = (headers: Readonly<Record<string, string | undefined>>): string =>
  (headers["user-agent"] ?? "").slice(0, USER_AGENT_MAX);

/** Who did what, from where and when; names of fields only, never their values. */
export interface AuditEntry {
  readonly id: string;
  /** The account; absent for an operator's command that concerns no account. */
  readonly userId?: string | undefined;
  readonly action: AuditAction;
  readonly outcome: (typeof auditOutcomes)[number];
  /** The operation's id, or the operator's command. */
  readonly operation: string;
  /** The key that made the request; for a login the key that it created. */
  readonly keyId?: string | undefined;
  /** The member of the account whose session made the request; for a login the one who logs in. */
  readonly memberId?: string | undefined;
  /** The operator's user name, as reported by the machine that ran the command. */
  readonly operator?: string | undefined;
  /** The id of the record that was changed. */
  readonly resourceId?: string | undefined;
  /** The names of the fields, or of the command's options, that were given. */
  readonly fields: readonly string[];
  /** Of an approval: the SHA-256 of what was approved, hexadecimal. */
  readonly contentSha256?: string | undefined;
  readonly sourceIp?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly createdAt: Date;
}

/** An entry to record; the store gives it its id and time. */
export type NewAuditEntry = Omit<AuditEntry, "id" | "createdAt">;

/** The account and key that a request concerns. */
export interface Concerned {
  readonly userId?: string | undefined;
  /** The key that it is made with, or makes. */
  readonly keyId?: string | undefined;
  readonly memberId?: string | undefined;
  /** The record that it changes, where neither the request nor the answer tells. */
  readonly resourceId?: string | undefined;
  /** SHA-256 of the email in a login; refused logins are counted under it. */
  readonly email?: string | undefined;
}

/** The filters of a list of entries. */
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
  /** The entries of an account, newest first; without an account the operator's commands that concern none. */
  list(userId: string | undefined, filter: AuditFilter, page: Page): Promise<readonly AuditEntry[]>;
}

/** Refused logins with one email that are recorded: ten at once, then ten an hour, so at most 250 a day, however many are tried. */
const RECORDED = { burst: 10, perSecond: 10 / 3_600 };

/** The dependencies of recording a refused login. */
export interface RefusalPorts {
  readonly auditLog: Pick<AuditLog, "record">;
  readonly rateLimits: RateLimits;
}

/**
 * Records a refused login of an account, within the limit for its email. A login with an unknown email records nothing but sends as many database
 * commands, so that the time reveals no account (S8 in SECURITY.md).
 */
export const recordRefusal = async ({ auditLog, rateLimits }: RefusalPorts, entry: NewAuditEntry, email: string): Promise<void> => {
  const bucket = `audit:refused:${email}`;
  const { wait } = await rateLimits.take(bucket, RECORDED);
  if (wait > 0) return;
  if (entry.userId === undefined) await rateLimits.take(bucket, RECORDED, 0);
  else await auditLog.record(entry);
};
