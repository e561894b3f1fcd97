import type { MessageStructureObject } from "imapflow";
import { decodeWords } from "../../domain/inbox/mime/encoded-words.ts";
import { mimeLimits } from "./mime-entity.ts";
import { type FetchedMessage, type FetchedPart, partRole } from "./parse-message.ts";

/** Which parts of a large message are fetched, and how its others are described. */
export interface PartPlan {
  readonly text?: Leaf;
  readonly html?: Leaf;
  readonly reports: readonly Leaf[];
  readonly attachments: FetchedMessage["attachments"];
}

/** A part without children. */
interface Leaf {
  readonly part: string;
  readonly contentType: string;
  readonly charset: string;
  readonly encoding: string;
  readonly maxLength: number;
  /** What fetching it brings, in octets. */
  readonly octets: number;
}

/** What a base64 line of 76 characters and its line end carry. */
const BASE64_RATIO = 57 / 78;

const leavesOf = (node: MessageStructureObject, depth = 0): readonly MessageStructureObject[] => {
  const multipart = node.type.startsWith("multipart/") && node.childNodes !== undefined && depth < mimeLimits.depth;
  return multipart ? node.childNodes!.flatMap((child) => leavesOf(child, depth + 1)) : [node];
};

/** Chooses by BODYSTRUCTURE (RFC 9051, 7.5.2) what to fetch: the first text and html, and what tells of deliveries; the rest is only described. */
export const planParts = (structure: MessageStructureObject): PartPlan => {
  let text: Leaf | undefined;
  let html: Leaf | undefined;
  const reports: Leaf[] = [];
  const attachments: FetchedMessage["attachments"][number][] = [];
  for (const node of leavesOf(structure).slice(0, mimeLimits.parts)) {
    const filename = decodeWords(node.dispositionParameters?.["filename"] ?? node.parameters?.["name"] ?? "").trim();
    const contentType = node.type.toLowerCase();
    const disposition = (node.disposition ?? "").toLowerCase();
    const role = partRole({ contentType, disposition, filename });
    const maxLength = role === "report" ? mimeLimits.reportBytes * 2 : mimeLimits.bodyBytes * 4;
    const leaf = {
      part: node.part ?? "1",
      contentType,
      charset: node.parameters?.["charset"] ?? "",
      encoding: node.encoding ?? "",
      maxLength,
      octets: Math.min(node.size ?? maxLength, maxLength),
    };
    if (role === "text" && !text) text = leaf;
    else if (role === "html" && !html) html = leaf;
    else {
      if (role === "report" && reports.length < mimeLimits.reports) reports.push(leaf);
      const octets = node.size ?? 0;
      const size = leaf.encoding.toLowerCase() === "base64" ? Math.floor(octets * BASE64_RATIO) : octets;
      const contentId = (node.id ?? "").replace(/[<>\s]+/g, "");
      const isInline = disposition === "inline" || (disposition === "" && contentId !== "");
      attachments.push({ part: leaf.part, filename, contentType, size, isInline, contentId });
    }
  }
  return { ...(text && { text }), ...(html && { html }), reports, attachments };
};

/** The parts to fetch. */
export const wantedParts = ({ text, html, reports }: PartPlan): readonly { key: string; maxLength: number }[] =>
  [text, html, ...reports].flatMap((leaf) => (leaf ? [{ key: leaf.part, maxLength: leaf.maxLength }] : []));

/** The octets that fetching them brings. */
export const wantedOctets = ({ text, html, reports }: PartPlan): number =>
  [text, html, ...reports].reduce((sum, leaf) => sum + (leaf?.octets ?? 0), 0);

/** The plan's parts, filled. */
export const fillParts = (plan: PartPlan, headers: Buffer, contents: ReadonlyMap<string, Buffer>): FetchedMessage => {
  const fill = (leaf: Leaf): FetchedPart => ({ ...leaf, content: contents.get(leaf.part.toLowerCase()) ?? Buffer.alloc(0) });
  return {
    headers,
    ...(plan.text && { text: fill(plan.text) }),
    ...(plan.html && { html: fill(plan.html) }),
    reports: plan.reports.map(fill),
    attachments: plan.attachments,
  };
};
