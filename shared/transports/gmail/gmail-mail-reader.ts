import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { FolderWord } from "#shared/inbox/ports/messages.ts";
import { apiFailure, type ApiClient } from "../http/api-client.ts";
import type { ApiReads, BatchAnswer } from "../http/batches.ts";
import type { ApiChanges, ApiMessage } from "../http/directory-changes.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";
import { readBatch, USER } from "./gmail-client.ts";
import { ARCHIVE, folderOf, type Found, foundIn, getJson, messagePath, type Placement, TRASH } from "./gmail-labels.ts";
import { gmailSync } from "./gmail-sync.ts";
import type { MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import type { MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import { directorySession } from "../http/directory-session.ts";
import { fetchGmailHeaders, fetchGmailMails, fetchGmailPart, providerIdOf } from "./fetch-gmail-mails.ts";

/** The most messages with one Message-ID that are looked at. */
const MOST_NAMED = 100;
/** What a Message-ID may hold to be searched for by one word. */
const ONE_WORD = /^[^\s"(){}<>]{1,500}$/;
const PATHS: Readonly<Record<FolderWord, string>> = { archive: "[Gmail]/All Mail", inbox: "INBOX", trash: TRASH.path, spam: "SPAM" };

/** A message with all of its labels. */
interface Labelled extends ApiMessage, Pick<Exclude<Found, string>, "labelIds"> {}

/** A message of an answer; undefined for one that is gone. Throws MailFailure for any other answer. */
const messageIn = (answer: BatchAnswer, id: string, placement: Placement): Labelled | undefined => {
  if ("error" in answer && answer.error.status !== 404) throw apiFailure(answer.error);
  const found = foundIn(answer, id);
  if (found === "missing") return undefined;
  if (typeof found === "string") throw new MailFailure("HTTPS", "unreachable", { cause: new Error("an answer is about another message") });
  const { labelIds, item } = found;
  const headers = listOf(fieldsOf(fieldsOf("body" in answer ? answer.body : {})["payload"])["headers"]);
  const messageId = textOf(headers.find(({ name }) => textOf(name).toLowerCase() === "message-id")?.["value"]);
  const folderId = labelIds.includes(TRASH.id) ? TRASH.id : (folderOf(labelIds, placement) ?? "");
  return { item, messageId, folderId, labelIds };
};

/** The labels of folders out of which a message is archived; one that has none of them is in the archive already, whatever other labels it has. */
const LEFT = ["INBOX", "SPAM", TRASH.id];
/** The most labels that a message is asked to lose at once (developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages/modify). */
const MOST_LABELS = 100;

const isLabel = (id: string) => id !== ARCHIVE && id !== "SENT" && id !== "";

/** Those of a message's labels by which it would be in another folder, though it has the label `to`. */
const labelsBefore = (labelIds: readonly string[], to: string, placement: Placement): readonly string[] => {
  const at = folderOf([...labelIds, to], placement);
  if (at === undefined || at === to) return [];
  const others = labelIds.filter((id) => id !== at);
  return [at, ...labelsBefore(others, to, placement)];
};

/**
 * The labels to add and to remove so that a message is in one folder: it leaves the one where it was and, for a label of the user's, those that would
 * count before it. Its other labels stay, and in INBOX, the archive and spam all of the user's.
 */
const labelsFor = (from: string, to: string, labelIds: readonly string[], placement: Placement) => {
  const isOfUser = isLabel(to) && !LEFT.includes(to);
  const left = [...LEFT, ...(to === ARCHIVE ? [] : [from])].filter((id) => id !== to && isLabel(id));
  const others = labelIds.filter((id) => isLabel(id) && !left.includes(id));
  const leaves = new Set([...left, ...(isOfUser ? labelsBefore(others, to, placement) : [])]);
  return { addLabelIds: [to].filter(isLabel), removeLabelIds: [...leaves].slice(0, MOST_LABELS) };
};

/**
 * Changes at Gmail, by labels (developers.google.com/workspace/gmail/api/guides/labels). A message goes to the trash by `messages.trash`, and none is
 * ever deleted.
 */
const gmailChanges = (
  reads: ApiReads,
  { place, placement, reads: named }: Pick<Awaited<ReturnType<typeof gmailSync>>, "place" | "placement" | "reads">,
): ApiChanges => {
  /** The labels of messages as they were last looked at. */
  const labels = new Map<string, readonly string[]>();
  const look: ApiChanges["look"] = async (ids) => {
    const paths = ids.map((id) => `${messagePath(id, "metadata")}&metadataHeaders=Message-ID`);
    const answers = await readBatch(reads, paths);
    const found = answers.flatMap((answer, at) => messageIn(answer, ids[at]!, placement()) ?? []);
    for (const { item, labelIds } of found) labels.set(item.id, labelIds);
    return found;
  };
  const post = async (id: string, action: "modify" | "trash", json: object) => {
    reads.signal.throwIfAborted();
    await reads.client.json(reads.account, { method: "POST", path: `${USER}/messages/${encodeURIComponent(id)}/${action}`, json });
  };
  return {
    reads: named,
    look,
    named: async (messageId) => {
      const word = messageId.replaceAll(/^<|>$/g, "");
      if (!ONE_WORD.test(word)) return [];
      const query = `maxResults=${MOST_NAMED}&includeSpamTrash=true&q=${encodeURIComponent(`rfc822msgid:${word}`)}`;
      const { messages } = await getJson(reads, `/messages?${query}`);
      const ids = listOf(messages).map(({ id }) => textOf(id));
      return look([...new Set(ids)].filter(Boolean).slice(0, MOST_NAMED));
    },
    setFlags: (id, { isRead, isFlagged }) => {
      const added = [...(isRead === false ? ["UNREAD"] : []), ...(isFlagged === true ? ["STARRED"] : [])];
      const removed = [...(isRead === true ? ["UNREAD"] : []), ...(isFlagged === false ? ["STARRED"] : [])];
      return post(id, "modify", { addLabelIds: added, removeLabelIds: removed });
    },
    move: async ({ item: { id }, folderId }, to) => {
      if (to === ARCHIVE && !LEFT.includes(folderId)) return false;
      await (to === TRASH.id ? post(id, "trash", {}) : post(id, "modify", labelsFor(folderId, to, labels.get(id) ?? [], placement())));
      return true;
    },
    folderFor: async (word) => PATHS[word],
    beside: [TRASH],
    place: ({ item, folderId }) => {
      const isHeld = placement().labels.has(folderId);
      return place(isHeld ? { there: [{ folderId, item }], gone: [] } : { there: [], gone: [item.id] });
    },
  };
};

/**
 * Reads mailboxes over the Gmail API and answers as IMAP would, from a directory of labels and UIDs that the mailbox's history keeps up to date. A
 * poll is one HTTP request for all folders.
 */
export const gmailMailReader = (client: ApiClient, directory: MailDirectory) => ({
  /** Opens a session; the first call checks the token. Throws MailFailure that classifyConnectionError understands. */
  open: async (account: ApiAccount, signal: AbortSignal): Promise<MailSession> => {
    const { mailboxId } = account;
    if (mailboxId === undefined) throw new MailFailure("HTTPS", "unreachable", { cause: new Error("the mailbox is not connected") });
    const reading = { client, account, signal, directory, mailboxId };
    const sync = await gmailSync(reading);
    await sync.begin();
    return directorySession({
      directory,
      mailboxId,
      folders: sync.folders,
      asked: sync.asked,
      update: sync.update,
      relist: sync.relist,
      repair: sync.repair,
      odd: async () => {
        await sync.lookAtNewest();
        return new Set();
      },
      perPoll: Infinity,
      providerIdOf,
      fetch: (wanted) => fetchGmailMails(reading, wanted),
      fetchHeaders: (wanted) => fetchGmailHeaders(reading, wanted),
      fetchPart: (item, part, maxBytes) => fetchGmailPart(reading, item, { part, maxBytes }),
      changes: gmailChanges(reading, sync),
    });
  },
});
