import type { DirectoryFolder } from "../../domain/inbox/ports/mail-directory.ts";
import { folderPath, listPath, MOST_PAGES, pageAt, type Reading } from "./folder-items.ts";
import { fieldsOf, pageWatch, readBatch, textOf } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";
import { totalIn } from "./graph-folders.ts";

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

/**
 * Compares a folder of the directory that is up to date with Graph's list of its messages, where the two count differently: a delta query may leave a
 * message out, or its removal. What is listed is added; what is not is asked for alone, and goes when it is elsewhere. Throws MailFailure.
 */
export const mendFolder = async (reading: Reading, folder: DirectoryFolder): Promise<void> => {
  const { directory, mailboxId } = reading;
  const [total] = await totalsOf(reading, [folder]);
  if (!isCountedOtherwise(folder, total) || total === undefined) return;
  const known = new Set((await directory.find(mailboxId, folder.id, {})).map(({ id }) => id));
  const listed = new Set<string>();
  const watch = pageWatch();
  let path: string | undefined = listPath(reading, folder.id);
  for (let pages = 0; path !== undefined && pages < MOST_PAGES; pages += 1) {
    const page = await pageAt(reading, path, watch);
    const there = page.items.filter(({ id }) => !known.has(id) && !listed.has(id));
    for (const { id } of page.items) listed.add(id);
    if (there.length > 0) await directory.mend(mailboxId, folder.id, { there, gone: [], unlisted: folder.unlisted ?? 0 });
    path = page.next;
  }
  if (path !== undefined) return;
  const missing = [...known].filter((id) => !listed.has(id));
  const gone = await elsewhere(reading, folder, missing);
  const left = listed.size + missing.length - gone.length;
  await directory.mend(mailboxId, folder.id, { there: [], gone, unlisted: total - left });
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
