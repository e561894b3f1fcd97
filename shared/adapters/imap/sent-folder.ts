import type { SentFolder } from "../../domain/sending/ports.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";
import type { OpenConnection } from "./open-connection.ts";

const TIME_MS = 30_000;

/** The folder of sent mail over IMAP, found by its special use (RFC 6154) or its usual name. */
export const imapSentFolder = (open: OpenConnection): SentFolder => {
  const inFolder = async <R>(
    account: Parameters<OpenConnection>[0],
    work: (client: LeanImapFlow, folder: string | undefined) => Promise<R>,
  ): Promise<R> => {
    const client = await open(account, AbortSignal.timeout(TIME_MS));
    try {
      const folders = await client.list();
      return await work(client, folders.find(({ specialUse }) => specialUse === "\\Sent")?.path);
    } finally {
      client.close();
    }
  };
  return {
    contains: (account, messageId) =>
      inFolder(account, async (client, folder) => {
        if (folder === undefined) return undefined;
        client.knowFolder(folder);
        await client.mailboxOpen(folder, { readOnly: true });
        const found = await client.search({ header: { "message-id": messageId } }, { uid: true });
        if (!Array.isArray(found)) throw new Error("the IMAP server refused to search");
        return found.length > 0;
      }),
    append: (account, copies) =>
      inFolder(account, async (client, folder) => {
        if (folder === undefined) return;
        for (const { raw, sentAt } of copies) await client.append(folder, raw, ["\\Seen"], sentAt);
      }),
  };
};
