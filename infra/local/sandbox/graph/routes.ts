import type { Delivery } from "../correspondents.ts";
import type { Folder } from "../mail-store.ts";
import { type HttpAnswer, Refusal } from "../http/answer.ts";
import { header, parse, type SendSettings } from "../mime.ts";
import { type GraphRequest, itemNotFound, jsonOf } from "./answer.ts";
import { type AttachedFile, attachmentIndex, attachmentJson, type Delta, messageJson, type Shape, withAttachment } from "./message-json.ts";
import { folderJson, type GraphMailbox, type Located, parentOf } from "./mailbox.ts";
import { draftMime, REQUEST_MAX_BYTES, sendDraft, type Uploads } from "./drafts.ts";

/** A call within a mailbox: its path below `/me` or `/users/…`. */
export interface MailboxCall extends GraphRequest {
  readonly mailbox: GraphMailbox;
  /** The address of the mailbox, as links use it. */
  readonly at: string;
  /** Scheme and host of the stand-in. */
  readonly origin: string;
  /** Throws 403 unless the token has one of these permissions. */
  readonly needs: (...permissions: readonly string[]) => void;
}

/** What the routes work with. */
export interface RoutePorts {
  readonly delta: Delta;
  readonly uploads: Uploads;
  readonly settings: SendSettings;
  readonly deliver: (delivery: Delivery) => void;
}

const PAGE = 10;
const PAGE_MAX = 1_000;

const READS = ["Mail.ReadBasic", "Mail.Read", "Mail.ReadWrite"] as const;

