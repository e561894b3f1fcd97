import { MailFailure } from "../../mailboxes/connection/mail-failure.ts";
import type { Mailbox, ReadAccount } from "../../mailboxes/mailbox.ts";
import { OAuthError } from "../../mailboxes/oauth/oauth.ts";
import type { MailAccounts, Mailboxes } from "../../mailboxes/ports.ts";
import type { MailReader, MailSession } from "../ports/mail-session.ts";
import { StoreFailed } from "./sync-state.ts";

/** The ports of logging in to a mailbox. */
export interface LogInPorts {
  readonly mailAccounts: Pick<MailAccounts, "imap" | "renew">;
  readonly mailReader: MailReader;
}

/** Logs in; repeats once with a new access token when the server refuses one, and for no other failure. Undefined when the mailbox has no IMAP settings. */
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

/** The ports of logging in whichever way the server allows. */
export interface AnyWayPorts extends LogInPorts {
  readonly mailAccounts: Pick<MailAccounts, "imap" | "renew" | "otherWay">;
  readonly mailboxes: Pick<Mailboxes, "note">;
}

/** The same, over the mailbox's other transport where its server refuses a token that is new, as one does at which IMAP is switched off; it is kept. */
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
