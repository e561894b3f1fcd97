import { isUtf8 } from "node:buffer";
import type { DirectoryItem } from "#shared/inbox/ports/mail-directory.ts";
import type { EncodedPart, MessageFacts, ReceivedMail } from "#shared/inbox/ports/mail-session.ts";
import { parseParameters } from "#shared/mail/read/mime/headers.ts";
import { mimeLimits, type Place } from "#shared/mail/read/mime/mime-entity.ts";
import {
  type FetchedMessage,
  type FetchedPart,
  parseHeadersAndParts,
  parseMessage,
  partRole,
} from "#shared/mail/read/mime/parse-message.ts";
import { ApiError, apiFailure, isTooMuch } from "../http/api-client.ts";
import type { ApiReads } from "../http/batches.ts";
import { isFetchedWhole, headerBlockOf, inGroups, isSmall, MIME_MAX, partOfMime, type Wanted } from "../http/directory-session.ts";
import { fieldsOf, listOf, textOf } from "../http/json.ts";
import { readBatch, USER } from "./gmail-client.ts";
import { messagePath } from "./gmail-labels.ts";

/** The longest answer to a batch, or with the texts of a large message, bytes. */
const READ_MAX = 32 * 1024 * 1024;
/** Attachments of large messages are named by the ids of their parts, which are constant; the ids of attachments change. */
const BY_PART = "gmail:";

/** Ids have 16 hexadecimal digits; IMAP calls the same message by the same number in decimal (X-GM-MSGID). */
const asImap = (id: string): string | undefined => (/^[\da-f]{1,16}$/i.test(id) ? `gm:${BigInt(`0x${id}`)}` : undefined);

/** The name under which the store knows a message, by whichever transport it was read. */
export const providerIdOf = (id: string): string => asImap(id) ?? `gmail:${id}`;

const withThread = (facts: MessageFacts, threadId: unknown): MessageFacts => {
  const providerThreadId = asImap(textOf(threadId));
  return providerThreadId === undefined ? facts : { ...facts, providerThreadId };
};

/** Fetches messages; those that Gmail does not return are missing. Throws MailFailure. */
export const fetchGmailMails = async (reads: ApiReads, wanted: readonly Wanted[]): Promise<readonly ReceivedMail[]> => {
  const mails: ReceivedMail[] = [];
  for (const group of inGroups(wanted.filter(isSmall))) mails.push(...(await fetchWhole(reads, group)));
  for (const one of wanted.filter((candidate) => !isSmall(candidate))) mails.push(...(await fetchLarge(reads, one)));
  return mails.toSorted((a, b) => a.facts.uid - b.facts.uid);
};

const bytesIn = (text: unknown): Buffer | undefined => (textOf(text) === "" ? undefined : Buffer.from(textOf(text), "base64url"));

const fetchWhole = async (reads: ApiReads, group: readonly Wanted[]): Promise<readonly ReceivedMail[]> => {
  const answers = await readBatch(
    reads,
    group.map(({ item }) => messagePath(item.id, "raw")),
    READ_MAX,
  );
  return answers.flatMap((answer, at) => {
    const { raw, threadId } = "body" in answer ? fieldsOf(answer.body) : {};
    const bytes = bytesIn(raw);
    return bytes ? [{ facts: withThread(group[at]!.facts, threadId), parsed: parseMessage(bytes) }] : [];
  });
};

/** An answer's JSON; undefined when the message is gone, or its answer is longer than the maximum. */
const jsonAt = async (
  { client, account, signal }: ApiReads,
  path: string,
  readMax: number,
): Promise<Readonly<Record<string, unknown>> | undefined> => {
  signal.throwIfAborted();
  try {
    return await client.json(account, { path, readMax });
  } catch (error) {
    if ((error instanceof ApiError && error.status === 404) || isTooMuch(error)) return undefined;
    throw apiFailure(error);
  }
};

/** The header fields of a part. */
const headersOf = (part: Readonly<Record<string, unknown>>): Buffer =>
  headerBlockOf(listOf(part["headers"]).map(({ name, value }) => ({ name: textOf(name), value: textOf(value) })));

/** A part without children (developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#MessagePart). */
interface Leaf extends Place {
  readonly part: Readonly<Record<string, unknown>>;
}

const leavesOf = (
  part: Readonly<Record<string, unknown>>,
  place: Place = { first: true, alternative: false },
  depth = 0,
): readonly Leaf[] => {
  const { mimeType, parts } = part;
  if (!textOf(mimeType).startsWith("multipart/") || depth >= mimeLimits.depth) return [{ part, ...place }];
  const alternative = textOf(mimeType) === "multipart/alternative";
  return listOf(parts).flatMap((child, index) => leavesOf(child, { first: index === 0, alternative }, depth + 1));
};

const headerIn = ({ headers }: Readonly<Record<string, unknown>>, wanted: string): string =>
  textOf(listOf(headers).find(({ name }) => textOf(name).toLowerCase() === wanted)?.["value"]);

/** The charset of a text: Gmail may have changed it to UTF-8, whatever the part's own field says. */
const charsetOf = (part: Readonly<Record<string, unknown>>, content: Buffer): string => {
  const own = parseParameters(headerIn(part, "content-type")).params["charset"] ?? "utf-8";
  return isUtf8(content) && !content.includes(0x1b) ? "utf-8" : own;
};

