import type { MessageStructureObject } from "imapflow";
import { decodeWords, parseFields, parseParameters } from "#shared/mail/read/mime/headers.ts";
import { charsetOfParts, headerEnd, headerText, mimeLimits, type Place } from "#shared/mail/read/mime/mime-entity.ts";
import {
  encloses,
  type FetchedMessage,
  type FetchedPart,
  fileNameIn,
  flowOf,
  nameIn,
  partRole,
} from "#shared/mail/read/mime/parse-message.ts";
import { decodedSize } from "#shared/mail/read/mime/transfer-encoding.ts";

/** Which parts of a large message to fetch, and descriptions of the others. */
export interface PartPlan {
  readonly texts: readonly Leaf[];
  readonly htmls: readonly Leaf[];
  readonly reports: readonly Leaf[];
  /** A part that encloses others in a format that is not MIME, such as a winmail.dat; at most one. */
  readonly enclosing: readonly Leaf[];
  readonly attachments: FetchedMessage["attachments"];
  /** The method in the Content-Type of a text/calendar part; "" without one. */
  readonly calendarMethod: string;
  /** Base64 attachments of which only the end is fetched, to count the padding. */
  readonly ends: readonly Pick<Leaf, "part" | "octets">[];
  /** The attachments whose header is fetched for their name, because programs and servers write names in many ways. */
  readonly named: readonly string[];
  /** The delimiters of the message: a text that contains one was split wrongly by the server. */
  readonly delimiters: readonly string[];
  /** True when the texts are not fetched completely. */
  readonly cut: boolean;
}

/** A part without children. */
interface Leaf {
  readonly part: string;
  readonly contentType: string;
  readonly charset: string;
  readonly encoding: string;
  readonly flow: FetchedPart["flow"];
  readonly maxLength: number;
  /** How many octets are transferred to fetch it. */
  readonly octets: number;
}

/** Octets at the end of base64 that contain its padding and two line ends: lines have at most 76 characters (RFC 2045, 6.8). */
const END_OCTETS = 200;
/** The end is fetched of this many attachments in a message, and the header of as many; the sizes and names of others are the server's. */
const ENDS_MAX = 20;

/** The decoded size of base64 by its octets and its end: all lines but the last have one length. */
const sizeByEnd = (octets: number, end: Buffer): number => {
  const first = end.length < octets ? end.indexOf(0x0a) + 1 : 0;
  const line = end.indexOf(0x0a, first) + 1 - first;
  const before = octets - end.length + first;
  const lineEnd = end[first - 2] === 0x0d ? 2 : 1;
  const digits = first === 0 ? before : Math.round((before / Math.max(line, lineEnd + 1)) * Math.max(line - lineEnd, 1));
  return decodedSize(Buffer.concat([Buffer.alloc(digits % 4, "A"), end.subarray(first)]), "base64") + Math.floor(digits / 4) * 3;
};

/** An estimate by the lines that most programs write: 76 characters and a line end. */
const estimatedSize = (octets: number): number => Math.floor(octets / 78) * 57 + Math.floor((octets % 78) / 4) * 3;

const isBase64 = ({ encoding }: Leaf): boolean => encoding.toLowerCase() === "base64";

interface Placed extends Place {
  readonly node: MessageStructureObject;
}

const leavesOf = (node: MessageStructureObject, place: Place = { first: true, alternative: false }, depth = 0): readonly Placed[] => {
  const multipart = isMultipart(node) && node.childNodes !== undefined && depth < mimeLimits.depth;
  const alternative = node.type === "multipart/alternative";
  return multipart
    ? node.childNodes!.flatMap((child, i) => leavesOf(child, { first: i === 0, alternative }, depth + 1))
    : [{ node, ...place }];
};

const isMultipart = ({ type }: MessageStructureObject): boolean => type.startsWith("multipart/");

/**
 * Whether our parser would find another structure than the server reports, so that the mail must be fetched whole: the header has no clear end,
 * several types, or a charset that the server ignores; or a multipart has no parts, only empty ones, or another multipart's boundary.
 */
