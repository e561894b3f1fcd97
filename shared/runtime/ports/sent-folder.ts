import { imapSentFolder } from "../../adapters/imap/sent-folder.ts";
import { isGraph, isSandbox, type ReadAccount } from "../../domain/mailboxes/mailbox.ts";
import type { SentFolder } from "../../domain/sending/ports/sent-folder.ts";
import { openImap } from "./imap-connections.ts";
import { callHttp } from "./web.ts";

const imap = imapSentFolder(openImap);
const at = async (account: ReadAccount): Promise<SentFolder> => {
  if (isSandbox(account)) return (await import("./sandbox-ends.ts")).sentFolder;
  return isGraph(account) ? (await import("../../adapters/graph/graph-sent-folder.ts")).graphSentFolder(callHttp) : imap;
};

/** The Sent folders of mailboxes: by IMAP, or over Microsoft Graph, which is loaded with its first mailbox. */
export const sentFolder: SentFolder = {
  draft: async (account, ...asked) => (await at(account)).draft(account, ...asked),
  discard: async (account, ...asked) => (await at(account)).discard?.(account, ...asked),
  contains: async (account, ...asked) => (await at(account)).contains(account, ...asked),
  count: async (account, ...asked) => (await at(account)).count(account, ...asked),
  append: async function* (account, ...given) {
    yield* (await at(account)).append(account, ...given);
  },
};
