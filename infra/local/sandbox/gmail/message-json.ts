import { decodeTransfer } from "#shared/mail/read/mime/transfer-encoding.ts";
import { randomBytes } from "node:crypto";
import { type MimePart, mimeOf, parseValue } from "../imap/mime-part.ts";
import { headerBlock, parse } from "../mime.ts";
import { invalid, notFound } from "./answer.ts";
import type { GmailMailbox, GmailMessage } from "./mailbox.ts";

/** What comes of a message (developers.google.com/workspace/gmail/api/reference/rest/v1/Format). */
const FORMATS = ["minimal", "full", "raw", "metadata"] as const;
type Format = (typeof FORMATS)[number];

/** The format asked for, `full` when none is; throws 400. */
export const formatOf = (query: URLSearchParams): Format => {
  const asked = (query.get("format") ?? "full").toLowerCase();
  const format = FORMATS.find((one) => one === asked);
  if (!format) throw invalid(`Invalid value at 'format': "${asked}"`);
  return format;
};

const contentOf = ({ raw, body, end, headers }: MimePart): Buffer =>
  decodeTransfer(raw.subarray(body, end), (headers.get("content-transfer-encoding") ?? "").toLowerCase());

const fileNameOf = ({ headers, params }: MimePart): string =>
  parseValue(headers.get("content-disposition") ?? "").params.get("filename") ?? params.get("name") ?? "";

const isAttachment = (part: MimePart): boolean =>
  part.type !== "multipart" &&
  (part.type !== "text" || fileNameOf(part) !== "" || /^attachment/i.test(part.headers.get("content-disposition") ?? ""));

/** The header fields of a part, in their order. */
const headersOf = ({ raw, start, body }: MimePart, wanted: readonly string[] = []) =>
  headerBlock(raw.subarray(start, body))
    .replaceAll(/\r\n(?=[ \t])/g, "")
    .split("\r\n")
    .filter((line) => line.includes(":"))
    .map((line) => ({ name: line.slice(0, line.indexOf(":")), value: line.slice(line.indexOf(":") + 1).trim() }))
    .filter(({ name }) => wanted.length === 0 || wanted.some((one) => one.toLowerCase() === name.toLowerCase()));

/** The id of an attachment is another at each reading, and every one of them stays good; it holds the part's id. */
const attachmentId = (partId: string): string =>
  `ANGjdJ${Buffer.from(`${randomBytes(24).toString("hex")} ${partId}`).toString("base64url")}`;

const partJson = (part: MimePart, partId: string): object => {
  const inner = (index: number) => (partId === "" ? String(index) : `${partId}.${index}`);
  const parts = part.type === "multipart" ? part.parts.map((one, index) => partJson(one, inner(index))) : undefined;
  const content = parts ? Buffer.alloc(0) : contentOf(part);
  return {
    partId,
    mimeType: `${part.type}/${part.subtype}`,
    filename: fileNameOf(part),
    headers: headersOf(part),
    body: {
      ...(isAttachment(part) && { attachmentId: attachmentId(partId) }),
      size: content.length,
      ...(!isAttachment(part) && content.length > 0 && { data: content.toString("base64url") }),
    },
    ...(parts && { parts }),
  };
};

/** A message in JSON (developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages#Message). */
export const messageJson = async (
  { history }: Pick<GmailMailbox, "history">,
  { id, threadId, labelIds, stored }: GmailMessage,
  format: Format,
  wanted: readonly string[] = [],
): Promise<object> => {
  const root = mimeOf(stored);
  return {
    id,
    threadId,
    labelIds,
    snippet: ((await parse(stored)).text ?? "").slice(0, 100),
    historyId: history.of(id),
    internalDate: String(stored.receivedAt.getTime()),
    sizeEstimate: stored.raw.length,
    ...(format === "raw" && { raw: stored.raw.toString("base64url") }),
    ...(format === "full" && { payload: partJson(root, "") }),
    ...(format === "metadata" && { payload: { partId: "", mimeType: `${root.type}/${root.subtype}`, headers: headersOf(root, wanted) } }),
  };
};

/** The content of an attachment (…/users.messages.attachments/get); throws 404. */
export const attachmentJson = ({ stored }: GmailMessage, id: string): object => {
  const [, partId] = Buffer.from(id.replace(/^ANGjdJ/, ""), "base64url")
    .toString()
    .split(" ");
  if (partId === undefined) throw notFound();
  let part: MimePart | undefined = mimeOf(stored);
  for (const index of partId.split(".").filter(Boolean)) part = part?.parts[Number(index)];
  if (!part) throw notFound();
  const content = contentOf(part);
  return { size: content.length, data: content.toString("base64url") };
};
