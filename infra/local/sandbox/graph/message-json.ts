import type { AddressObject, Attachment, ParsedMail } from "mailparser";
import { header, headerBlock, parse } from "../mime.ts";
import { folderId, type GraphMailbox, type Located, messageId } from "./mailbox.ts";
import { randomBytes } from "node:crypto";
import type { Folder } from "../mail-store.ts";
import { Refusal } from "../http/answer.ts";

const recipients = (addresses: AddressObject | AddressObject[] | undefined) =>
  [addresses ?? []].flat().flatMap(({ value }) => value.map(({ name, address }) => ({ emailAddress: { name, address } })));

const headersOf = ({ headerLines }: ParsedMail) =>
  headerLines.map(({ key, line }) => {
    const colon = line.indexOf(":");
    return {
      name: line.slice(0, colon) || key,
      value: line
        .slice(colon + 1)
        .replace(/\r?\n/g, "")
        .trim(),
    };
  });

const date = (value: Date): string => `${value.toISOString().slice(0, 19)}Z`;

type Property = (located: Located, isImmutable: boolean) => unknown;

const mail =
  (read: (mail: ParsedMail) => unknown): Property =>
  async ({ message }) =>
    read(await parse(message));

/** The properties of a message (learn.microsoft.com/graph/api/resources/message); those that nobody selects are not computed. */
const PROPERTIES: Readonly<Record<string, Property>> = {
  createdDateTime: ({ message }) => date(message.receivedAt),
  lastModifiedDateTime: ({ message }) => date(message.receivedAt),
  changeKey: ({ message }) => Buffer.from(`${message.uid}.${message.modseq}`).toString("base64url"),
  receivedDateTime: ({ message }) => date(message.receivedAt),
  sentDateTime: mail(({ date: sent }) => date(sent ?? new Date(0))),
  hasAttachments: mail(({ attachments }) => attachments.some(({ related }) => !related)),
  internetMessageId: ({ message }) => header(message.raw, "Message-ID"),
  subject: mail(({ subject }) => subject ?? ""),
  bodyPreview: mail(({ text }) => (text ?? "").slice(0, 255)),
  parentFolderId: ({ folder }) => folderId(folder.name),
  conversationId: ({ message }) => Buffer.from(header(message.raw, "References").split(/\s+/)[0] || message.id).toString("base64url"),
  isRead: ({ message }) => message.flags.includes("\\Seen"),
  flag: ({ message }) => ({ flagStatus: message.flags.includes("\\Flagged") ? "flagged" : "notFlagged" }),
  isDraft: ({ message }) => message.flags.includes("\\Draft"),
  body: mail(({ html, text }) => (html === false ? { contentType: "text", content: text ?? "" } : { contentType: "html", content: html })),
  sender: mail(({ from }) => recipients(from)[0] ?? null),
  from: mail(({ from }) => recipients(from)[0] ?? null),
  toRecipients: mail(({ to }) => recipients(to)),
  ccRecipients: mail(({ cc }) => recipients(cc)),
  bccRecipients: mail(({ bcc }) => recipients(bcc)),
  replyTo: mail(({ replyTo }) => recipients(replyTo)),
};

/** Returned only when they are selected (learn.microsoft.com/graph/api/resources/message). */
const ON_REQUEST: Readonly<Record<string, Property>> = { internetMessageHeaders: mail(headersOf) };

/** PidTagMessageSize (MS-OXPROPS), which is asked for by expanding it. */
const SIZE = /^singleValueExtendedProperties\(\$filter=id eq '(?:integer|long) 0x0?e08'\)$/i;

/** What a client wants to see of messages. */
export interface Shape {
  readonly select: string | undefined;
  readonly expand: string | undefined;
  readonly isImmutable: boolean;
}

/** A message in JSON. */
export const messageJson = async (located: Located, { select, expand, isImmutable }: Shape): Promise<Record<string, unknown>> => {
  const names = select === undefined ? Object.keys(PROPERTIES) : select.split(",").map((name) => name.trim());
  const json: Record<string, unknown> = {
    "@odata.etag": `W/"${located.message.modseq}"`,
    id: messageId(located, isImmutable),
  };
  for (const name of names) {
    const property = PROPERTIES[name] ?? ON_REQUEST[name];
    if (property) json[name] = await property(located, isImmutable);
  }
  if (expand !== undefined && SIZE.test(expand))
    json["singleValueExtendedProperties"] = [{ id: "Integer 0xe08", value: String(located.message.raw.length) }];
  return json;
};

