import type { DirectoryFolder } from "#shared/inbox/ports/mail-directory.ts";
import { folderPath, readPages, type Reading, totalIn } from "./graph-folders.ts";
import { readBatch } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";
import { fieldsOf, textOf } from "../http/json.ts";

/** How many items Graph counts in each of these folders; undefined when it does not say. */
export const totalsOf = async (
  reading: Reading,
  folders: readonly Pick<DirectoryFolder, "id">[],
): Promise<readonly (number | undefined)[]> => {
  const answers = await readBatch(
    reading,
    folders.map(({ id }) => `${folderPath(reading, id)}?$select=totalItemCount`),
  );
  return answers.map((answer) => ("body" in answer ? totalIn(fieldsOf(answer.body)) : undefined));
};

/** Whether Graph counts other messages in the folder than the directory has, apart from items that it counts and does not list. */
export const isCountedOtherwise = ({ count, unlisted = 0 }: DirectoryFolder, total: number | undefined): boolean =>
  total !== undefined && total - count !== unlisted;

/** Asks for Graph's current count, and returns whether it differs from ours. Throws MailFailure. */
const countedOtherwise = async (reading: Reading, folder: DirectoryFolder): Promise<boolean> => {
  const [total] = await totalsOf(reading, [folder]);
  return isCountedOtherwise(folder, total);
};

/**
 * Compares a folder whose changes were endless with Graph's list, when the numbers of messages differ: a page without new messages is one sign that
 * nothing is missing, an equal number the second.
 */
export const repairIfCountedOtherwise = async (reading: Reading, folder: DirectoryFolder): Promise<void> => {
  if (await countedOtherwise(reading, folder)) await repairFolder(reading, folder);
};

/**
 * Compares an up-to-date folder of the directory with Graph's list, by ids, because a delta query may leave out a message, or a removal, and the
 * number is still right when it does both. Listed messages are added. Each message that is not listed is requested, and removed when it is in another
 * folder or gone. Throws MailFailure, and ServerDisagrees when the list is endless.
 */
export const repairFolder = async (reading: Reading, folder: DirectoryFolder): Promise<void> => {
  const { directory, mailboxId } = reading;
  const [total] = await totalsOf(reading, [folder]);
  const known = new Set((await directory.find(mailboxId, folder.id, {})).map(({ id }) => id));
  const { pages, end } = await readPages(reading, folder.id);
  const listed = new Map(pages.flat().map((item) => [item.id, item]));
  const there = [...listed.values()].filter(({ id }) => !known.has(id));
  if (there.length > 0) await directory.repair(mailboxId, folder.id, { there, gone: [], unlisted: folder.unlisted ?? 0 });
  if (end) throw end;
  const missing = [...known].filter((id) => !listed.has(id));
  const gone = await elsewhere(reading, folder, missing);
  const left = listed.size + missing.length - gone.length;
  await directory.repair(mailboxId, folder.id, { there: [], gone, unlisted: total === undefined ? 0 : total - left });
};

/** The messages among these that no longer exist, or are in another folder; a message without an answer counts as still there. */
const elsewhere = async (reading: Reading, { id: folderId }: DirectoryFolder, ids: readonly string[]): Promise<readonly string[]> => {
  const answers = await readBatch(
    reading,
    ids.map((id) => `${mailboxPath(reading.account)}/messages/${encodeURIComponent(id)}?$select=parentFolderId`),
  );
  return ids.filter((_, at) => {
    const answer = answers[at]!;
    if ("error" in answer) return answer.error.status === 404;
    const parent = textOf(fieldsOf(answer.body)["parentFolderId"]);
    return parent !== "" && parent !== folderId;
  });
};
