import { TRACKING_HEADER } from "#shared/mail/write/custom-headers.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { OutgoingMessage, FolderUse, SentFolder } from "#shared/sending/ports/submission.ts";
import { mailboxPath, graphClient } from "./graph-client.ts";
import type { CallHttp } from "#shared/platform/egress/egress.ts";
import {
  acceptance,
  type ApiDraft,
  bears,
  type Drafts,
  draftState,
  identityOf,
  messageIdIn,
  withHidden,
} from "../http/draft-submissions.ts";
import { type ApiClient, ApiError } from "../http/api-client.ts";

/** A draft with the values of its tracking headers. */
interface TrackedDraft extends ApiDraft {
  readonly tracking: readonly string[];
}

/** The most octets of a MIME message whose base64 fits in one request of 4 MB (learn.microsoft.com/graph/api/user-post-messages). */
const WHOLE_MAX_BYTES = 3_000_000;
/** From this size on a file goes by an upload session, in ranges below 4 MB (learn.microsoft.com/graph/outlook-large-attachments). */
const SESSION_FROM_BYTES = 3 * 1024 * 1024;
const RANGE_BYTES = 3 * 1024 * 1024;
const STRAYS_MAX = 50;
/** The time limits of listing drafts and of finding one, ms. */
const LIST_MS = 15_000;
const FIND_MS = 30_000;
const SELECT = "$select=id,isDraft,internetMessageId,toRecipients,ccRecipients,bccRecipients";