/** An attachment in JSON (learn.microsoft.com/graph/api/resources/fileattachment); its id is its place in the message. */
export const attachmentJson = (
  attachment: Attachment,
  index: number,
  { id, select }: { readonly id: string; readonly select: string | undefined },
): Record<string, unknown> => {
  const { contentType, filename, content, cid, contentDisposition } = attachment;
  const isItem = contentType === "message/rfc822";
  const all: Record<string, unknown> = {
    id: attachmentId(id, index),
    name: filename ?? (isItem ? "attached message" : ""),
    contentType: isItem ? null : contentType,
    size: content.length,
    isInline: contentDisposition === "inline" || cid !== undefined,
    ...(!isItem && { contentId: cid ?? null, contentBytes: content.toString("base64") }),
  };
  const wanted = select?.split(",").map((name) => name.trim().replace(/^microsoft\.graph\.fileAttachment\//, ""));
  const shown = Object.entries(all).filter(([name]) => !wanted || name === "id" || wanted.includes(name));
  return { "@odata.type": `#microsoft.graph.${isItem ? "itemAttachment" : "fileAttachment"}`, ...Object.fromEntries(shown) };
};

/** The id of a message's attachment at this place. */
const attachmentId = (id: string, index: number): string => `${id.replace(/=$/, "")}_att${index}=`;
/** The place that an attachment's id names; -1 for any other text. */
export const attachmentIndex = (id: string): number => Number(/_att(\d+)=$/.exec(id)?.[1] ?? -1);

/** A file to attach. */
export interface AttachedFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly isInline?: boolean;
  readonly contentId?: string;
}

const partOf = ({ name, contentType, content, isInline = false, contentId }: AttachedFile): string =>
  [
    `Content-Type: ${contentType}; name="${name.replace(/["\r\n]/g, "")}"`,
    `Content-Disposition: ${isInline ? "inline" : "attachment"}; filename="${name.replace(/["\r\n]/g, "")}"`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    "Content-Transfer-Encoding: base64",
    "",
    content.toString("base64").replace(/.{76}/g, "$&\r\n"),
  ].join("\r\n");

/** Adds a file to a message: as a further part of multipart/mixed, into which any other message is wrapped. */
export const withAttachment = (raw: Buffer, file: AttachedFile): Buffer => {
  const type = header(raw, "Content-Type");
  const boundary = /^multipart\/mixed\b/i.test(type) ? /boundary="?([^";]+)"?/i.exec(type)?.[1] : undefined;
  if (boundary !== undefined) {
    const end = raw.lastIndexOf(`--${boundary}--`);
    const head = raw.subarray(0, end < 0 ? raw.length : end);
    return Buffer.concat([head, Buffer.from(`--${boundary}\r\n${partOf(file)}\r\n--${boundary}--\r\n`)]);
  }
  const block = headerBlock(raw).split(/\r\n(?![ \t])/);
  const isOfPart = (line: string) => /^content-/i.test(line);
  const fresh = `mixed-${randomBytes(9).toString("hex")}`;
  const outer = [...block.filter((line) => !isOfPart(line)), `Content-Type: multipart/mixed; boundary="${fresh}"`].join("\r\n");
  const body = raw.subarray(headerBlock(raw).length);
  const inner = Buffer.concat([Buffer.from(block.filter(isOfPart).join("\r\n"), "latin1"), body]);
  return Buffer.concat([
    Buffer.from(`${outer}\r\n\r\n--${fresh}\r\n`, "latin1"),
    inner,
    Buffer.from(`\r\n--${fresh}\r\n${partOf(file)}\r\n--${fresh}--\r\n`),
  ]);
};

// Delta queries of a folder's messages (learn.microsoft.com/graph/api/message-delta and …/graph/delta-query-overview): rounds of pages that end with
// a link to the next round. Tokens live in memory, so a restart expires them, as Exchange's cache of tokens may.

/** A message by its id and UID. */
interface Named {
  readonly id: string;
  readonly uid: number;
}

