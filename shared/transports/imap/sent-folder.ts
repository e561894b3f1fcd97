import type { ImapAccount } from "#shared/mailboxes/mailbox.ts";
import type { FolderUse, SentCopy, SentFolder } from "#shared/sending/ports/submission.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";
import type { OpenConnection } from "./open-connection.ts";

/** The time limit of the login with a lookup, and of each copy, ms. */
const TIME_MS = 30_000;

/** The Sent folder over IMAP, found by its special use (RFC 6154) or its usual name. */
export const imapSentFolder = (open: OpenConnection): SentFolder => {
  const count = async (account: ImapAccount, messageId: string, use: FolderUse): Promise<number | undefined> => {
    const client = await open(account, AbortSignal.timeout(TIME_MS));
    try {
      const folder = use === "inbox" ? "INBOX" : await sentFolderOf(client);
      if (folder === undefined) return undefined;
      client.knowFolder(folder);
      await client.mailboxOpen(folder, { readOnly: true });
      const found = await client.search({ header: { "message-id": messageId } }, { uid: true });
      if (!Array.isArray(found)) throw new Error("the IMAP server refused to search");
      return found.length;
    } finally {
      client.close();
    }
  };
  return {
    // A draft was at another server, before the mailbox came to this one.
    draft: async () => ({ kind: "missing" }),
    contains: async (account: ImapAccount, messageId, use) => {
      const found = await count(account, messageId, use);
      return found === undefined ? undefined : found > 0;
    },
    count: (account: ImapAccount, messageId) => count(account, messageId, "sent"),
    append: async function* (account: ImapAccount, copies, lack) {
      const client = await openWithin(open, account);
      try {
        const folder = await within(client, () => sentFolderOf(client));
        if (folder === undefined) lack("the mailbox has no Sent folder");
        for await (const copy of copies) {
          if (folder === undefined || (await within(client, () => isFiled(client, folder, copy, lack)))) yield copy;
        }
      } finally {
        client.close();
      }
    },
  };
};

/** A server without RFC 5530 reports a full mailbox only in its text. */
const isAboutSpace = /quota|mailbox full|disk full|no space|storage/i;
const WORDS_MAX = 500;
const line = (text: string): string => text.slice(0, WORDS_MAX).replaceAll(/[\s\p{Cc}]+/gu, " ");

const sentFolderOf = async (client: LeanImapFlow): Promise<string | undefined> =>
  (await client.list()).find(({ specialUse }) => specialUse === "\\Sent")?.path;

/** False when the server refused only this copy. */
const isFiled = async (
  client: LeanImapFlow,
  folder: string,
  { raw, sentAt }: SentCopy,
  lack: (reason: string) => void,
): Promise<boolean> => {
  try {
    await client.append(folder, raw, ["\\Seen"], sentAt);
    return true;
  } catch (error) {
    if (!(error instanceof Error && "responseStatus" in error && error.responseStatus === "NO")) throw error;
    const { serverResponseCode, responseText } = error as { readonly serverResponseCode?: unknown; readonly responseText?: unknown };
    const words = typeof responseText === "string" ? line(responseText) : "";
    if (serverResponseCode === "OVERQUOTA" || isAboutSpace.test(words)) lack(words || "the mailbox is over its quota");
    return false;
  }
};

const openWithin = async (open: OpenConnection, account: ImapAccount): Promise<LeanImapFlow> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), TIME_MS);
  return open(account, late.signal).finally(() => clearTimeout(timer));
};

/** Closes the connection when a piece of work takes too long, so that the work fails. */
const within = async <R>(client: LeanImapFlow, work: () => Promise<R>): Promise<R> => {
  const timer = setTimeout(() => client.close(), TIME_MS);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
};
