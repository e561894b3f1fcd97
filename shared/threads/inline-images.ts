import { notFound, Refusal } from "#shared/platform/errors.ts";
import type { Messages } from "#shared/inbox/ports/messages.ts";
import { textToHtml, type InlineImages } from "#shared/mail/html/scan.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import { sentContent } from "./thread-facts.ts";
import { fetchAttachments, type FetchPorts } from "#shared/inbox/attachments.ts";

/** The dependencies of showing one email. */
interface EmailHtmlPorts {
  readonly messages: Pick<Messages, "bodies">;
  readonly sends: Pick<Sends, "find" | "bodies">;
}

/** The bodies of an email; `newHtml` is its new content. */
interface Bodies {
  readonly text: string;
  readonly html: string;
  readonly newHtml: string;
}

const received = async ({ messages }: EmailHtmlPorts, userId: string, id: string): Promise<Bodies | undefined> => {
  const body = (await messages.bodies(userId, [id])).get(id);
  return body && { ...body, newHtml: body.replyHtml };
};

const sent = async ({ sends }: EmailHtmlPorts, userId: string, id: string): Promise<Bodies | undefined> => {
  const [send, bodies] = await Promise.all([sends.find(userId, id), sends.bodies(userId, [id])]);
  const body = bodies.get(id);
  return send && body && { ...body, newHtml: sentContent(send, body).html };
};

/**
 * The HTML of a received or sent email, not sanitised: with its quotes, or only its new content. For an email without HTML it is made from the text.
 * Throws 404.
 */
export const emailHtml = async (ports: EmailHtmlPorts, userId: string, id: string, quotes: boolean): Promise<string> => {
  const bodies = (await received(ports, userId, id)) ?? (await sent(ports, userId, id));
  if (!bodies) throw notFound("Message");
  const { text, html, newHtml } = bodies;
  return (quotes ? html : newHtml || html) || textToHtml(text);
};

/** The dependencies of finding an email's inline images. */
interface InlineImagePorts extends FetchPorts {
  readonly messages: Pick<Messages, "find">;
  readonly sends: Pick<Sends, "find" | "contents">;
}

/** The most bytes of an email's inline images together: in base64, with the mail, they fit in an answer. */
const IMAGES_BYTES = 2_000_000;
/** The most images that are fetched of a message. */
const IMAGES_MAX = 30;

/** The first bytes of the formats that may be shown, in hexadecimal, and their media types; SVG can hold scripts and is none of them. */
const formats: readonly (readonly [RegExp, string])[] = [
  [/^89504e470d0a1a0a/, "image/png"],
  [/^47494638(?:37|39)61/, "image/gif"],
  [/^ffd8ff/, "image/jpeg"],
  [/^52494646.{8}57454250/, "image/webp"],
];

/** The image as a `data:` URL (RFC 2397) by what its bytes say, whatever its sender called it; undefined when it is no image. */
const dataUrl = (file: Uint8Array): string | undefined => {
  const bytes = Buffer.from(file);
  const begin = bytes.subarray(0, 16).toString("hex");
  const type = formats.find(([format]) => format.test(begin))?.[1];
  return type && `data:${type};base64,${bytes.toString("base64")}`;
};

/** The files that an HTML shows by `cid:` (RFC 2392), in their order, as many as fit. */
const shownFiles = <File extends { readonly contentId?: string; readonly size: number }>(html: string, attachments: readonly File[]) => {
  let left = IMAGES_BYTES;
  const named = new Set([...html.matchAll(/cid:([^\s"'<>]{1,500})/gi)].flatMap(([, name = ""]) => [name, name.replaceAll("%40", "@")]));
  return attachments
    .filter(({ contentId = "" }) => named.has(contentId))
    .filter(({ size }) => (left -= size) >= 0)
    .slice(0, IMAGES_MAX);
};

/** The images by their Content-ID; what is none is left out. */
const imagesOf = (files: readonly { readonly contentId?: string }[], contents: readonly Uint8Array[]): InlineImages =>
  new Map(
    files.flatMap(({ contentId = "" }, index) => {
      const url = contents[index] && dataUrl(contents[index]);
      return url === undefined ? [] : [[contentId, url] as const];
    }),
  );

/** The images of an email of ours, from what is stored of it. */
const ofSend = async ({ sends }: InlineImagePorts, userId: string, id: string, html: string): Promise<InlineImages> => {
  const send = await sends.find(userId, id);
  const numbered = send?.attachments?.map((file, index) => ({ ...file, index })) ?? [];
  const files = shownFiles(html, numbered);
  const contents = files.length === 0 ? undefined : await sends.contents(userId, id);
  return contents
    ? imagesOf(
        files,
        files.map(({ index }) => contents[index] ?? new Uint8Array()),
      )
    : new Map();
};

/**
 * The images that an email's HTML shows, by Content-ID: of a received message fetched from the mailbox's server, of a sent one from the store. None
 * when the server does not answer; the mail then shows their descriptions.
 */
export const inlineImages = async (ports: InlineImagePorts, userId: string, id: string, html: string): Promise<InlineImages> => {
  if (!/cid:/i.test(html)) return new Map();
  const message = await ports.messages.find(userId, id);
  if (!message) return ofSend(ports, userId, id, html);
  const files = shownFiles(html, message.attachments);
  if (files.length === 0) return new Map();
  const located = files.map((descriptor) => ({ message, descriptor }));
  try {
    return imagesOf(files, (await fetchAttachments(ports, message, located, IMAGES_BYTES)) ?? []);
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
};
