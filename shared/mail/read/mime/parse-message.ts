import { parseAddresses, parseMailDate } from "./field-values.ts";
import { decodeCharset, decodeText } from "./charset.ts";
import { decodeFields, field, parseFields, parseParameters } from "./headers.ts";
import { parseInReplyTo, parseMessageIds, parseReferences } from "../mail-ids.ts";
import { decodeTransfer, decodedSize } from "./transfer-encoding.ts";
import type { AttachmentDescriptor, Header, ParsedMessage, ReportPart } from "../../parsed-message.ts";
import { normalised, shortName, cutToBytes } from "../../text.ts";
import type { Flow } from "../readable-text.ts";
import { isTnef, readTnef } from "../tnef/read-tnef.ts";
import { charsetOfParts, headerEnd, headerText, mimeLimits, readMimeTree, type MimeLeaf, type Place } from "./mime-entity.ts";
import { isCms, signedContent } from "./signed-data.ts";

/** A part that was fetched alone, its bytes still in transfer encoding. */
export interface FetchedPart {
  readonly content: Buffer;
  readonly contentType: string;
  readonly charset: string;
  readonly encoding: string;
  /** Present when the part is format=flowed. */
  readonly flow?: Flow | undefined;
}

/** The result of a partial fetch: the header block, the text and report parts that BODYSTRUCTURE lists, and descriptions of the other leaves. */
export interface FetchedMessage {
  readonly headers: Buffer;
  readonly texts: readonly FetchedPart[];
  readonly htmls: readonly FetchedPart[];
  readonly attachments: readonly (Omit<AttachmentDescriptor, "index"> & { readonly octets: number })[];
  readonly reports: readonly FetchedPart[];
  /** The method in the Content-Type of a text/calendar part. */
  readonly calendarMethod?: string;
  /** A part that encloses others in a format that is not MIME, as far as it was fetched, with its section number. */
  readonly enclosing?: FetchedPart & { readonly part: string };
  /** True when octets of text were not fetched. */
  readonly cut?: boolean;
}

/** Parses a whole raw message. Never throws, in linear time: broken parts and parts beyond the limits are left out (S14 in SECURITY.md). */
export const parseMessage = (raw: Buffer): ParsedMessage => {
  const { fields, leaves, cut } = readMimeTree(raw);
  const content = contentOf(leaves, 0);
  return assemble(fields, { ...content, truncated: { headers: cut.headers, parts: cut.parts, body: content.truncated.body } });
};

/** The content of the leaves; `depth` is the number of messages that enclose this one. */
const contentOf = (leaves: readonly MimeLeaf[], depth: number): Content => {
  const texts: MimeLeaf[] = [];
  const htmls: MimeLeaf[] = [];
  const attachments: AttachmentDescriptor[] = [];
  const reports: ReportPart[] = [];
  const structure: string[] = [];
  for (const leaf of leaves) {
    const filename = fileName(leaf);
    const role = partRole({ contentType: leaf.type.value, disposition: leaf.disposition.value, filename, ...leaf.place });
    if (role === "report" && reports.length < mimeLimits.reports)
      reports.push(reportOf(leaf.type.value, leaf.body, leaf.encoding, leaf.type.params["charset"] ?? ""));
    if (isReturnedHeader(leaf, role) && reports.length < mimeLimits.reports) reports.push(returnedHeader(leaf));
    if (role === "text") texts.push(leaf);
    else if (role === "html") htmls.push(leaf);
    else {
      attachments.push(describe(leaf, filename, attachments.length));
      structure.push(structureOf(leaf.type.value, filename, leaf.body.length));
    }
  }
  const text = joinBodies(texts.map(partOf));
  const html = joinBodies(htmls.map(partOf));
  const truncated = { headers: false, parts: false, body: text.cut || html.cut };
  const enclosing = leaves.find((leaf) => encloses(leaf.type.value, fileName(leaf)));
  const calendarMethod = leaves.find((leaf) => leaf.type.value === "text/calendar")?.type.params["method"] ?? "";
  const flow = flowIn(texts.map(partOf));
  const content = { ...flow, text: text.value, html: html.value, attachments, reports, structure, truncated, calendarMethod };
  return enclosing
    ? withEnclosed(content, { part: enclosing.part, content: enclosing.body, encoding: enclosing.encoding }, depth)
    : content;
};

/** Builds the same message from a partial fetch, by the same rules. */
export const parseHeadersAndParts = (fetched: FetchedMessage): ParsedMessage => {
  const block = fetched.headers.subarray(0, mimeLimits.headerBytes);
  const text = joinBodies(fetched.texts);
  const html = joinBodies(fetched.htmls);
  const content = {
    ...flowIn(fetched.texts),
    text: text.value,
    html: html.value,
    attachments: fetched.attachments
      .slice(0, mimeLimits.parts)
      .map(({ part, filename, contentType, size, isInline, contentId }, index) => ({
        index,
        part,
        filename,
        contentType,
        size,
        isInline,
        contentId,
      })),
    structure: fetched.attachments
      .slice(0, mimeLimits.parts)
      .map(({ contentType, filename, octets }) => structureOf(contentType, filename, octets)),
    reports: fetched.reports
      .slice(0, mimeLimits.reports)
      .map((part) => reportOf(part.contentType, part.content, part.encoding, part.charset)),
    calendarMethod: fetched.calendarMethod ?? "",
    truncated: {
      headers: fetched.headers.length > block.length,
      body: text.cut || html.cut || fetched.cut === true,
      parts: fetched.attachments.length > mimeLimits.parts,
    },
  };
  const fields = parseFields(
    headerText(block.subarray(0, headerEnd(block).header), () => charsetOfParts([...fetched.texts, ...fetched.htmls])),
  );
  return assemble(fields, fetched.enclosing ? withEnclosed(content, fetched.enclosing, 0) : content);
};

