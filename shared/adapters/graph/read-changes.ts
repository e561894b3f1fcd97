import type { ChangePage, DirectoryFolder, DirectoryItem, MailDirectory } from "../../domain/inbox/ports/mail-directory.ts";
import { ServerDisagrees } from "../../domain/inbox/pull/sync-state.ts";
import { type BatchAnswer, fieldsOf, type GraphReads, isTooMuch, listOf, readBatch, textOf } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";
import { type GraphError, graphFailure } from "./graph-error.ts";
import { pathOf } from "./graph-folders.ts";

/** What is read of each message. Graph has no size of its own: PidTagMessageSize (MS-OXPROPS) is expanded. */
const SELECT = "$select=receivedDateTime,isRead,isDraft,hasAttachments";
const SIZE = "&$expand=singleValueExtendedProperties($filter%3Did%20eq%20'Integer%200x0E08')";

/** How changes are asked for: with the sizes of messages, and how many a page. */
interface Form {
  readonly query: string;
  readonly page: number;
}
/** The forms, the best first; where a server refuses one, the next is tried. */
const FORMS: readonly Form[] = [
  { query: `${SELECT}${SIZE}`, page: 500 },
  { query: SELECT, page: 500 },
  { query: SELECT, page: 25 },
];
/** The longest answer to a batch of 20 such pages, bytes. */
const READ_MAX = 24 * 1024 * 1024;
/** How long changes are read in one session, ms; the next goes on where it stopped. */
const READING_MS = 20_000;
const EARLIEST = Date.UTC(1971, 0, 1);

/** Codes for a delta token that Graph has forgotten (learn.microsoft.com/graph/errors; …/delta-query-overview, "Token duration"). */
const FORGOTTEN = ["syncStateNotFound", "resyncRequired", "syncStateInvalid"];

/** The directory that is brought up to date. */
export interface Reading extends GraphReads {
  readonly directory: MailDirectory;
  readonly mailboxId: string;
}

/**
 * Brings the folders of the directory up to date: one delta request a folder, 20 in a batch, and further pages as long as there are some and time is
 * left. A folder that Graph does not have is left as it is. Throws MailFailure, ServerDisagrees.
 */
export const readChanges = async (reading: Reading, folders: readonly DirectoryFolder[]): Promise<void> => {
  const end = Date.now() + READING_MS;
  let left: readonly Pick<DirectoryFolder, "id" | "link">[] = folders;
  while (left.length > 0 && Date.now() < end) {
    const answers = await askInForms(reading, left);
    const next = [];
    for (const [at, answer] of answers.entries()) {
      const more = await takeAnswer(reading, left[at]!, answer);
      if (more) next.push(more);
    }
    left = next;
  }
};

type Asked = Pick<DirectoryFolder, "id" | "link">;

/** Asks for a page of each folder; folders at which the server refuses the form, or whose page is too long, are asked for in the next one. */
const askInForms = async (reading: Reading, folders: readonly Asked[], [form, ...simpler] = FORMS): Promise<readonly BatchAnswer[]> => {
  const asked = folders.map((folder) => urlOf(reading, folder, form!));
  const answers = await readBatch(reading, asked, { prefer: [`odata.maxpagesize=${form!.page}`], readMax: READ_MAX }).catch(
    (error: unknown) => {
      if (simpler.length === 0 || !isTooMuch(error)) throw error;
    },
  );
  if (!answers) return (await Promise.all(folders.map((folder) => askInForms(reading, [folder], simpler)))).flat();
  const refused = answers.flatMap((answer, at) => ("error" in answer && isTooMuch(answer.error) && !isForgotten(answer.error) ? [at] : []));
  if (refused.length === 0 || simpler.length === 0) return answers;
  const again = await askInForms(
    reading,
    refused.map((at) => folders[at]!),
    simpler,
  );
  return answers.map((answer, at) => again[refused.indexOf(at)] ?? answer);
};

/** The path of a folder by its id. */
export const folderPath = ({ account }: Pick<Reading, "account">, id: string): string =>
  `${mailboxPath(account)}/mailFolders/${encodeURIComponent(id)}`;

const urlOf = (reading: Reading, { id, link }: Asked, { query }: Form): string =>
  link ?? `${folderPath(reading, id)}/messages/delta?${query}`;

const isForgotten = (error: GraphError): boolean => error.status === 410 || FORGOTTEN.some((code) => error.has(code));

/** Takes an answer into the directory; returns the folder when there is more to read. */
const takeAnswer = async (
  reading: Reading,
  { id, link: used }: Pick<DirectoryFolder, "id" | "link">,
  answer: BatchAnswer,
): Promise<Pick<DirectoryFolder, "id" | "link"> | undefined> => {
  const { directory, mailboxId } = reading;
  if ("error" in answer) {
    const { error } = answer;
    if (used !== undefined && isForgotten(error)) {
      await directory.restart(mailboxId, id, used);
      return { id };
    }
    if (error.status === 404) return undefined;
    throw error.status === 0 ? new ServerDisagrees("the server left out an answer") : graphFailure(error);
  }
  const page = pageOf(reading, used, answer.body);
  if (page.next === used && !page.isLast) throw new ServerDisagrees("a page leads to itself");
  const isTaken = await directory.take(mailboxId, id, page);
  return isTaken && !page.isLast ? { id, link: page.next } : undefined;
};

const pageOf = (reading: Reading, used: string | undefined, body: unknown): ChangePage => {
  const { value, "@odata.nextLink": next, "@odata.deltaLink": delta } = fieldsOf(body);
  const link = textOf(next) || textOf(delta);
  if (link === "" || !Array.isArray(value)) throw new ServerDisagrees("a page of changes has no link");
  const entries = listOf(value).filter((entry) => textOf(entry["id"]) !== "");
  return {
    used,
    next: pathOf(reading, link),
    isLast: textOf(next) === "",
    there: entries.flatMap((entry) => (entry["@removed"] === undefined ? (itemOf(entry) ?? []) : [])),
    gone: entries.flatMap((entry) => (entry["@removed"] === undefined ? [] : textOf(entry["id"]))),
  };
};

/** What is asked of each message in a list; without sizes, messages with attachments are read as large. */
export const itemQuery = SELECT;

/** A changed message may come with its changed properties alone, but those of the first request come always ("at least the properties"). */
export const itemOf = (entry: Readonly<Record<string, unknown>>): Omit<DirectoryItem, "uid"> => {
  const received = Date.parse(textOf(entry["receivedDateTime"]));
  const [extended] = listOf(entry["singleValueExtendedProperties"]);
  const size = Number(extended?.["value"] ?? Number.NaN);
  return {
    id: textOf(entry["id"]),
    receivedAt: received >= EARLIEST ? new Date(received) : new Date(),
    seen: entry["isRead"] === true,
    draft: entry["isDraft"] === true,
    hasAttachments: entry["hasAttachments"] !== false,
    ...(Number.isSafeInteger(size) && size > 0 && { size }),
  };
};
