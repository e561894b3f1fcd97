import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { Mailbox, ReadAccount } from "#shared/mailboxes/mailbox.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import type { MailAccounts, Mailboxes } from "#shared/mailboxes/ports.ts";
import type { MailReader, MailSession } from "../ports/mail-session.ts";
import { StoreFailed, type FolderCursor, type SyncLease } from "./sync-state.ts";
import type { PublishPorts } from "#shared/events/publish.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import type { Ingest, FolderMoves, SyncStates } from "../ports/sync.ts";
import type { MessageSearch } from "../ports/messages.ts";
import type { WhyKeptOut } from "../audit/audit.ts";

/** The dependencies of logging in to a mailbox. */
export interface LogInPorts {
  readonly mailAccounts: Pick<MailAccounts, "imap" | "renew">;
  readonly mailReader: MailReader;
}

/**
 * Logs in. When the server refuses the access token, tries once more with a new one; no other failure is repeated. Undefined when the mailbox has no
 * IMAP settings.
 */
export const logIn = async (ports: LogInPorts, mailbox: Mailbox, signal: AbortSignal): Promise<MailSession | undefined> => {
  const account = await openAccount(ports, mailbox);
  if (!account) return undefined;
  try {
    return await ports.mailReader.open(account, signal);
  } catch (error) {
    if (signal.aborted || !isRefusal(error) || !(await ports.mailAccounts.renew(mailbox, account))) throw error;
    const renewed = await openAccount(ports, mailbox);
    return renewed && ports.mailReader.open(renewed, signal);
  }
};

const isRefusal = (error: unknown): boolean => error instanceof MailFailure && error.reason === "credentials";

/** The dependencies of logging in over either transport. */
export interface AnyWayPorts extends LogInPorts {
  readonly mailAccounts: Pick<MailAccounts, "imap" | "renew" | "otherWay">;
  readonly mailboxes: Pick<Mailboxes, "note">;
}

/**
 * Logs in. When the server refuses even a new token, as one does where IMAP is switched off, tries the mailbox's other transport, and stores that one
 * when it works.
 */
export const logInAnyWay = async (ports: AnyWayPorts, mailbox: Mailbox, signal: AbortSignal): Promise<MailSession | undefined> => {
  try {
    return await logIn(ports, mailbox, signal);
  } catch (refused) {
    const mayBeOff = isRefusal(refused) && !signal.aborted;
    const otherWay = mayBeOff ? await ports.mailAccounts.otherWay(mailbox) : undefined;
    if (!otherWay) throw refused;
    const session = await logIn(ports, { ...mailbox, ...otherWay } as Mailbox, signal).catch(() => {
      throw refused;
    });
    await ports.mailboxes.note(mailbox, otherWay);
    return session;
  }
};

const openAccount = ({ mailAccounts }: LogInPorts, mailbox: Mailbox): Promise<ReadAccount | undefined> =>
  mailAccounts.imap(mailbox).catch((error: unknown) => {
    throw error instanceof OAuthError ? error : new StoreFailed("the mailbox's credentials cannot be read", { cause: error });
  });

/**
 * Stops waiting for `work` when the signal aborts. A lookup or a TLS handshake cannot be cancelled, so whatever it opens later is closed by the
 * signal.
 */
export const orAborted = <R>(signal: AbortSignal, work: Promise<R>): Promise<R> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const stop = () => reject(new Error("out of time"));
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    }),
  ]);

/** The dependencies of pulling a folder. */
export interface PullPorts extends PublishPorts {
  readonly ingest: Ingest;
  readonly moves: FolderMoves;
  readonly search: Pick<MessageSearch, "index">;
  readonly syncStates: Pick<SyncStates, "save">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What an audit records while it reads messages that the store lacks. */
export interface Healing {
  /** The messages that are deliberately not stored, by UID. */
  readonly keptOut: Map<number, WhyKeptOut>;
  /** The Message-IDs of the messages that were read, by UID. */
  readonly names?: Map<number, string>;
  /** Whether an earlier version of this service read that message and did not keep it. */
  readonly wasPassedOver: (uid: number) => boolean;
}

/** A pull in progress. Its cursors move with every page, and its counts are reported even when it is aborted. */
export interface Pull {
  readonly mailbox: Mailbox;
  readonly lease: SyncLease;
  readonly session: MailSession;
  readonly signal: AbortSignal;
  /** True for a short pull that a request waits for. */
  readonly brief: boolean;
  cursors: readonly FolderCursor[];
  stored: number;
  remaining: number;
  /** How many messages the cursors have passed, and how many folders besides the first are done. */
  passed: number;
  /** Whether the server gave an inconsistent answer, such as new UIDs for old mail, or an answer without a listed message. */
  isOdd: boolean;
  /** Set while an audit reads the messages that the store lacks. */
  healing?: Healing | undefined;
  /** Publishes the events and search words of the previous page while the next one is stored. Never rejects. */
  publishing: Promise<unknown>;
}