/** Whether a part encloses others in a format that is not MIME: a winmail.dat, or a message with an opaque signature. */
export const encloses = (contentType: string, filename: string): boolean => isTnef(contentType, filename) || isCms(contentType, filename);

/** How many messages may be enclosed in each other: signed, encrypted and signed again is the most that RFC 8551 knows. */
const MAX_ENCLOSED = 3;

/**
 * Adds the content of an enclosed message. Its attachments come after those of the outer message, named by the section of the enclosing part, `#`,
 * and their index in it. The text of a signed message is the writer's; that of a winmail.dat (MS-OXTNEF) is used when the message has no other text.
 */
const withEnclosed = (
  content: Content,
  { part, content: bytes, encoding }: Pick<FetchedPart, "content" | "encoding"> & { readonly part: string },
  depth: number,
): Content => {
  const octets = decodeTransfer(bytes, encoding);
  const signed = depth < MAX_ENCLOSED ? signedContent(octets) : undefined;
  const { text, html, attachments, flow } = signed ? insideOf(signed, depth) : tnefContent(octets);
  const first = content.attachments.length;
  const inside = attachments
    .slice(0, Math.max(0, mimeLimits.parts - first))
    .map((described, i) => ({ ...described, index: first + i, part: `${part}#${described.part}` }));
  const isShown = signed !== undefined || (content.text.trim() === "" && content.html.trim() === "");
  const shown = (own: string, enclosed: string) =>
    isShown && enclosed !== "" ? cutToBytes(own.trim() === "" ? enclosed : `${own}\n${enclosed}`, mimeLimits.bodyBytes) : own;
  const flowed = signed && flow && content.text.trim() === "" ? { flow } : {};
  return {
    ...content,
    ...flowed,
    text: shown(content.text, text),
    html: shown(content.html, html),
    attachments: [...content.attachments, ...inside],
  };
};

type Enclosed = Pick<Content, "flow" | "text" | "html" | "attachments">;

const insideOf = (signed: Buffer, depth: number): Enclosed =>
  contentOf(
    readMimeTree(signed).leaves.map((leaf, i) => ({ ...leaf, part: String(i) })),
    depth + 1,
  );

const tnefContent = (octets: Buffer): Enclosed => {
  const { text, html, attachments } = readTnef(octets);
  const described = attachments.map(({ data, ...file }, i) => ({
    ...file,
    index: i,
    part: String(i),
    size: data.length,
    isInline: file.contentId !== "",
  }));
  return { text, html, attachments: described };
};

const structureOf = (type: string, filename: string, octets: number): string =>
  `${type} ${octets} ${normalised(filename, "NFC").replace(/\s+/g, " ")}`;

