import { conflict, notFound } from "../../errors.ts";
import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { Mailboxes } from "../../mailboxes/ports.ts";
import type { SyncQueue } from "../ports/polls.ts";
import type { AuditReport, Audits } from "./audit.ts";

/** The ports of reading a mailbox's audit. */
export interface FindAuditPorts {
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly audits: Pick<Audits, "find" | "isDue">;
}

/** The ports of requesting an audit. */
export interface AskAuditPorts extends FindAuditPorts {
  readonly audits: Pick<Audits, "find" | "isDue" | "ask">;
  readonly syncQueue: SyncQueue;
}

/** A mailbox's last audit, and whether one is due or under way. */
export interface ShownAudit {
  readonly mailboxId: string;
  readonly running: boolean;
  readonly last?: AuditReport;
}

/** GET /v1/mailboxes/{id}/audit; throws `notFound`. */
export const findAudit = async (ports: FindAuditPorts, userId: string, id: string): Promise<ShownAudit> =>
  shown(ports, await mailboxOf(ports, userId, id));

/**
 * POST /v1/mailboxes/{id}/audit: queues a pull of the mailbox, which begins the audit. Throws `notFound`, and `conflict` when the mailbox has no
 * inbox sync.
 */
export const askAudit = async (ports: AskAuditPorts, userId: string, id: string): Promise<ShownAudit> => {
  const mailbox = await mailboxOf(ports, userId, id);
  if (!mailbox.inboxSyncEnabled || mailbox.status === "disconnected")
    throw conflict("This mailbox's inbox is not read", "its inbox sync is off, or it is disconnected: there is nothing to compare");
  await ports.audits.ask(mailbox);
  await ports.syncQueue.add([mailbox]);
  return shown(ports, mailbox);
};

const mailboxOf = async ({ mailboxes }: FindAuditPorts, userId: string, id: string): Promise<Mailbox> => {
  const mailbox = await mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  return mailbox;
};

const shown = async ({ audits }: FindAuditPorts, mailbox: Mailbox): Promise<ShownAudit> => {
  const last = (await audits.find(mailbox))?.last;
  return { mailboxId: mailbox.id, running: await audits.isDue(mailbox), ...(last && { last }) };
};