/** The messages of a folder at some time, with their UIDs and versions. */
type Snapshot = ReadonlyMap<string, { readonly uid: number; readonly modseq: number }>;

/** A round: what changed, and from where the next page goes on. */
interface State {
  readonly mailbox: string;
  readonly folder: string;
  readonly shape: Omit<Shape, "isImmutable">;
  /** The folder at the end of this round. */
  readonly snapshot: Snapshot;
  /** The changed messages that are still to be returned; absent for the token of a next round. */
  readonly rest?: readonly Named[];
}

/** A page of a delta query asked for. */
interface DeltaPage {
  readonly mailbox: GraphMailbox;
  readonly folder: Folder;
  readonly token: string | undefined;
  readonly shape: Shape;
  readonly size: number;
  /** The query's address without tokens. */
  readonly at: string;
}

/** How many tokens live; older ones expire ("the upper limit depends on the size of the internal delta token cache"). */
const TOKENS_MAX = 5_000;

const snapshotOf = ({ messages }: Folder): Snapshot => new Map(messages.map(({ id, uid, modseq }) => [id, { uid, modseq }]));

/** The messages that went, came or changed between two times, the newest first: "the return order isn't guaranteed". */
const changesOf = (before: Snapshot, after: Snapshot): readonly Named[] => {
  const gone = [...before].filter(([id]) => !after.has(id));
  const isNew = ([id, { uid, modseq }]: [string, { uid: number; modseq: number }]) =>
    before.get(id)?.uid !== uid || before.get(id)?.modseq !== modseq;
  return [...gone, ...[...after].filter(isNew).toReversed()].map(([id, { uid }]) => ({ id, uid }));
};

/** The delta queries of a stand-in. */
export const createDelta = () => {
  const states = new Map<string, State>();
  const keep = (state: State): string => {
    const token = randomBytes(12).toString("base64url");
    states.set(token, state);
    for (const oldest of states.keys()) {
      if (states.size <= TOKENS_MAX) break;
      states.delete(oldest);
    }
    return token;
  };

  const expired = (at: string) =>
    new Refusal(410, "syncStateNotFound", "The sync state generation is not found. The delta token is expired.", {
      location: `${at}?$deltatoken=`,
    });

  /** The state from which a page is read: the start of the first round, the start of a further round, or the middle of a round. */
  const stateAt = ({ mailbox, folder, token, shape, at }: DeltaPage): State => {
    const now = snapshotOf(folder);
    const first = { mailbox: mailbox.address, folder: folder.name, shape, snapshot: now };
    if (!token) return { ...first, rest: changesOf(new Map(), now) };
    const known = states.get(token);
    if (!known || known.mailbox !== mailbox.address || known.folder !== folder.name) throw expired(at);
    return known.rest ? known : { ...known, snapshot: now, rest: changesOf(known.snapshot, now) };
  };

  return {
    /** Lets all tokens expire. */
    expire: () => states.clear(),
    page: async (asked: DeltaPage): Promise<object> => {
      const state = stateAt(asked);
      const { rest = [], shape } = state;
      const there = new Map(asked.folder.messages.map((message) => [message.id, message]));
      const { isImmutable } = asked.shape;
      const entry = async ({ id, uid }: Named): Promise<object> => {
        const message = there.get(id);
        if (message) return messageJson({ folder: asked.folder, message }, { ...shape, isImmutable });
        return { id: messageId({ folder: asked.folder, message: { id, uid } }, isImmutable), "@removed": { reason: "deleted" } };
      };
      const value: object[] = [];
      for (const one of rest.slice(0, asked.size)) value.push(await entry(one));
      const left = rest.slice(asked.size);
      const { rest: _, ...ended } = state;
      const link =
        left.length > 0
          ? { "@odata.nextLink": `${asked.at}?$skiptoken=${keep({ ...state, rest: left })}` }
          : { "@odata.deltaLink": `${asked.at}?$deltatoken=${rest.length === 0 && asked.token ? asked.token : keep(ended)}` };
      return { "@odata.context": `${asked.at}#Collection(message)`, ...link, value };
    },
  };
};

/** The delta queries of a stand-in. */
export type Delta = ReturnType<typeof createDelta>;