/** Some mail systems return the original's header as a text attachment, or as the header of an otherwise empty part. */
const isReturnedHeader = (leaf: MimeLeaf, role: string): boolean => {
  if (!/^(?:1|#?0)$/.test(leaf.part) && field(leaf.fields, "received") !== "" && field(leaf.fields, "message-id") !== "") return true;
  return (
    role === "attachment" &&
    leaf.type.value.startsWith("text/") &&
    /^(?:received|return-path|x-[\w-]{1,40}): /i.test(leaf.body.toString("latin1", 0, 100).trimStart())
  );
};

const returnedHeader = (leaf: MimeLeaf): ReportPart => {
  if (field(leaf.fields, "received") === "") return reportOf("text/rfc822-headers", leaf.body, leaf.encoding, "");
  return { contentType: "text/rfc822-headers", content: leaf.fields.map(({ name, value }) => `${name}: ${value}`).join("\n") };
};

/**
 * The role of a leaf: shown as text or HTML, read as a report (and also listed as an attachment), or only listed. A text with a name is a file,
 * unless it is the first part or one of the alternatives of a text (RFC 8621, 4.1.4).
 */
export const partRole = (
  leaf: { readonly contentType: string; readonly disposition: string; readonly filename: string } & Place,
): "text" | "html" | "report" | "attachment" => {
  if (/^message\/|^text\/rfc822-headers$/.test(leaf.contentType)) return "report";
  if (leaf.disposition === "attachment" || (leaf.disposition === "" && leaf.filename !== "" && !/\.(?:txt|html?)$/i.test(leaf.filename)))
    return "attachment";
  if (leaf.filename !== "" && !leaf.first && !leaf.alternative) return "attachment";
  if (leaf.contentType === "text/html") return "html";
  return leaf.contentType === "text/plain" ? "text" : "attachment";
};

type Content = Pick<ParsedMessage, "flow" | "text" | "html" | "attachments" | "reports" | "structure" | "truncated" | "calendarMethod">;

const assemble = (fields: readonly Header[], content: Content): ParsedMessage => {
  const headers = decodeFields(fields);
  const answered = parseInReplyTo(field(headers, "in-reply-to"));
  const addresses = (name: string) =>
    parseAddresses(
      fields
        .filter((candidate) => candidate.name === name)
        .map((candidate) => candidate.value)
        .join(", "),
      mimeLimits.recipients,
    );
  return {
    headers,
    messageId: parseMessageIds(field(headers, "message-id"), 1)[0] ?? "",
    inReplyTo: answered[0] ?? "",
    answered,
    references: parseReferences(field(headers, "references")),
    from: addresses("from")[0] ?? addresses("sender")[0] ?? { name: shortName(field(headers, "from").trim()), email: "" },
    to: addresses("to"),
    cc: addresses("cc"),
    replyTo: addresses("reply-to"),
    subject: field(headers, "subject"),
    date: parseMailDate(field(fields, "date")),
    ...content,
    reports: bounded(content.reports),
    calendarMethod: content.calendarMethod?.toLowerCase() ?? "",
  };
};

const bounded = (reports: readonly ReportPart[]): readonly ReportPart[] => {
  let left: number = mimeLimits.reportsLength;
  return reports.map((report) => {
    const content = report.content.slice(0, left);
    left -= content.length;
    return { ...report, content };
  });
};

const describe = (leaf: MimeLeaf, filename: string, index: number): AttachmentDescriptor => {
  return {
    index,
    part: leaf.part,
    filename,
    contentType: leaf.type.value,
    size: decodedSize(leaf.body, leaf.encoding),
    isInline: leaf.disposition.value === "inline" || (leaf.disposition.value === "" && field(leaf.fields, "content-id") !== ""),
    contentId: field(leaf.fields, "content-id").replace(/[<>\s]+/g, ""),
  };
};

/** A file name from a part's parameter, safe to show and store. */
export const fileNameIn = (parameter: string): string => shortName(parameter.replace(/\p{Cc}+/gu, " ").trim());

const fileName = ({ disposition, type }: Pick<MimeLeaf, "disposition" | "type">): string =>
  fileNameIn(disposition.params["filename"] ?? "") || fileNameIn(type.params["name"] ?? "");

/** The file name in a part's header; "" without one. */
export const nameIn = (fields: readonly Header[]): string =>
  fileName({
    disposition: parseParameters(field(fields, "content-disposition")),
    type: parseParameters(field(fields, "content-type")),
  });

const partOf = ({ body, encoding, type }: MimeLeaf): FetchedPart => {
  return { content: body, contentType: type.value, charset: type.params["charset"] ?? "", encoding, flow: flowOf(type.params) };
};

/** How a part's text is flowed, by the parameters of its Content-Type (RFC 3676, 4.1 and 4.2); undefined when it is fixed. */
export const flowOf = (params: Readonly<Record<string, string>>): Flow | undefined =>
  params["format"]?.toLowerCase() === "flowed" ? { delSp: params["delsp"]?.toLowerCase() === "yes" } : undefined;

/** Texts are flowed when all of them are, in the same way. */
const flowIn = (parts: readonly FetchedPart[]): { readonly flow?: Flow } => {
  const [flow] = parts.map((part) => part.flow);
  return flow && parts.every((part) => part.flow?.delSp === flow.delSp) ? { flow } : {};
};

/** A mail program may put a picture between two text parts: together they are the text. */
const joinBodies = (parts: readonly FetchedPart[]): { value: string; cut: boolean } => {
  const bodies = parts.map(({ content, encoding, charset, contentType }) => bodyOf(content, encoding, charset, contentType));
  const joined = cutBytes(bodies.map((body) => body.value).join("\n"), mimeLimits.bodyBytes);
  return { value: joined.value, cut: joined.cut || bodies.some((body) => body.cut) };
};

const bodyOf = (bytes: Buffer, encoding: string, charset: string, contentType: string): { value: string; cut: boolean } => {
  // quoted-printable takes up to three octets for each decoded one
  const bounded = bytes.subarray(0, mimeLimits.bodyBytes * 4);
  const octets = decodeTransfer(bounded, encoding);
  const { value, cut } = cutBytes(decodeText(octets, contentType, charset), mimeLimits.bodyBytes);
  return { value, cut: cut || bounded.length < bytes.length };
};

const reportOf = (contentType: string, bytes: Buffer, encoding: string, charset: string): ReportPart => {
  const decoded = decodeTransfer(bytes.subarray(0, mimeLimits.reportBytes * 2), encoding);
  return { contentType, content: decodeCharset(decoded.subarray(0, mimeLimits.reportBytes), charset) };
};

const cutBytes = (text: string, limit: number): { value: string; cut: boolean } => {
  const value = cutToBytes(text, limit);
  return { value, cut: value.length < text.length };
};
