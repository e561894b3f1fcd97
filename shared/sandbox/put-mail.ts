import { invalid, notFound } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { SandboxMails } from "./ports.ts";

/** A client's own mail for a sandbox mailbox. */
export interface OwnMail {
  readonly mailboxId: string;
  /** The raw mail; its lines may end with a lone LF. */
  readonly raw: Buffer;
  /** The field in which it was given. */
  readonly field: "mime" | "mimeBase64";
  readonly afterMs?: number | undefined;
}

interface PutPorts {
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly sandboxMails: Pick<SandboxMails, "send">;
  readonly clock: Clock;
  /** Has the world settled, because the mail may be due now. */
  readonly wake: () => Promise<void>;
}

/** A mail as a server passes it on: with line ends of RFC 5322, 2.3. */
const asMail = (raw: Buffer): Buffer => Buffer.from(raw.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");

/** Schedules a mail. Throws `notFound`, and `invalid` for a text that is no mail or a mailbox whose inbox is not synced. */
export const putMail = async (ports: PutPorts, userId: string, { mailboxId, raw, field, afterMs = 0 }: OwnMail) => {
  const mailbox = await ports.mailboxes.find(userId, mailboxId);
  if (!mailbox || mailbox.deletedAt) throw notFound("Mailbox");
  if (!/^[\x21-\x39\x3b-\x7e]{1,100}:/.test(raw.toString("latin1", 0, 200))) throw invalid({ field, message: "must begin with a header" });
  if (!mailbox.inboxSyncEnabled) throw invalid({ field: "mailboxId", message: "does not read its inbox" });
  const at = new Date(ports.clock.now().getTime() + afterMs);
  const [id = ""] = await ports.sandboxMails.send(mailboxId, [{ at, raw: asMail(raw) }]);
  await ports.wake();
  return { id, arrivesAt: at };
};