export const isDoubtful = (structure: MessageStructureObject, headers: Buffer): boolean => {
  const { header, body, repaired } = headerEnd(headers);
  const fields = parseFields(headers.toString("latin1", 0, header));
  const types = fields.filter(({ name }) => name === "content-type").map(({ value }) => value.toLowerCase());
  const saysMultipart = types.some((type) => type.startsWith("multipart/"));
  const charset = parseParameters(types[0] ?? "").params["charset"] ?? "";
  const hidesCharset = !isMultipart(structure) && charset !== "" && !structure.parameters?.["charset"];
  const boundaries = new Set<string>();
  const isBroken = (node: MessageStructureObject): boolean => {
    if (!isMultipart(node)) return false;
    const { childNodes = [], parameters } = node;
    const boundary = parameters?.["boundary"] ?? "";
    if (
      /^$|["\\]|^'.*'$/.test(boundary) ||
      boundaries.has(boundary) ||
      childNodes.every(({ childNodes: inner, size = 0 }) => !inner && size === 0)
    )
      return true;
    boundaries.add(boundary);
    return childNodes.some(isBroken);
  };
  return (
    repaired || body < headers.length || types.length > 1 || hidesCharset || saysMultipart !== isMultipart(structure) || isBroken(structure)
  );
};

/** The most octets that are fetched of all text parts together, and of all HTML parts: enough for a full body in any encoding. */
const BODY_OCTETS = mimeLimits.bodyBytes * 4;

/** Chooses by BODYSTRUCTURE (RFC 9051, 7.5.2) which parts to fetch: text, HTML and delivery reports. The other parts are only described. */
export const planParts = (structure: MessageStructureObject): PartPlan => {
  const texts: Leaf[] = [];
  const htmls: Leaf[] = [];
  const reports: Leaf[] = [];
  const enclosing: Leaf[] = [];
  const attachments: FetchedMessage["attachments"][number][] = [];
  let calendarMethod = "";
  const ends: Pick<Leaf, "part" | "octets">[] = [];
  const named: string[] = [];
  for (const { node, ...place } of leavesOf(structure).slice(0, mimeLimits.parts)) {
    const filename =
      fileNameIn(decodeWords(node.dispositionParameters?.["filename"] ?? "")) || fileNameIn(decodeWords(node.parameters?.["name"] ?? ""));
    const contentType = node.type.toLowerCase();
    if (contentType === "text/calendar") calendarMethod ||= node.parameters?.["method"] ?? "";
    const disposition = (node.disposition ?? "").toLowerCase();
    const role = partRole({ contentType, disposition, filename, ...place });
    const maxLength = role === "report" ? mimeLimits.reportBytes * 2 : BODY_OCTETS;
    const leaf = {
      part: node.part ?? "1",
      contentType,
      charset: node.parameters?.["charset"] ?? "",
      encoding: node.encoding ?? "",
      flow: flowOf(node.parameters ?? {}),
      maxLength,
      octets: Math.min(node.size ?? maxLength, maxLength),
    };
    if (role === "text") texts.push(leaf);
    else if (role === "html") htmls.push(leaf);
    else {
      if (role === "report" && reports.length < mimeLimits.reports) reports.push(leaf);
      const most = mimeLimits.enclosingBytes;
      if (encloses(contentType, filename) && enclosing.length === 0)
        enclosing.push({ ...leaf, maxLength: most, octets: Math.min(node.size ?? most, most) });
      const octets = node.size ?? 0;
      const size = isBase64(leaf) ? estimatedSize(octets) : octets;
      const isFetched = [...reports, ...enclosing].some(({ part }) => part === leaf.part);
      if (isBase64(leaf) && !isFetched && octets > 0 && ends.length < ENDS_MAX) ends.push({ part: leaf.part, octets });
      if (/[^ -~]|%|=\?|^$/.test(filename) && isMultipart(structure) && named.length < ENDS_MAX) named.push(leaf.part);
      const contentId = (node.id ?? "").replace(/[<>\s]+/g, "");
      const isInline = disposition === "inline" || (disposition === "" && contentId !== "");
      attachments.push({ part: leaf.part, filename, contentType, size, octets, isInline, contentId });
    }
  }
  const [shownTexts, shownHtmls] = [within(BODY_OCTETS, texts), within(BODY_OCTETS, htmls)];
  const cut = shownTexts.length < texts.length || shownHtmls.length < htmls.length;
  return {
    texts: shownTexts,
    htmls: shownHtmls,
    reports,
    enclosing,
    attachments,
    calendarMethod,
    ends,
    named,
    delimiters: delimitersIn(structure),
    cut,
  };
};

const delimitersIn = (node: MessageStructureObject, depth = 0): readonly string[] =>
  depth > mimeLimits.depth
    ? []
    : [
        ...(isMultipart(node) ? [`--${node.parameters?.["boundary"]}`] : []),
        ...(node.childNodes ?? []).flatMap((child) => delimitersIn(child, depth + 1)),
      ];

/** Whether a fetched text contains a delimiter of the message, so that the server split the message otherwise than its readers would. */
export const isSplitWrongly = ({ texts, htmls, delimiters }: PartPlan, contents: ReadonlyMap<string, Buffer>): boolean => {
  const bodies = [...texts, ...htmls].map(({ part }) => contents.get(part.toLowerCase()));
  return delimiters.some((delimiter) => bodies.some((body) => body?.includes(delimiter) && lineBegins(body, delimiter)));
};

const lineBegins = (body: Buffer, delimiter: string): boolean => {
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    let before = at;
    while (before > 0 && (body[before - 1] === 0x20 || body[before - 1] === 0x09) && at - before < 8) before--;
    if (before === 0 || body[before - 1] === 0x0a) return true;
  }
  return false;
};

