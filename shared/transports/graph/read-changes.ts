import type { ChangePage, DirectoryFolder } from "#shared/inbox/ports/mail-directory.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { folderPath, itemOf, itemQuery, listByDate, type Reading, pathOf } from "./graph-folders.ts";
import type { BatchAnswer } from "../http/batches.ts";
import { readBatch } from "./graph-batch.ts";
import { repairIfCountedOtherwise } from "./repair-folder.ts";
import { type ApiError, apiFailure, isTooMuch } from "../http/api-client.ts";
import { fieldsOf, listOf, type PageWatch, pageWatch, textOf } from "../http/json.ts";

/** Graph has no size of its own: PidTagMessageSize (MS-OXPROPS) is expanded. */
const SIZE = "&$expand=singleValueExtendedProperties($filter%3Did%20eq%20'Integer%200x0E08')";

/** How changes are asked for: with the sizes of messages, and how many a page. */
interface Form {
  readonly query: string;
  readonly page: number;
}
/** The forms, the best first; where a server refuses one, the next is tried. */
const FORMS: readonly Form[] = [
  { query: `${itemQuery}${SIZE}`, page: 500 },
  { query: itemQuery, page: 500 },
  { query: itemQuery, page: 25 },
];
/** The longest answer to a batch of 20 such pages, bytes. */
const READ_MAX = 24 * 1024 * 1024;
/** How long changes are read in one session, ms; the next session continues there. */
const READING_MS = 20_000;

/** Codes for a delta token that Graph has forgotten (learn.microsoft.com/graph/errors; …/delta-query-overview, "Token duration"). */
const FORGOTTEN = ["syncStateNotFound", "resyncRequired", "syncStateInvalid"];

/**
 * Brings folders of the directory up to date: one delta request for each folder, 20 in a batch, and further pages while there are some and time is
 * left. A folder that Graph does not have is unchanged; one whose pages are endless is read by its list. Throws MailFailure, ServerDisagrees.
 */
export const readChanges = async (reading: Reading, folders: readonly DirectoryFolder[]): Promise<void> => {
  const end = Date.now() + READING_MS;
  const watches = new Map(folders.map(({ id }) => [id, pageWatch()]));
  let left: readonly Asked[] = folders;
  while (left.length > 0 && Date.now() < end) {
    const answers = await askInForms(reading, left);
    const next = [];
    for (const [at, answer] of answers.entries()) {
      const folder = left[at]!;
      const more = await takeAnswer(reading, { ...folder, watch: watches.get(folder.id)! }, answer);
      if (more) next.push(more);
    }
    left = next;
  }
  // Slow pages without end look like this: there is always another page, and none has brought anything.
  for (const { id } of left) if (!watches.get(id)!.hasBrought()) await readByList(reading, id);
};

/**
 * Reads a folder by its list, and all of it where Graph then still counts otherwise; a list that ends no more than the changes leaves that to the
 * audit.
 */
const readByList = async (reading: Reading, id: string): Promise<void> => {
  await listByDate(reading, id);
  const folder = (await reading.directory.folders(reading.mailboxId)).find((one) => one.id === id);
  if (!folder) return;
  await repairIfCountedOtherwise(reading, folder).catch((error: unknown) => {
    if (!(error instanceof ServerDisagrees)) throw error;
  });
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

const urlOf = (reading: Reading, { id, link }: Asked, { query }: Form): string =>
  link ?? `${folderPath(reading, id)}/messages/delta?${query}`;

const isForgotten = (error: ApiError): boolean => error.status === 410 || FORGOTTEN.some((code) => error.has(code));

/** Takes an answer into the directory; returns the folder when there is more to read. */
const takeAnswer = async (
  reading: Reading,
  { id, link: used, watch }: Asked & { readonly watch: PageWatch },
  answer: BatchAnswer,
): Promise<Asked | undefined> => {
  const { directory, mailboxId } = reading;
  if ("error" in answer) {
    const { error } = answer;
    if (used !== undefined && isForgotten(error)) {
      await directory.restart(mailboxId, id, used);
      return { id };
    }
    if (error.status === 404) return undefined;
    throw error.status === 0 ? new ServerDisagrees("the server left out an answer") : apiFailure(error);
  }
  const page = pageOf(reading, used, answer.body);
  const isTaken = await directory.take(mailboxId, id, page);
  if (!isTaken || page.isLast) return undefined;
  const ids = [...page.there.map((item) => item.id), ...page.gone];
  if (!watch.isEndless({ used, next: page.next, ids })) return { id, link: page.next };
  await readByList(reading, id);
  return undefined;
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
