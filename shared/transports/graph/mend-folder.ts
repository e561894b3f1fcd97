import type { DirectoryFolder } from "#shared/inbox/ports/mail-directory.ts";
import { folderPath, readPages, type Reading, totalIn } from "./graph-folders.ts";
import { fieldsOf, readBatch, textOf } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";

/** How many items Graph counts in each of the folders; undefined where it does not say. */
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

/** Whether Graph counts other messages in the folder than the directory has, but for those that it does not list either. */
export const isCountedOtherwise = ({ count, unlisted = 0 }: DirectoryFolder, total: number | undefined): boolean =>
  total !== undefined && total - count !== unlisted;

/** Whether, and by how many, Graph counts otherwise. Throws MailFailure. */
const countedOtherwise = async (reading: Reading, folder: DirectoryFolder): Promise<boolean> => {
  const [total] = await totalsOf(reading, [folder]);
  return isCountedOtherwise(folder, total);
};

/**
 * Compares a folder whose changes led nowhere with Graph's list where the two count differently: one page without news is one sign, the count
 * another.
 */
export const mendIfCountedOtherwise = async (reading: Reading, folder: DirectoryFolder): Promise<void> => {
  if (await countedOtherwise(reading, folder)) await mendFolder(reading, folder);
};

/**
 * Compares a folder of the directory that is up to date with Graph's list of its messages, by their ids: a delta query may leave a message out, or
 * its removal, and the count stays right when it does both. What is listed is added; what is not is asked for alone, and goes when it is elsewhere.
 * Throws MailFailure, and ServerDisagrees when the list has no end.
 */
export const mendFolder = async (reading: Reading, folder: DirectoryFolder): Promise<void> => {
  const { directory, mailboxId } = reading;
  const [total] = await totalsOf(reading, [folder]);
  const known = new Set((await directory.find(mailboxId, folder.id, {})).map(({ id }) => id));
  const { pages, end } = await readPages(reading, folder.id);
  const listed = new Map(pages.flat().map((item) => [item.id, item]));
  const there = [...listed.values()].filter(({ id }) => !known.has(id));
  if (there.length > 0) await directory.mend(mailboxId, folder.id, { there, gone: [], unlisted: folder.unlisted ?? 0 });
  if (end) throw end;
  const missing = [...known].filter((id) => !listed.has(id));
  const gone = await elsewhere(reading, folder, missing);
  const left = listed.size + missing.length - gone.length;
  await directory.mend(mailboxId, folder.id, { there: [], gone, unlisted: total === undefined ? 0 : total - left });
};

/** Those of the messages that exist no more, or are in another folder; one about which nothing is heard stays. */
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