/** `Prefer: IdType="ImmutableId"` and `odata.maxpagesize=N`; several preferences are separated by commas (RFC 7240, 2). */
const preferences = ({ headers }: GraphRequest) => {
  const prefer = headers["prefer"] ?? "";
  const [, size] = /odata\.maxpagesize\s*=\s*"?(\d+)/i.exec(prefer) ?? [];
  return { isImmutable: /IdType\s*=\s*"?ImmutableId/i.test(prefer), size };
};

const shapeOf = (call: GraphRequest): Shape => ({
  select: call.query.get("$select"),
  expand: call.query.get("$expand"),
  isImmutable: preferences(call).isImmutable,
});

const sizeOf = (call: GraphRequest): number =>
  Math.max(1, Math.min(PAGE_MAX, Number(call.query.get("$top") ?? preferences(call).size ?? PAGE)));

/** Filters by internetMessageId, the time of arrival or isDraft; throws 400 for anything else. */
const filterOf = (filter: string | undefined): ((located: Located) => boolean) => {
  const [, id] = /^internetMessageId eq '(.*)'$/.exec(filter ?? "") ?? [];
  if (id !== undefined) return ({ message }) => header(message.raw, "Message-ID") === id.replaceAll("''", "'");
  const [, since] = /^receivedDateTime g[et] (\S+)$/.exec(filter ?? "") ?? [];
  if (since !== undefined) return ({ message }) => message.receivedAt.getTime() >= Date.parse(since);
  if (filter === undefined) return () => true;
  throw new Refusal(400, "ErrorInvalidUrlQueryFilter", "The query filter is not supported by the stand-in.");
};

const listMessages = async (call: MailboxCall, folders: readonly Folder[]): Promise<HttpAnswer> => {
  const all = folders
    .flatMap((folder) => folder.messages.map((message) => ({ folder, message })))
    .filter(filterOf(call.query.get("$filter")));
  const [from, size] = [Number(call.query.get("$skip") ?? 0), sizeOf(call)];
  const page = all.toSorted((a, b) => b.message.receivedAt.getTime() - a.message.receivedAt.getTime()).slice(from, from + size);
  const value: object[] = [];
  for (const located of page) value.push(await messageJson(located, shapeOf(call)));
  const next = new URLSearchParams([...call.query, ["$skip", String(from + size)]]);
  return {
    status: 200,
    body: { value, ...(from + size < all.length && { "@odata.nextLink": `${call.at}/${call.path.join("/")}?${next.toString()}` }) },
  };
};

const listFolders = (call: MailboxCall, parent: string | undefined): HttpAnswer => {
  const all = call.mailbox.folders();
  const found = all.filter(({ name }) => parentOf(name) === parent);
  const [from, size] = [Number(call.query.get("$skip") ?? 0), sizeOf(call)];
  const value = found.slice(from, from + size).map((folder) => folderJson(folder, all));
  const next = `${call.at}/${call.path.join("/")}?$top=${size}&$skip=${from + size}`;
  return { status: 200, body: { value, ...(from + size < found.length && { "@odata.nextLink": next }) } };
};

/** Answers below `/mailFolders`. */
export const folderRoutes = async (call: MailboxCall, ports: RoutePorts): Promise<HttpAnswer> => {
  const { mailbox, method } = call;
  const [, id, part, last] = call.path;
  call.needs(...READS);
  if (method !== "GET" && part !== "messages") throw new Refusal(405, "Request_BadRequest", "The stand-in does not change folders.");
  if (id === undefined) return listFolders(call, undefined);
  const folder = mailbox.folder(id);
  if (part === undefined) return { status: 200, body: folderJson(folder, mailbox.folders()) };
  if (part.toLowerCase() === "childfolders") return listFolders(call, folder.name);
  if (last === undefined && method === "POST") return createDraft(call, ports, folder);
  if (last === undefined) return listMessages(call, [folder]);
  if (last !== "delta" && last !== "microsoft.graph.delta") return messageRoutes({ ...call, path: call.path.slice(2) }, ports);
  const token = call.query.get("$deltatoken") ?? call.query.get("$skiptoken");
  const at = `${call.at}/mailFolders('${encodeURIComponent(id)}')/messages/delta`;
  return { status: 200, body: await ports.delta.page({ mailbox, folder, token, shape: shapeOf(call), size: sizeOf(call), at }) };
};

const createDraft = async (call: MailboxCall, { settings }: RoutePorts, folder: Folder): Promise<HttpAnswer> => {
  call.needs("Mail.ReadWrite");
  if (call.body.length > REQUEST_MAX_BYTES) throw new Refusal(413, "RequestEntityTooLarge", "The request is larger than 4 MB.");
  if (!/^text\/plain\b/i.test(call.headers["content-type"] ?? ""))
    throw new Refusal(415, "UnsupportedMediaType", "The stand-in makes drafts of MIME alone.");
  const message = call.mailbox.add(folder, draftMime(call.body, settings));
  return { status: 201, body: await messageJson({ folder, message }, shapeOf(call)) };
};

const attach = (call: MailboxCall, id: string, file: AttachedFile): Located => {
  const located = call.mailbox.message(id);
  if (!located.message.flags.includes("\\Draft")) throw new Refusal(400, "ErrorInvalidOperation", "The message is not a draft.");
  return call.mailbox.replace(located, withAttachment(located.message.raw, file));
};

const addAttachment = async (call: MailboxCall, id: string): Promise<HttpAnswer> => {
  call.needs("Mail.ReadWrite");
  if (call.body.length > REQUEST_MAX_BYTES) throw new Refusal(413, "RequestEntityTooLarge", "The request is larger than 4 MB.");
  const { name = "", contentType, contentBytes = "", isInline, contentId } = jsonOf(call) as Record<string, string | undefined>;
  const located = attach(call, id, {
    name,
    contentType: contentType ?? "application/octet-stream",
    content: Buffer.from(contentBytes, "base64"),
    isInline: Boolean(isInline),
    ...(contentId !== undefined && { contentId }),
  });
  const { attachments } = await parse(located.message);
  return { status: 201, body: attachmentJson(attachments.at(-1)!, attachments.length - 1, { id, select: undefined }) };
};

const attachmentRoutes = async (call: MailboxCall, id: string, { uploads }: RoutePorts): Promise<HttpAnswer> => {
  const [, , , which, part] = call.path;
  if (which === "createUploadSession") {
    call.needs("Mail.ReadWrite");
    return uploads.create(call, call.origin, (file) => {
      attach(call, id, file);
      return `${call.at}/Messages('${id}')/Attachments`;
    });
  }
  if (which === undefined && call.method === "POST") return addAttachment(call, id);
  call.needs("Mail.Read", "Mail.ReadWrite");
  const { attachments } = await parse(call.mailbox.message(id).message);
  const shape = { id, select: call.query.get("$select") };
  if (which === undefined) return { status: 200, body: { value: attachments.map((one, at) => attachmentJson(one, at, shape)) } };
  const index = attachmentIndex(which);
  const found = attachments[index];
  if (!found) throw itemNotFound();
  if (part === "$value") return { status: 200, headers: { "content-type": found.contentType }, body: found.content };
  return { status: 200, body: attachmentJson(found, index, shape) };
};

/** Answers below `/messages`. */
export const messageRoutes = async (call: MailboxCall, ports: RoutePorts): Promise<HttpAnswer> => {
  const { mailbox, method } = call;
  const [, id, part] = call.path;
  if (id === undefined && method === "POST") return createDraft(call, ports, mailbox.folder("drafts"));
  if (id === undefined) {
    call.needs(...READS);
    return listMessages(call, mailbox.folders());
  }
  if (part === "attachments") return attachmentRoutes(call, id, ports);
  const action = `${method} ${part ?? ""}`.trim();
  call.needs(...(action === "POST send" ? ["Mail.Send"] : method === "GET" ? READS : ["Mail.ReadWrite"]));
  const located = mailbox.message(id);
  const show = async (shown: Located, status = 200) => ({ status, body: await messageJson(shown, shapeOf(call)) });
  if (action === "GET") return show(located);
  if (action === "GET $value") return { status: 200, headers: { "content-type": "text/plain" }, body: located.message.raw };
  if (action === "POST send") {
    await sendDraft(mailbox, located, ports);
    return { status: 202 };
  }
  if (action === "POST move") return show(mailbox.move(located, mailbox.folder(String(jsonOf(call)["destinationId"]))), 201);
  if (action === "PATCH") {
    const { isRead, flag } = jsonOf(call) as { readonly isRead?: unknown; readonly flag?: { readonly flagStatus?: unknown } };
    const isFlagged = flag?.flagStatus === undefined ? undefined : flag.flagStatus === "flagged";
    mailbox.mark(located, { "\\Seen": typeof isRead === "boolean" ? isRead : undefined, "\\Flagged": isFlagged });
    return show(located);
  }
  if (action !== "DELETE") throw new Refusal(405, "Request_BadRequest", "Specified HTTP method is not allowed for the request target.");
  if (located.folder.name === "Trash") mailbox.erase(located);
  else mailbox.move(located, mailbox.folder("deleteditems"));
  return { status: 204 };
};