/** The drafts of one mailbox at Graph, which keep their ids when they are sent; and the latest ones. */
export const graphDrafts = (client: ApiClient, account: ApiAccount): Drafts & { latest(): Promise<readonly TrackedDraft[]> } => {
  const root = mailboxPath(account);
  const at = (id: string) => `${root}/messages/${encodeURIComponent(id)}`;

  /** Finds a message, within a time limit, ms; undefined when it does not exist, because it was removed or is on its way. */
  const find: Drafts["find"] = async (id, _, withinMs = FIND_MS) => {
    try {
      return draftIn(await client.json(account, { path: `${at(id)}?${SELECT}`, withinMs }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  };

  /** Removes a draft. A failure is ignored, because nothing sends a draft that stays. */
  const discard = async (id: string): Promise<void> => {
    await client.bytes(account, { method: "DELETE", path: at(id) }).catch(() => undefined);
  };

  const attach = async (id: string, file: OutgoingFile): Promise<void> => {
    const { name, type: contentType, contentId, content } = file;
    const inline = contentId !== undefined && { isInline: true, contentId };
    if (content.length < SESSION_FROM_BYTES) {
      const attachment = { "@odata.type": "#microsoft.graph.fileAttachment", name, contentType, ...inline };
      const json = { ...attachment, contentBytes: Buffer.from(content).toString("base64") };
      // The answer repeats the content.
      return void (await client.bytes(account, {
        method: "POST",
        path: `${at(id)}/attachments?$select=id`,
        json,
        readMax: 8 * 1024 * 1024,
      }));
    }
    const AttachmentItem = { attachmentType: "file", name, size: content.length, contentType, ...inline };
    const session = await client.json(account, {
      method: "POST",
      path: `${at(id)}/attachments/createUploadSession`,
      json: { AttachmentItem },
    });
    for (let from = 0; from < content.length; from += RANGE_BYTES)
      await client.upload(account, String(session["uploadUrl"]), content.subarray(from, from + RANGE_BYTES), {
        from,
        size: content.length,
      });
  };

  /** Creates a draft with its files; one that cannot be completed is removed. */
  const create = async (message: OutgoingMessage): Promise<ApiDraft> => {
    const { raw, files } = message.raw.length <= WHOLE_MAX_BYTES || !message.apart ? { raw: message.raw, files: [] } : message.apart();
    const body = { type: "text/plain", bytes: withHidden(raw, message.hidden).toString("base64") };
    const draft = draftIn(await client.json(account, { method: "POST", path: `${root}/messages`, body, readMax: 16 * 1024 * 1024 }));
    try {
      for (const file of files) await attach(draft.id, file);
      return draft;
    } catch (error) {
      await discard(draft.id);
      throw error;
    }
  };

  /** The latest drafts, with their tracking headers. */
  const latest = async (): Promise<readonly TrackedDraft[]> => {
    const query = `${SELECT},internetMessageHeaders&$orderby=createdDateTime desc&$top=${STRAYS_MAX}`;
    const path = `${root}/mailFolders/drafts/messages?${query}`;
    const { value } = await client.json(account, { path, withinMs: LIST_MS, readMax: 16 * 1024 * 1024 });
    return listOf(value).flatMap((found) =>
      found["isDraft"] === true && typeof found["id"] === "string" ? [{ ...draftIn(found), tracking: trackingIn(found) }] : [],
    );
  };

  /** Removes drafts of the same email whose creation got no answer. It finds them by tracking header or Message-ID among the latest drafts. */
  const discardStrays = async ({ raw }: OutgoingMessage): Promise<void> => {
    const ours = identityOf(raw);
    for (const { id, messageId, tracking } of await latest())
      if (bears(ours, { messageId }) || tracking.some((value) => bears(ours, { tracking: value }))) await discard(id);
  };

  const send: Drafts["send"] = async (id, withinMs) => {
    const { headers } = await client.answer(account, { method: "POST", path: `${at(id)}/send`, withinMs });
    return { reply: acceptance("202 Accepted", "request-id", headers["request-id"]) };
  };

  return { find, create, send, discard, latest, discardStrays };
};

const draftIn = (answer: Readonly<Record<string, unknown>>): ApiDraft => {
  const { id, isDraft, internetMessageId, toRecipients, ccRecipients, bccRecipients } = answer;
  if (typeof id !== "string" || id === "" || id.length > 1_000) throw new Error("Microsoft Graph's answer names no message");
  return {
    id,
    isDraft: isDraft === true,
    messageId: messageIdIn(internetMessageId),
    recipients: Array.isArray(toRecipients) ? [toRecipients, ccRecipients, bccRecipients].flatMap(addressesIn) : undefined,
  };
};

const trackingIn = ({ internetMessageHeaders }: Readonly<Record<string, unknown>>): readonly string[] =>
  listOf(internetMessageHeaders).flatMap(({ name, value }) =>
    String(name).toLowerCase() === TRACKING_HEADER.toLowerCase() && typeof value === "string" ? [value.trim()] : [],
  );

const addressesIn = (list: unknown): readonly string[] =>
  listOf(list).flatMap(({ emailAddress }) => {
    const [{ address } = {}] = listOf([emailAddress]);
    return typeof address === "string" ? [address.toLowerCase()] : [];
  });

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter((item): item is Record<string, unknown> => typeof item === "object" && item !== null) : [];

/** The folders' well-known names (learn.microsoft.com/graph/api/resources/mailfolder). */
const folders: Readonly<Record<FolderUse, string>> = { sent: "sentitems", inbox: "inbox" };

/** The Sent Items folder and the drafts at Microsoft Graph. Graph files what it sends, so no copy is ever filed. */
export const graphSentFolder = (callHttp: CallHttp): SentFolder => {
  const client = graphClient(callHttp);
  const count = async (account: ApiAccount, messageId: string, use: FolderUse): Promise<number> => {
    const filter = new URLSearchParams({ $filter: `internetMessageId eq '${messageId.replaceAll("'", "''")}'`, $select: "id" });
    const { value } = await client.json(account, {
      path: `${mailboxPath(account)}/mailFolders/${folders[use]}/messages?${filter.toString()}`,
    });
    return Array.isArray(value) ? value.length : 0;
  };
  return {
    draft: (account: ApiAccount, id, messageId) => draftState(graphDrafts(client, account), id, messageId),
    discard: (account: ApiAccount, id) => graphDrafts(client, account).discard(id),
    contains: async (account: ApiAccount, messageId, use) => (await count(account, messageId, use)) > 0,
    count: (account: ApiAccount, messageId) => count(account, messageId, "sent"),
    append: async function* (_, copies) {
      yield* copies;
    },
  };
};
