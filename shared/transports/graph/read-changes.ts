import type { ChangePage, DirectoryFolder, DirectoryItem } from "#shared/inbox/ports/mail-directory.ts";
import { ServerDisagrees } from "#shared/inbox/pull/sync-state.ts";
import { folderPath, itemOf, itemQuery, listByDate, type Reading, pathOf, repairIfCountedOtherwise } from "./graph-folders.ts";
import type { BatchAnswer, ApiReads } from "../http/batches.ts";
import { readBatch, mailboxPath } from "./graph-client.ts";
import { ApiError, apiFailure, isTooMuch } from "../http/api-client.ts";
import { fieldsOf, listOf, type PageWatch, pageWatch, textOf } from "../http/json.ts";
import type { EncodedPart, ReceivedMail } from "#shared/inbox/ports/mail-session.ts";
import { mimeLimits } from "#shared/mail/read/mime/mime-entity.ts";
import { type FetchedMessage, parseHeadersAndParts, parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { isFetchedWhole, headerBlockOf, inGroups, isSmall, MIME_MAX, partOfMime, type Wanted } from "../http/directory-session.ts";

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
const CHANGES_READ_MAX = 24 * 1024 * 1024;
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
  const answers = await readBatch(reading, asked, { prefer: [`odata.maxpagesize=${form!.page}`], readMax: CHANGES_READ_MAX }).catch(
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

/** The longest answer to a batch: base64, and messages may be larger than their size says. */
const MAILS_READ_MAX = 32 * 1024 * 1024;
/** Attachments of large messages are named by their ids at Graph. */
const BY_ID = "graph:";

const pathTo = ({ account }: ApiReads, { id }: DirectoryItem): string => `${mailboxPath(account)}/messages/${encodeURIComponent(id)}`;

/** Fetches messages; those that Graph does not return are missing. Throws MailFailure. */
export const fetchGraphMails = async (reads: ApiReads, wanted: readonly Wanted[]): Promise<readonly ReceivedMail[]> => {
  const mails: ReceivedMail[] = [];
  for (const group of inGroups(wanted.filter(isSmall))) mails.push(...(await fetchWhole(reads, group)));
  for (const one of wanted.filter((one) => !isSmall(one))) mails.push(...(await fetchLarge(reads, one)));
  return mails.toSorted((a, b) => a.facts.uid - b.facts.uid);
};

/** Bytes in a batch are base64 (learn.microsoft.com/graph/json-batching); MIME in plain text is told apart by the colon of its first header. */
const mimeIn = (body: unknown): Buffer | undefined => {
  if (typeof body !== "string" || body === "") return undefined;
  return body.slice(0, 1_000).includes(":") ? Buffer.from(body) : Buffer.from(body, "base64");
};

const fetchWhole = async (reads: ApiReads, group: readonly Wanted[]): Promise<readonly ReceivedMail[]> => {
  const answers = await readBatch(
    reads,
    group.map(({ item }) => `${pathTo(reads, item)}/$value`),
    { readMax: MAILS_READ_MAX },
  );
  return answers.flatMap((answer, at) => {
    const raw = "body" in answer ? mimeIn(answer.body) : undefined;
    return raw ? [{ facts: group[at]!.facts, parsed: parseMessage(raw) }] : [];
  });
};

const HEADERS = "internetMessageHeaders";
const ATTACHMENTS = "$select=id,name,contentType,size,isInline,microsoft.graph.fileAttachment/contentId";

/** Of a large message: headers, body and the list of attachments. */
const fetchLarge = async (reads: ApiReads, { facts, item }: Wanted): Promise<readonly ReceivedMail[]> => {
  const at = pathTo(reads, item);
  const [described, listed] = await readBatch(reads, [`${at}?$select=${HEADERS},body`, `${at}/attachments?${ATTACHMENTS}`], {
    readMax: MAILS_READ_MAX,
  });
  if (!described || "error" in described || !listed || "error" in listed) return [];
  const message = fieldsOf(described.body);
  const headers = headersIn(message);
  if (isFetchedWhole(headers)) return fetchLargeWhole(reads, { facts, item });
  const { contentType, content } = fieldsOf(message["body"]);
  const part = { content: Buffer.from(textOf(content)), contentType: "", charset: "utf-8", encoding: "" };
  const [texts, htmls] = contentType === "text" ? [[part], []] : [[], [part]];
  const attachments = listOf(fieldsOf(listed.body)["value"]).map(attachmentIn);
  return [{ facts, parsed: parseHeadersAndParts({ headers, texts, htmls, reports: [], attachments }) }];
};

const fetchLargeWhole = async (reads: ApiReads, { facts, item }: Wanted): Promise<readonly ReceivedMail[]> => {
  const raw = await mimeOf(reads, item, mimeLimits.rawBytes + 1);
  return raw ? [{ facts, parsed: parseMessage(raw) }] : [];
};

const headersIn = (message: Readonly<Record<string, unknown>>): Buffer =>
  headerBlockOf(listOf(message[HEADERS]).map(({ name, value }) => ({ name: textOf(name), value: textOf(value) })));

const attachmentIn = (attachment: Readonly<Record<string, unknown>>): FetchedMessage["attachments"][number] => {
  const size = Number(attachment["size"] ?? 0) || 0;
  const isItem = textOf(attachment["@odata.type"]).endsWith("itemAttachment");
  return {
    part: `${BY_ID}${textOf(attachment["id"])}`,
    filename: textOf(attachment["name"]),
    contentType: textOf(attachment["contentType"]).toLowerCase() || (isItem ? "message/rfc822" : "application/octet-stream"),
    size,
    octets: size,
    isInline: attachment["isInline"] === true,
    contentId: textOf(attachment["contentId"]).replaceAll(/[<>\s]+/g, ""),
  };
};

/** Fetches only a message's headers. */
export const fetchGraphHeaders = async (reads: ApiReads, { facts, item }: Wanted): Promise<ReceivedMail | undefined> => {
  const [answer] = await readBatch(reads, [`${pathTo(reads, item)}?$select=${HEADERS}`]);
  if (!answer || "error" in answer) return undefined;
  const parsed = parseHeadersAndParts({ headers: headersIn(fieldsOf(answer.body)), texts: [], htmls: [], attachments: [], reports: [] });
  return { facts, parsed: { ...parsed, truncated: { ...parsed.truncated, body: true } }, headersOnly: true };
};

/** Bytes of a message; undefined when it is gone. */
const bytesAt = async ({ client, account, signal }: ApiReads, path: string, readMax: number): Promise<Buffer | undefined> => {
  signal.throwIfAborted();
  try {
    return await client.bytes(account, { path, readMax });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw apiFailure(error);
  }
};

const mimeOf = (reads: ApiReads, item: DirectoryItem, readMax: number): Promise<Buffer | undefined> =>
  bytesAt(reads, `${pathTo(reads, item)}/$value`, readMax);

/** A part of a message: cut out of its MIME when it was read whole; of a large one an attachment, by its id. */
export const fetchGraphPart = async (
  reads: ApiReads,
  item: DirectoryItem,
  { part, maxBytes }: { readonly part: string; readonly maxBytes: number },
): Promise<EncodedPart | undefined> => {
  if (part.startsWith(BY_ID)) {
    const path = `${pathTo(reads, item)}/attachments/${encodeURIComponent(part.slice(BY_ID.length))}/$value`;
    const content = await bytesAt(reads, path, maxBytes + 1);
    return content && { encoding: "", content, complete: true };
  }
  const raw = await mimeOf(reads, item, MIME_MAX);
  return raw && partOfMime(raw, part, maxBytes);
};
