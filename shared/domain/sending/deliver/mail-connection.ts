import { publishEvents } from "../../events/publish.ts";
import { classifyConnectionError } from "../../mailboxes/connection/connection-errors.ts";
import { MailFailure } from "../../mailboxes/connection/mail-failure.ts";
import { CircuitOpen } from "../../mailboxes/connection/circuit-breaker.ts";
import { noteFailure, noteSuccess } from "../../mailboxes/connection/note-outcome.ts";
import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { OAuthError } from "../../mailboxes/oauth/oauth.ts";
import type { MailboxChanges } from "../../mailboxes/ports.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { NoConnection } from "./judge-outcome.ts";
import type { Submission } from "../ports/submission.ts";

/** What asking for a connection brings. */
export type Connecting =
  /** `isUsed`: an earlier send went over it. */
  | { readonly kind: "connected"; readonly submission: Submission; readonly isUsed: boolean }
  /** The server lets no further connection in while others of this mailbox work. */
  | { readonly kind: "turnedAway" }
  | NoConnection;

/** The connection of one worker to one mailbox's server, opened when it is first needed and again when it was lost. */
export interface MailConnection {
  /** Resolves when the first connection stands. */
  readonly opened: Promise<void>;
  readonly isOpen: () => boolean;
  /**
   * A connection through that dedicated address. Never throws; the mailbox's status moves by what its server says, unless the connection is
   * spare: where others of the mailbox work, a refused one says only that they are enough.
   */
  get(ipId: string | undefined, isSpare: boolean): Promise<Connecting>;
  /** Notes a refusal of the credentials that came after the login. */
  noteRefusedLogin(code: number, reply: string): Promise<void>;
  close(): void;
}

/** Connects a worker to a mailbox's server, and keeps the mailbox's status. */
export const mailConnection = (ports: DeliverPorts, mailbox: Mailbox): MailConnection => {
  let health = mailbox;
  const opened = Promise.withResolvers<void>();
  let turnedAway = false;
  let current: { readonly ipId: string | undefined; readonly submission: Submission } | undefined;

  const note = async (changes: MailboxChanges) => {
    if (Object.keys(changes).length === 0) return;
    try {
      if (await ports.mailboxes.note(health, changes)) health = { ...health, ...changes } as Mailbox;
      if (changes.status !== undefined) await publishEvents(ports, "mailboxes", [mailbox.id]);
    } catch (error) {
      // The result of the last send may still be on its way to the database: nothing may end the worker before it is written.
      ports.log.warn("a mailbox's status could not be noted", { mailboxId: mailbox.id, error });
    }
  };
  const noteRefused = async (failure: MailFailure | OAuthError) => {
    const attempt = { protocol: "SMTP", credential: mailbox.type === "smtp" ? "password" : "oauth" } as const;
    await note(noteFailure(health, classifyConnectionError(failure, attempt), ports.clock.now()));
  };
  const open = async (ipId: string | undefined, mayRenew = true): Promise<Submission> => {
    const account = await ports.mailAccounts.smtp(mailbox, ipId);
    try {
      return await ports.submissions.open(account);
    } catch (error) {
      const refused = error instanceof MailFailure && error.reason === "credentials";
      if (refused && mayRenew && (await ports.mailAccounts.renew(mailbox, account))) return open(ipId, false);
      throw error;
    }
  };

  return {
    opened: opened.promise,
    isOpen: () => current?.submission.open ?? false,
    get: async (ipId, isSpare) => {
      if (current?.submission.open && current.ipId === ipId) return { kind: "connected", submission: current.submission, isUsed: true };
      current?.submission.close();
      current = undefined;
      if (isSpare && turnedAway) return { kind: "turnedAway" };
      try {
        const submission = await open(ipId);
        current = { ipId, submission };
        opened.resolve();
        await note(noteSuccess(health, "SMTP", ports.clock.now()));
        return { kind: "connected", submission, isUsed: false };
      } catch (error) {
        if (error instanceof CircuitOpen) return { kind: "circuitOpen" };
        if (!isMailboxTrouble(error)) return { kind: "internal", error };
        turnedAway = error instanceof MailFailure && error.reason !== "credentials";
        if (isSpare && turnedAway) return { kind: "turnedAway" };
        await noteRefused(error);
        return { kind: "unconnected", failure: error };
      }
    },
    noteRefusedLogin: (code, reply) => noteRefused(new MailFailure("SMTP", "credentials", { at: "login", code, reply })),
    close: () => current?.submission.close(),
  };
};

/** What a mail server or the owner's grant is to blame for; a failing proxy and a refused client registration are the operator's. */
const isMailboxTrouble = (error: unknown): error is MailFailure | OAuthError =>
  (error instanceof MailFailure && error.reason !== "egressProxy") || (error instanceof OAuthError && error.reason !== "misconfigured");
