import { publishEvents } from "#shared/events/publish.ts";
import { classifyConnectionError } from "#shared/mailboxes/connection/connection-errors.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { CircuitOpen } from "#shared/mailboxes/connection/circuit-breaker.ts";
import { healthAfterFailure, healthAfterRefusedMail, healthAfterSuccess } from "#shared/mailboxes/connection/test-logins.ts";
import { credentialOf, type Mailbox } from "#shared/mailboxes/mailbox.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import type { MailboxChanges } from "#shared/mailboxes/ports.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { NoConnection } from "./outcome.ts";
import type { Submission } from "../ports/submission.ts";

/** The result of asking for a connection. */
export type Connecting =
  /** `isUsed`: it was used for an earlier send. */
  | { readonly kind: "connected"; readonly submission: Submission; readonly isUsed: boolean }
  /** The server accepts no further connection while other workers of this mailbox have theirs. */
  | { readonly kind: "turnedAway" }
  | NoConnection;

/** A worker's connection to a mailbox's server; opened at its first use, and again after it was lost. */
export interface MailConnection {
  /** Resolves when the first connection is open. */
  readonly opened: Promise<void>;
  readonly isOpen: () => boolean;
  /**
   * Gets a connection, through the dedicated address if one is given. Never throws. The server's answer updates the mailbox's status, unless the
   * connection is spare: then a refusal only means that the mailbox has enough connections.
   */
  get(ipId: string | undefined, isSpare: boolean): Promise<Connecting>;
  /** Since when the server has refused the whole mailbox's mail, as far as this worker knows. */
  refusedSince(): Date | undefined;
  /** The same, but only when this worker has itself received a refusal. */
  heardRefusedSince(): Date | undefined;
  /** Notes that the server refuses the whole mailbox's mail, with its reply; `forNow` by a 4xx. */
  healthAfterRefusedMail(reply: string, how?: { readonly forNow: boolean }): Promise<void>;
  /** Records that the server accepted a mail, so that it no longer refuses the mailbox's mail. */
  noteAccepted(): Promise<void>;
  /** Records that the server refused the credentials after the login. */
  noteRefusedLogin(code: number, reply: string): Promise<void>;
  close(): void;
}

/** Connects a worker to a mailbox's server and keeps the mailbox's status up to date. */
export const mailConnection = (ports: DeliverPorts, mailbox: Mailbox): MailConnection => {
  let health = mailbox;
  const opened = Promise.withResolvers<void>();
  let turnedAway = false;
  let hasHeard = false;
  let current: { readonly ipId: string | undefined; readonly submission: Submission } | undefined;

  const note = async (changes: MailboxChanges) => {
    if (Object.keys(changes).length === 0) return;
    try {
      if (await ports.mailboxes.note(health, changes)) health = { ...health, ...changes } as Mailbox;
      if (changes.status !== undefined) await publishEvents(ports, "mailboxes", [mailbox.id]);
    } catch (error) {
      // The last send's result may still be unwritten, so an error here must not end the worker.
      ports.log.warn("a mailbox's status could not be noted", { mailboxId: mailbox.id, error });
    }
  };
  /** Reads the mailbox again, because another worker, or this one, may have changed it. */
  const refresh = async () => {
    health = (await ports.mailboxes.findForJob(mailbox.id).catch(() => undefined)) ?? health;
  };
  const noteRefused = async (failure: MailFailure | OAuthError) => {
    const attempt = { protocol: "SMTP", credential: credentialOf(mailbox) } as const;
    const before = health.status;
    await note(healthAfterFailure(health, classifyConnectionError(failure, attempt), ports.clock.now()));
    // Once for each mailbox and outage, so that the alarm counts mailboxes and not attempts.
    if (health.status !== before && refusesForGood(failure))
      ports.log.warn("a mailbox is down: its server refuses our connections", { mailboxId: mailbox.id, server: mailbox.smtp.host });
  };
  /** Loaded only when drafts are found, which is rare. */
  const sweep = async (submission: Submission) => {
    const { sweepDrafts } = await import("./sweep-drafts.ts");
    await sweepDrafts(ports, mailbox, submission);
  };
  const open = async (ipId: string | undefined, mayRenew = true): Promise<Submission> => {
    const account = await ports.mailAccounts.smtp(health, ipId);
    try {
      return await ports.submissions.open(account);
    } catch (error) {
      const refused = error instanceof MailFailure && error.reason === "credentials";
      if (refused && mayRenew && (await ports.mailAccounts.renew(health, account))) return open(ipId, false);
      const otherWay = refused && !mayRenew && (await ports.mailAccounts.otherWay(health));
      if (!otherWay) throw error;
      await note(otherWay);
      health = { ...health, ...otherWay } as Mailbox;
      return open(ipId);
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
        // A login is no proof that mail is accepted.
        if (!health.mailRefusedSince) await note(healthAfterSuccess(health, "SMTP", ports.clock.now()));
        if (submission.strays?.length) await sweep(submission);
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
    refusedSince: () => health.mailRefusedSince ?? undefined,
    heardRefusedSince: () => (hasHeard ? (health.mailRefusedSince ?? undefined) : undefined),
    healthAfterRefusedMail: async (reply, how) => {
      hasHeard = true;
      await refresh();
      await note(healthAfterRefusedMail(health, reply, ports.clock.now(), how));
    },
    noteAccepted: async () => {
      if (!health.mailRefusedSince) return;
      await refresh();
      await note(healthAfterSuccess(health, "SMTP", ports.clock.now()));
    },
    noteRefusedLogin: (code, reply) => noteRefused(new MailFailure("SMTP", "credentials", { at: "login", code, reply })),
    close: () => current?.submission.close(),
  };
};

/**
 * Whether the server refused before the login and permanently (RFC 5321, 3.1: 554), as one that blocks our address does; a 4xx asks to come again.
 */
const refusesForGood = (failure: MailFailure | OAuthError): boolean =>
  failure instanceof MailFailure && failure.reason === "refused" && failure.at === "connection" && (failure.code ?? 0) >= 500;

/**
 * Whether the mail server or the owner's grant is to blame. A failing proxy, a refused project and a refused client registration are the operator's
 * to fix.
 */
const isMailboxTrouble = (error: unknown): error is MailFailure | OAuthError =>
  (error instanceof MailFailure && error.reason !== "egressProxy" && error.reason !== "operator") ||
  (error instanceof OAuthError && error.reason !== "misconfigured");