/** Of a large message: headers, texts and which attachments it has. */
const fetchLarge = async (reads: ApiReads, { facts, item }: Wanted): Promise<readonly ReceivedMail[]> => {
  const message = await jsonAt(reads, messagePath(item.id, "full"), READ_MAX);
  if (!message || message["payload"] === undefined) return [];
  const payload = fieldsOf(message["payload"]);
  const headers = headersOf(payload);
  const at = withThread(facts, message["threadId"]);
  const leaves = leavesOf(payload).slice(0, mimeLimits.parts + 1);
  const [texts, htmls]: [FetchedPart[], FetchedPart[]] = [[], []];
  const attachments: FetchedMessage["attachments"][number][] = [];
  let calendarMethod = "";
  for (const leaf of leaves) {
    const described = describe(leaf);
    const role = partRole(described);
    if (isFetchedWhole(headers) || role === "report") return fetchLargeWhole(reads, at, item);
    if (role === "attachment") attachments.push(described.attachment);
    else (role === "text" ? texts : htmls).push(await textAt(reads, item, leaf.part));
    if (described.contentType === "text/calendar") calendarMethod = described.method;
  }
  return [{ facts: at, parsed: parseHeadersAndParts({ headers, texts, htmls, reports: [], attachments, calendarMethod }) }];
};

const describe = ({ part, first, alternative }: Leaf) => {
  const body = fieldsOf(part["body"]);
  const size = Number(body["size"] ?? 0) || 0;
  const contentType = textOf(part["mimeType"]).toLowerCase();
  const disposition = parseParameters(headerIn(part, "content-disposition")).value.toLowerCase();
  const filename = textOf(part["filename"]);
  const contentId = headerIn(part, "content-id").replaceAll(/[<>\s]+/g, "");
  const method = parseParameters(headerIn(part, "content-type")).params["method"] ?? "";
  const isInline = disposition === "inline" || (disposition === "" && contentId !== "");
  const attachment = { part: `${BY_PART}${textOf(part["partId"])}`, filename, contentType, size, octets: size, isInline, contentId };
  return { contentType, disposition, filename, first, alternative, method, attachment };
};

const textAt = async (reads: ApiReads, item: DirectoryItem, part: Readonly<Record<string, unknown>>): Promise<FetchedPart> => {
  const { data, attachmentId } = fieldsOf(part["body"]);
  const content =
    bytesIn(data) ?? (textOf(attachmentId) === "" ? undefined : await attachmentAt(reads, item, textOf(attachmentId), READ_MAX));
  return {
    content: content ?? Buffer.alloc(0),
    contentType: textOf(part["mimeType"]),
    charset: charsetOf(part, content ?? Buffer.alloc(0)),
    encoding: "",
  };
};

const fetchLargeWhole = async (reads: ApiReads, facts: MessageFacts, item: DirectoryItem): Promise<readonly ReceivedMail[]> => {
  const raw = await rawOf(reads, item, mimeLimits.rawBytes);
  return raw ? [{ facts, parsed: parseMessage(raw) }] : [];
};

/** A message's MIME; undefined when it is gone or longer than this many bytes. */
const rawOf = async (reads: ApiReads, { id }: DirectoryItem, most: number): Promise<Buffer | undefined> =>
  bytesIn((await jsonAt(reads, messagePath(id, "raw"), Math.ceil(most * 1.4)))?.["raw"]);

const attachmentAt = async (reads: ApiReads, { id }: DirectoryItem, attachmentId: string, most: number): Promise<Buffer | undefined> => {
  const path = `${USER}/messages/${encodeURIComponent(id)}/attachments/${encodeURIComponent(attachmentId)}`;
  return bytesIn((await jsonAt(reads, path, Math.ceil(most * 1.4) + 1_024))?.["data"]);
};

/** Fetches only a message's headers. */
export const fetchGmailHeaders = async (reads: ApiReads, { facts, item }: Wanted): Promise<ReceivedMail | undefined> => {
  const message = await jsonAt(reads, messagePath(item.id, "metadata"), READ_MAX);
  if (!message || message["payload"] === undefined) return undefined;
  const headers = headersOf(fieldsOf(message["payload"]));
  const parsed = parseHeadersAndParts({ headers, texts: [], htmls: [], attachments: [], reports: [] });
  return {
    facts: withThread(facts, message["threadId"]),
    parsed: { ...parsed, truncated: { ...parsed.truncated, body: true } },
    headersOnly: true,
  };
};

/** A part of a message: cut out of its MIME when it was read whole; of a large one an attachment, by its part's id. */
export const fetchGmailPart = async (
  reads: ApiReads,
  item: DirectoryItem,
  { part, maxBytes }: { readonly part: string; readonly maxBytes: number },
): Promise<EncodedPart | undefined> => {
  if (!part.startsWith(BY_PART)) {
    const raw = await rawOf(reads, item, MIME_MAX);
    return raw && partOfMime(raw, part, maxBytes);
  }
  const message = await jsonAt(reads, messagePath(item.id, "full"), READ_MAX);
  const leaf = leavesOf(fieldsOf(message?.["payload"])).find(({ part: { partId } }) => textOf(partId) === part.slice(BY_PART.length));
  const { data, attachmentId, size } = fieldsOf(leaf?.part["body"]);
  // Attachments come whole or not at all.
  if (textOf(attachmentId) !== "" && Number(size) > maxBytes) return { encoding: "", content: Buffer.alloc(0), complete: false };
  const content =
    bytesIn(data) ?? (textOf(attachmentId) === "" ? undefined : await attachmentAt(reads, item, textOf(attachmentId), maxBytes));
  return content && { encoding: "", content: content.subarray(0, maxBytes), complete: content.length <= maxBytes };
};
