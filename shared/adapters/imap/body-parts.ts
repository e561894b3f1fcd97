import type { MessageStructureObject } from "imapflow";
import { decodeWords } from "../../domain/mail/read/mime/encoded-words.ts";
import { mimeLimits } from "../../domain/mail/read/mime/mime-entity.ts";
import { isTnef } from "../../domain/mail/read/tnef/read-tnef.ts";
import { type FetchedMessage, type FetchedPart, fileNameIn, partRole } from "../../domain/mail/read/mime/parse-message.ts";

/** The parts of a large message to fetch, and the descriptions of its other parts. */
export interface PartPlan {
  readonly texts: readonly Leaf[];
  readonly htmls: readonly Leaf[];
  readonly reports: readonly Leaf[];
  /** The winmail.dat part; at most one. */
  readonly tnefs: readonly Leaf[];
  readonly attachments: FetchedMessage["attachments"];
  /** The method in the Content-Type of a text/calendar part; "" without one. */
  readonly calendarMethod: string;
  /** Base64 attachments of which only the end is fetched, to count their padding. */
  readonly ends: readonly Pick<Leaf, "part" | "octets">[];
}

/** A part without children. */
interface Leaf {
  readonly part: string;
  readonly contentType: string;
  readonly charset: string;
  readonly encoding: string;
  readonly maxLength: number;
  /** The octets that fetching it transfers. */
  readonly octets: number;
}

/** A base64 line of 76 characters with its line end (RFC 2045, 6.8), and the bytes that it encodes. */
const BASE64_LINE = { octets: 78, carries: 57 };

/** The decoded size of base64 with this many octets in full lines, padding included. */
const decodedSize = (octets: number): number =>
  Math.floor(octets / BASE64_LINE.octets) * BASE64_LINE.carries + Math.floor((octets % BASE64_LINE.octets) / 4) * 3;

/** Octets at the end of base64 that contain its padding, and perhaps its last line end. */
const END_OCTETS = 8;
/** The end is fetched of this many attachments in a message; the reported size of others may be one or two bytes too high. */
const ENDS_MAX = 20;

const paddingIn = (content: Buffer | undefined): number => content?.subarray(-END_OCTETS).filter((byte) => byte === 0x3d).length ?? 0;

const isBase64 = ({ encoding }: Leaf): boolean => encoding.toLowerCase() === "base64";

const leavesOf = (node: MessageStructureObject, depth = 0): readonly MessageStructureObject[] => {
  const multipart = node.type.startsWith("multipart/") && node.childNodes !== undefined && depth < mimeLimits.depth;
  return multipart ? node.childNodes!.flatMap((child) => leavesOf(child, depth + 1)) : [node];
};

/** The most octets that are fetched of all text parts together, and of all HTML parts: enough for a full body in any encoding. */
const BODY_OCTETS = mimeLimits.bodyBytes * 4;

/** Chooses by BODYSTRUCTURE (RFC 9051, 7.5.2) the parts to fetch: text, HTML and delivery reports; other parts are only described. */
export const planParts = (structure: MessageStructureObject): PartPlan => {
  const texts: Leaf[] = [];
  const htmls: Leaf[] = [];
  const reports: Leaf[] = [];
  const tnefs: Leaf[] = [];
  const attachments: FetchedMessage["attachments"][number][] = [];
  let calendarMethod = "";
  const ends: Pick<Leaf, "part" | "octets">[] = [];
  for (const node of leavesOf(structure).slice(0, mimeLimits.parts)) {
    const filename = fileNameIn(decodeWords(node.dispositionParameters?.["filename"] ?? node.parameters?.["name"] ?? ""));
    const contentType = node.type.toLowerCase();
    if (contentType === "text/calendar") calendarMethod ||= node.parameters?.["method"] ?? "";
    const disposition = (node.disposition ?? "").toLowerCase();
    const role = partRole({ contentType, disposition, filename });
    const maxLength = role === "report" ? mimeLimits.reportBytes * 2 : BODY_OCTETS;
    const leaf = {
      part: node.part ?? "1",
      contentType,
      charset: node.parameters?.["charset"] ?? "",
      encoding: node.encoding ?? "",
      maxLength,
      octets: Math.min(node.size ?? maxLength, maxLength),
    };
    if (role === "text") texts.push(leaf);
    else if (role === "html") htmls.push(leaf);
    else {
      if (role === "report" && reports.length < mimeLimits.reports) reports.push(leaf);
      if (isTnef(contentType, filename) && tnefs.length === 0)
        tnefs.push({ ...leaf, maxLength: mimeLimits.tnefBytes, octets: Math.min(node.size ?? mimeLimits.tnefBytes, mimeLimits.tnefBytes) });
      const octets = node.size ?? 0;
      const size = isBase64(leaf) ? decodedSize(octets) : octets;
      const isFetched = [...reports, ...tnefs].some(({ part }) => part === leaf.part);
      if (isBase64(leaf) && !isFetched && octets > 0 && ends.length < ENDS_MAX) ends.push({ part: leaf.part, octets });
      const contentId = (node.id ?? "").replace(/[<>\s]+/g, "");
      const isInline = disposition === "inline" || (disposition === "" && contentId !== "");
      attachments.push({ part: leaf.part, filename, contentType, size, octets, isInline, contentId });
    }
  }
  return { texts: within(BODY_OCTETS, texts), htmls: within(BODY_OCTETS, htmls), reports, tnefs, attachments, calendarMethod, ends };
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

const leavesIn = ({ texts, htmls, reports, tnefs }: PartPlan): readonly Leaf[] => [...texts, ...htmls, ...reports, ...tnefs];

/** The parts to fetch. */
export const wantedParts = (plan: PartPlan): readonly { key: string; start?: number; maxLength: number }[] => [
  ...leavesIn(plan).map(({ part, maxLength }) => ({ key: part, maxLength })),
  ...plan.ends.map(({ part, octets }) => ({ key: part, start: Math.max(0, octets - END_OCTETS), maxLength: END_OCTETS })),
];

/** The octets that fetching them transfers. */
export const wantedOctets = (plan: PartPlan): number => leavesIn(plan).reduce((sum, { octets }) => sum + octets, 0);

/** The plan's parts with their contents. */
export const fillParts = (plan: PartPlan, headers: Buffer, contents: ReadonlyMap<string, Buffer>): FetchedMessage => {
  const contentOf = ({ part }: { readonly part: string }) => contents.get(part.toLowerCase());
  const fill = (leaf: Leaf): FetchedPart => ({ ...leaf, content: contentOf(leaf) || Buffer.alloc(0) });
  const reported = new Set(plan.ends.map(({ part }) => part));
  const [tnef] = plan.tnefs;
  return {
    ...(tnef && { tnef: { ...fill(tnef), part: tnef.part } }),
    headers,
    texts: plan.texts.map(fill),
    htmls: plan.htmls.map(fill),
    reports: plan.reports.map(fill),
    calendarMethod: plan.calendarMethod,
    attachments: plan.attachments.map((one) => (reported.has(one.part) ? { ...one, size: one.size - paddingIn(contentOf(one)) } : one)),
  };
};