/** The first parts that together fit in `limit` octets. */
const within = (limit: number, leaves: readonly Leaf[]): readonly Leaf[] => {
  let left = limit;
  return leaves.flatMap((leaf) => {
    const maxLength = Math.min(leaf.maxLength, left);
    left -= leaf.octets;
    return maxLength > 0 ? [{ ...leaf, maxLength, octets: Math.min(leaf.octets, maxLength) }] : [];
  });
};

const leavesIn = ({ texts, htmls, reports, enclosing }: PartPlan): readonly Leaf[] => [...texts, ...htmls, ...reports, ...enclosing];

/** The parts to fetch. */
export const wantedParts = (plan: PartPlan): readonly { key: string; start?: number; maxLength: number }[] => [
  ...leavesIn(plan).map(({ part, maxLength }) => ({ key: part, maxLength })),
  ...plan.ends.map(({ part, octets }) => ({ key: part, start: Math.max(0, octets - END_OCTETS), maxLength: END_OCTETS })),
  ...plan.named.map((part) => ({ key: `${part}.MIME`, maxLength: mimeLimits.partHeaderBytes })),
];

/** How many octets are transferred to fetch the parts. */
export const wantedOctets = (plan: PartPlan): number => leavesIn(plan).reduce((sum, { octets }) => sum + octets, 0);

/** The plan's parts with their fetched contents. */
export const fillParts = (plan: PartPlan, headers: Buffer, contents: ReadonlyMap<string, Buffer>): FetchedMessage => {
  const contentOf = ({ part }: { readonly part: string }) => contents.get(part.toLowerCase());
  const fill = (leaf: Leaf): FetchedPart => ({ ...leaf, content: contentOf(leaf) || Buffer.alloc(0) });
  const ends = new Set(plan.ends.map(({ part }) => part));
  const fetchedWhole = new Map([...plan.reports, ...plan.enclosing].map((leaf) => [leaf.part, leaf]));
  const named = new Set(plan.named);
  const sizeOf = ({ part, size, octets }: FetchedMessage["attachments"][number]): number => {
    const content = contentOf({ part });
    const leaf = fetchedWhole.get(part);
    if (content && leaf && content.length < leaf.maxLength) return decodedSize(content, leaf.encoding);
    return content && ends.has(part) ? sizeByEnd(octets, content) : size;
  };
  const charset = () => charsetOfParts([...plan.texts, ...plan.htmls].map(fill));
  const nameOf = ({ part, filename }: FetchedMessage["attachments"][number]): string => {
    const header = named.has(part) ? contentOf({ part: `${part}.MIME` }) : undefined;
    return (header && nameIn(parseFields(headerText(header, charset)))) || filename;
  };
  const [enclosing] = plan.enclosing;
  const isCut = (leaf: Leaf) => (contentOf(leaf)?.length ?? 0) >= leaf.maxLength;
  return {
    ...(enclosing && { enclosing: { ...fill(enclosing), part: enclosing.part } }),
    headers,
    cut: plan.cut || [...plan.texts, ...plan.htmls, ...plan.enclosing].some(isCut),
    texts: plan.texts.map(fill),
    htmls: plan.htmls.map(fill),
    reports: plan.reports.map(fill),
    calendarMethod: plan.calendarMethod,
    attachments: plan.attachments.map((one) => ({ ...one, filename: nameOf(one), size: sizeOf(one) })),
  };
};
