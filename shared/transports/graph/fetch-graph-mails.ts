import type { DirectoryItem } from "#shared/inbox/ports/mail-directory.ts";
import type { EncodedPart, ReceivedMail } from "#shared/inbox/ports/mail-session.ts";
import { mimeLimits } from "#shared/mail/read/mime/mime-entity.ts";
import { type FetchedMessage, parseHeadersAndParts, parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import type { ApiReads } from "../http/batches.ts";
import { comesWhole, headerBlockOf, inGroups, isSmall, MIME_MAX, partOfMime, type Wanted } from "../http/directory-session.ts";
import { readBatch } from "./graph-batch.ts";
import { mailboxPath } from "./graph-client.ts";
import { ApiError, apiFailure } from "../http/api-client.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";

/** The longest answer to a batch: base64, and messages may be larger than their size says. */
const READ_MAX = 32 * 1024 * 1024;
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
    { readMax: READ_MAX },
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
    readMax: READ_MAX,
  });
  if (!described || "error" in described || !listed || "error" in listed) return [];
  const message = fieldsOf(described.body);
  const headers = headersIn(message);
  if (comesWhole(headers)) return fetchLargeWhole(reads, { facts, item });
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
