import type { AuditLog } from "#shared/accounts/audit-log.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { type ConnectPorts, type ConnectRequest, connectMailbox } from "#shared/mailboxes/connect-mailbox.ts";
import { LoginsRefused, type FailureCause } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/sending/wake/plan-wakes.ts";
import type { ConnectLink } from "./connect-link.ts";
import { LinkClosed, type MailboxesOfLink, type OpenLinks } from "./ports.ts";

/** The ports of connecting by a link. */
export interface LinkPorts extends Omit<ConnectPorts, "mailboxes">, ResumePorts, PublishPorts {
  readonly openLinks: Pick<OpenLinks, "fail">;
  readonly mailboxesOfLink: MailboxesOfLink;
  readonly auditLog: Pick<AuditLog, "record">;
}

/** The browser that uses a link, for the link's record and the audit log. */
export interface Browser {
  /** SHA-256 of its secret. */
  readonly hash: string;
  readonly operation: string;
  readonly sourceIp: string;
  readonly userAgent: string;
}

/** The result of an attempt; `closed`: the link was completed by another browser or expired meanwhile. */
export type Outcome =
  | { readonly kind: "connected" | "closed" }
  | { readonly kind: "refused"; readonly causes: readonly (FailureCause | "connected" | "settings")[] };

/** Connects a mailbox for the link's account as POST /v1/mailboxes does, and completes the link in the same transaction; a failed try is recorded. */
export const connectByLink = async (ports: LinkPorts, link: ConnectLink, browser: Browser, request: ConnectRequest): Promise<Outcome> => {
  const mailboxes = ports.mailboxesOfLink(link, browser.hash);
  const { displayName, tenant, mailboxId } = link;
  const ofTenant = tenant !== undefined && { preferences: { tenant } };
  const whole = { ...request, displayName, ofLink: { mailboxId, tenant }, ...ofTenant };
  try {
    await settle(ports, link, browser, await connectMailbox({ ...ports, mailboxes }, link.userId, whole));
    return { kind: "connected" };
  } catch (error) {
    if (error instanceof LinkClosed) return { kind: "closed" };
    if (!(error instanceof Refusal)) throw error;
    await ports.openLinks.fail(link, wordsOf(error));
    await publishEvents(ports, "connectLinks", [link.id]);
    return { kind: "refused", causes: causesOf(error) };
  }
};

/** What follows once the mailbox is connected; if the worker dies, only the audit log's entry is lost. */
const settle = async (ports: LinkPorts, link: ConnectLink, browser: Browser, { id }: Mailbox): Promise<void> => {
  await publishEvents(ports, "mailboxes", [id]);
  await publishEvents(ports, "connectLinks", [link.id]);
  const { operation, sourceIp, userAgent } = browser;
  const entry = { userId: link.userId, action: "mailbox.connected", outcome: "done", operation, resourceId: id, fields: [] } as const;
  await ports.auditLog.record({ ...entry, sourceIp, userAgent }).catch((error: unknown) => {
    ports.log.error("audit entry not written", { ...entry, error });
  });
  await resumeSending(ports, id);
};

const LAST_ERROR_MAX = 500;

const wordsOf = ({ details, message }: Refusal): string =>
  (typeof details === "object" ? details.map((one) => one.message).join("; ") : (details ?? message)).slice(0, LAST_ERROR_MAX);

/** The causes of a refusal, one each, the clearest first. */
const causesOf = (error: Refusal): readonly (FailureCause | "connected" | "settings")[] => {
  if (error instanceof LoginsRefused) return [...new Set(error.causes)];
  if (error.reason === "conflict") return ["connected"];
  const isAddress = typeof error.details === "object" && error.details.some(({ field }) => field === "email");
  return [error.reason !== "invalid" ? "operator" : isAddress ? "otherAccount" : "settings"];
};
