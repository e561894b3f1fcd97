import type { DirectoryFolder, DirectoryItem, MailDirectory } from "#shared/inbox/ports/mail-directory.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { type ApiCall, type ApiError, apiFailure } from "../http/api-client.ts";
import type { ApiReads, BatchAnswer } from "../http/batches.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";
import { readBatch, USER } from "./gmail-client.ts";

/** What is needed to bring the directory up to date. */
export interface Reading extends ApiReads {
  readonly directory: MailDirectory;
  readonly mailboxId: string;
}

/** Where messages are that have no label of a folder: what Gmail shows under "All Mail" alone. */
export const ARCHIVE = "ARCHIVE";
/** System labels that are folders (developers.google.com/workspace/gmail/api/guides/labels). */
const SYSTEM: readonly Pick<DirectoryFolder, "id" | "path" | "use">[] = [
  { id: "INBOX", path: "INBOX" },
  { id: "SENT", path: "SENT", use: "sent" },
  { id: "SPAM", path: "SPAM", use: "junk" },
  { id: ARCHIVE, path: "[Gmail]/All Mail" },
];
const ofSystem = new Set(SYSTEM.map(({ id }) => id));
/** Labels of what is no mail, or not yet, or no longer. */
const NO_MAIL = ["DRAFT", "TRASH", "CHAT"];
/** The trash, which is no folder of the directory: nothing in it is read. */
export const TRASH = { id: "TRASH", path: "TRASH" } as const;
/** The most labels that are folders; Gmail has at most 10,000. */
const MOST = 1_000;

/** An answer's JSON. Throws MailFailure. */
export const getJson = async (
  { client, account, signal }: ApiReads,
  path: string,
  options: Pick<ApiCall, "readMax"> = {},
): Promise<Readonly<Record<string, unknown>>> => {
  signal.throwIfAborted();
  return client.json(account, { path: `${USER}${path}`, ...options }).catch((error: unknown) => {
    throw apiFailure(error);
  });
};

/** The folders of the mailbox: the system's and the user's labels. Throws MailFailure, ServerDisagrees. */
export const listLabels = async (reads: ApiReads): Promise<readonly Pick<DirectoryFolder, "id" | "path" | "use">[]> => {
  const { labels } = await getJson(reads, "/labels", { readMax: 4 * 1024 * 1024 });
  if (!Array.isArray(labels)) throw new ServerDisagrees("a list of labels is none");
  const paths = new Set(SYSTEM.map(({ path }) => path));
  const own = listOf(labels)
    .filter(({ type }) => type === "user")
    .map(({ id, name }) => ({ id: textOf(id), path: textOf(name) }))
    .filter(({ id, path }) => id !== "" && path !== "" && !ofSystem.has(id) && !paths.has(path) && paths.add(path));
  return [...SYSTEM, ...own.slice(0, MOST)];
};

/** How the folder of a message with several labels is chosen: the ids of the user's labels, and of those whose mail is kept whole. */
export interface Placement {
  readonly labels: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
}

/**
 * The one folder of a message with these labels; undefined for drafts and others that are not kept. Spam, inbox and sent precede the user's labels;
 * of those one whose mail is kept whole decides, else the first by id.
 */
export const folderOf = (labelIds: readonly string[], { labels, named }: Placement): string | undefined => {
  if (NO_MAIL.some((label) => labelIds.includes(label))) return undefined;
  const ofUser = labelIds.filter((label) => labels.has(label) && !ofSystem.has(label)).toSorted((a, b) => (a < b ? -1 : 1));
  const system = ["SPAM", "INBOX", "SENT"].find((label) => labelIds.includes(label));
  return system ?? ofUser.find((label) => named.has(label)) ?? ofUser[0] ?? ARCHIVE;
};

/** Whether a message has a user label that the list of labels lacks. */
export const hasUnknown = (labelIds: readonly string[], { labels }: Placement): boolean =>
  labelIds.some((label) => label.startsWith("Label_") && !labels.has(label));

/** What Gmail returned for a message: its labels and entry, `missing` when it does not exist, or `unknown` without a usable answer. */
export type Found = { readonly labelIds: readonly string[]; readonly item: Omit<DirectoryItem, "uid"> } | "missing" | "unknown";

const EARLIEST = Date.UTC(1971, 0, 1);

/** What an answer says of a message. */
export const foundIn = (answer: BatchAnswer, id: string): Found => {
  if ("error" in answer) return answer.error.status === 404 ? "missing" : "unknown";
  const { id: named, labelIds, internalDate, sizeEstimate } = fieldsOf(answer.body);
  if (named !== id) return "unknown";
  const labels = Array.isArray(labelIds) ? labelIds.map(textOf) : [];
  const [received, size] = [Number(internalDate ?? Number.NaN), Number(sizeEstimate ?? Number.NaN)];
  return {
    labelIds: labels,
    item: {
      id,
      receivedAt: received >= EARLIEST && received < 8e15 ? new Date(received) : new Date(),
      seen: !labels.includes("UNREAD"),
      flagged: labels.includes("STARRED"),
      draft: false,
      hasAttachments: true,
      ...(Number.isSafeInteger(size) && size > 0 && { size }),
    },
  };
};

/** The path of a message. */
export const messagePath = (id: string, format: "minimal" | "raw" | "full" | "metadata"): string =>
  `${USER}/messages/${encodeURIComponent(id)}?format=${format}`;

/**
 * What Gmail returns for each of these messages. Messages without an answer are requested once more. Throws MailFailure when the grant is refused,
 * and when no message got an answer.
 */
export const readFacts = async (reads: ApiReads, ids: readonly string[]): Promise<ReadonlyMap<string, Found>> => {
  const found = new Map<string, Found>();
  let failure: ApiError | undefined;
  for (const round of [0, 1]) {
    const asked = ids.filter((id) => round === 0 || typeof found.get(id) === "string");
    const answers = await readBatch(
      reads,
      asked.map((id) => messagePath(id, "minimal")),
    );
    for (const [at, answer] of answers.entries()) {
      if ("error" in answer) {
        if (answer.error.refusesGrant || answer.error.isOperators) throw apiFailure(answer.error);
        if (answer.error.status !== 404) failure = answer.error;
      }
      found.set(asked[at]!, foundIn(answer, asked[at]!));
    }
  }
  if (failure && ids.every((id) => found.get(id) === "unknown")) {
    if (failure.status === 0) throw new ServerDisagrees("the server left out all answers");
    throw apiFailure(failure);
  }
  return found;
};

/** Where a message is. */
interface Placed {
  readonly folderId: string;
  readonly item: Omit<DirectoryItem, "uid">;
}

/** The folders of the messages that Gmail returned, and the ids of those that are in no folder. */
export const placed = (
  facts: ReadonlyMap<string, Found>,
  placement: Placement,
): { readonly there: readonly Placed[]; readonly nowhere: readonly string[] } => {
  const [there, nowhere]: [Placed[], string[]] = [[], []];
  for (const found of facts.values()) {
    if (typeof found === "string") continue;
    const folderId = folderOf(found.labelIds, placement);
    if (folderId === undefined) nowhere.push(found.item.id);
    else there.push({ folderId, item: found.item });
  }
  return { there, nowhere };
};

/** The provisional folder of a message for which Gmail returned nothing usable; the next reading corrects it. */
export const assumedPlace = (id: string, labels: readonly string[] = ["INBOX"], placement: Placement): readonly Placed[] => {
  const folderId = folderOf(labels, placement);
  const item = { id, receivedAt: new Date(), seen: false, draft: false, hasAttachments: true };
  return folderId === undefined ? [] : [{ folderId, item }];
};
