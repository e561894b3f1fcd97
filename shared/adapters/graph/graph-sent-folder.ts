import type { CallHttp } from "../../domain/mailboxes/egress/post-http.ts";
import type { GraphAccount } from "../../domain/mailboxes/mailbox.ts";
import type { FolderUse, SentFolder } from "../../domain/sending/ports/sent-folder.ts";
import { graphClient, mailboxPath } from "./graph-client.ts";
import { graphDrafts } from "./graph-drafts.ts";
import { graphFailure } from "./graph-error.ts";

/** The folders' well-known names (learn.microsoft.com/graph/api/resources/mailfolder). */
const folders: Readonly<Record<FolderUse, string>> = { sent: "sentitems", inbox: "inbox" };

/** The Sent Items folder at Microsoft Graph, and the drafts. Graph files what it sends, so no copy is ever filed. */
export const graphSentFolder = (callHttp: CallHttp): SentFolder => {
  const client = graphClient(callHttp);
  const count = async (account: GraphAccount, messageId: string, use: FolderUse): Promise<number> => {
    const filter = new URLSearchParams({ $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`, $select: "id" });
    const { value } = await client.json(account, {
      path: `${mailboxPath(account)}/mailFolders/${folders[use]}/messages?${filter.toString()}`,
    });
    return Array.isArray(value) ? value.length : 0;
  };
  return {
    draft: async (account: GraphAccount, id) => {
      const found = await graphDrafts(client, account)
        .find(id)
        .catch((error: unknown) => {
          throw graphFailure(error);
        });
      if (!found) return { kind: "missing" };
      return found.isDraft ? { kind: "draft" } : { kind: "sent", ...(found.messageId !== undefined && { messageId: found.messageId }) };
    },
    discard: (account: GraphAccount, id) => graphDrafts(client, account).discard(id),
    contains: async (account: GraphAccount, messageId, use) => (await count(account, messageId, use)) > 0,
    count: (account: GraphAccount, messageId) => count(account, messageId, "sent"),
    append: async function* (_, copies) {
      yield* copies;
    },
  };
};
