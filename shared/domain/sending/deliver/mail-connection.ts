import { classifyConnectionError } from "../../mailboxes/connection/connection-errors.ts";
import type { Mailbox, SmtpAccount } from "../../mailboxes/mailbox.ts";
import { noteFailure, noteSuccess } from "../../mailboxes/connection/note-outcome.ts";
import type { MailboxChanges } from "../../mailboxes/ports.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import { errorOf, refusesLogin } from "./judge-outcome.ts";
import type { Outcome, Submission } from "../ports.ts";

/** Why no connection was made: every send that wanted it has this outcome. */
export type NoConnection = Extract<Outcome, { kind: "refused" | "unreached" }>;

/** The connection of one worker to one mailbox's server, opened when it is first needed and again when it was lost. */
export interface MailConnection {
  /** A connection through that dedicated address. Never throws. */
  get(ipId: string | undefined): Promise<Submission | NoConnection>;
  /** Notes a refusal that concerns the mailbox: its status moves by the rule of contract/README.md, "Mailboxes". */
  noteFailure(outcome: NoConnection): Promise<void>;
  close(): void;
}

/** Connects a worker to a mailbox's server, and keeps the mailbox's status. */
export const mailConnection = (ports: DeliverPorts, mailbox: Mailbox): MailConnection => {
  let health = mailbox;
  let current: { readonly ipId: string | undefined; readonly submission: Submission } | undefined;

  const note = async (changes: MailboxChanges) => {
    if (Object.keys(changes).length === 0) return;
    try {
      if (await ports.mailboxes.note(health, changes)) health = { ...health, ...changes } as Mailbox;
    } catch (error) {
      // The result of the last send may still be on its way to the database: nothing may end the worker before it is written.
      ports.log.warn("a mailbox's status could not be noted", { mailboxId: mailbox.id, error });
    }
  };
  const open = async (ipId: string | undefined, mayRenew = true): Promise<Submission | NoConnection> => {
    let account: SmtpAccount;
    try {
      account = await ports.mailAccounts.smtp(mailbox, ipId);
    } catch (error) {
      return { kind: "unreached", at: "connection", error };
    }
    const opened = await ports.submissions.open(account);
    const refused = "kind" in opened && refusesLogin(opened);
    return refused && mayRenew && (await ports.mailAccounts.renew(mailbox, account)) ? open(ipId, false) : opened;
  };
  const fail = async (outcome: NoConnection) => {
    const attempt = { protocol: "SMTP", credential: mailbox.type === "smtp" ? "password" : "oauth" } as const;
    await note(noteFailure(health, classifyConnectionError(errorOf(outcome), attempt), ports.clock.now()));
  };

  return {
    get: async (ipId) => {
      if (current?.submission.open && current.ipId === ipId) return current.submission;
      current?.submission.close();
      current = undefined;
      const opened = await open(ipId);
      if ("kind" in opened) {
        await fail(opened);
        return opened;
      }
      current = { ipId, submission: opened };
      await note(noteSuccess(health, "SMTP", ports.clock.now()));
      return opened;
    },
    noteFailure: fail,
    close: () => current?.submission.close(),
  };
};
