// `npm run graph-check -- TOKEN`: tries with a user's token the facts that are known only from Microsoft's documents, and prints a ticked list
// (infra/local/sandbox/graph/FACTS.md). It writes drafts, which it deletes, and sends nothing.
import { parseArgs } from "node:util";
import { type Fact, found, type Json, tick } from "./fact-check.ts";

const USAGE = "usage: npm run graph-check -- TOKEN [--shared support@example.com] [--url https://graph.microsoft.com/v1.0]";
const IMMUTABLE = 'IdType="ImmutableId"';
const SIZE = "$expand=singleValueExtendedProperties($filter%3Did%20eq%20'Integer%200x0E08')";
const SELECT = "$select=receivedDateTime,isRead,isDraft,hasAttachments";

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string", default: "https://graph.microsoft.com/v1.0" }, shared: { type: "string" } },
});
const [token] = positionals;
const root = values.url.replace(/\/$/, "");

const call = async (
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Promise<Answer> => {
  const all = { authorization: `Bearer ${token}`, prefer: IMMUTABLE, ...headers };
  const answer = await fetch(path.startsWith("https:") ? path : root + path, { method, headers: all, ...(body !== undefined && { body }) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: text.startsWith("{") ? JSON.parse(text) : undefined };
};
const batch = async (requests: readonly object[]): Promise<readonly Json[]> => {
  const { json } = await call("POST", "/$batch", { body: JSON.stringify({ requests }), headers: { "content-type": "application/json" } });
  return json?.responses ?? [];
};
const reads = (paths: readonly string[]) =>
  batch(paths.map((url, at) => ({ id: String(at), method: "GET", url, headers: { prefer: `${IMMUTABLE}, odata.maxpagesize=2` } })));

const inboxDelta = `/me/mailFolders/inbox/messages/delta?${SELECT}`;
const TRACKING = "0123456789abcdef01234567.00112233445566778899aabbccddeeff";
const FILE = Buffer.alloc(3 * 1024 * 1024 + 1, "x");
/** Puts the file to the address of an upload session, which carries its own permission; answers the status. */
const upload = async (url: string): Promise<number> => {
  const headers = { "content-type": "application/octet-stream", "content-range": `bytes 0-${FILE.length - 1}/${FILE.length}` };
  return (await fetch(url, { method: "PUT", headers, body: FILE })).status;
};
const mime = Buffer.from(
  `To: <nobody@example.com>\r\nSubject: graph-check\r\nMessage-ID: <graph-check@example.com>\r\nX-Sending-ID: ${TRACKING}\r\n\r\nDelete me.\r\n`,
).toString("base64");
const newDraft = () => call("POST", "/me/messages", { body: mime, headers: { "content-type": "text/plain" } });
const firstMessage = async () =>
  (await call("GET", "/me/mailFolders/inbox/messages?$top=1&$select=id")).json?.value?.[0]?.id as string | undefined;

const facts: readonly Fact[] = [
  {
    id: "F1",
    text: "a page of a delta query has @odata.nextLink or @odata.deltaLink below the service's root",
    look: async () => {
      const { json } = await call("GET", inboxDelta, { headers: { prefer: `${IMMUTABLE}, odata.maxpagesize=2` } });
      const link = json?.["@odata.nextLink"] ?? json?.["@odata.deltaLink"];
      return found(typeof link === "string" && link.startsWith(`${root}/`), json);
    },
  },
  {
    id: "F2",
    text: "a delta query expands PidTagMessageSize",
    look: async () => {
      const { status, json } = await call("GET", `${inboxDelta}&${SIZE}`, { headers: { prefer: `${IMMUTABLE}, odata.maxpagesize=2` } });
      const [first] = json?.value ?? [];
      return found(status === 200 && (first === undefined || Number(first.singleValueExtendedProperties?.[0]?.value) > 0), json);
    },
  },
  {
    id: "F3",
    text: "an unknown delta token is answered with 410, or an error syncStateNotFound, resyncRequired or syncStateInvalid",
    look: async () => {
      const { status, json } = await call("GET", "/me/mailFolders/inbox/messages/delta?$deltatoken=graph-check");
      const code = json?.error?.code;
      return found(status === 410 || ["syncStateNotFound", "resyncRequired", "syncStateInvalid"].includes(code), { status, code });
    },
  },
  {
    id: "F4",
    text: "in a batch, $value is base64",
    look: async () => {
      const id = await firstMessage();
      if (id === undefined) return "not tried: the inbox is empty";
      const [answer] = await reads([`/me/messages/${encodeURIComponent(id)}/$value`]);
      return found(typeof answer?.body === "string" && Buffer.from(answer.body, "base64").toString().slice(0, 2_000).includes(":"), answer);
    },
  },
  {
    id: "F5",
    text: "a batch of 20 reads of one mailbox is answered whole, or its throttled requests have 429 with Retry-After",
    look: async () => {
      const answers = await reads(Array.from({ length: 20 }, () => "/me/mailFolders/inbox?$select=id"));
      const odd = answers.find(
        ({ status, headers = {} }) => status !== 200 && !(status === 429 && (headers["Retry-After"] ?? headers["retry-after"])),
      );
      return found(answers.length === 20 && odd === undefined, odd ?? answers.length);
    },
  },
  {
    id: "F6",
    text: "the immutable id of a draft stays when it is moved",
    look: async () => {
      const { json } = await newDraft();
      const moved = await call("POST", `/me/messages/${json?.id}/move`, {
        body: JSON.stringify({ destinationId: "deleteditems" }),
        headers: { "content-type": "application/json" },
      });
      await call("DELETE", `/me/messages/${json?.id}`);
      return found(moved.json?.id === json?.id && typeof json?.id === "string", moved.json);
    },
  },
  {
    id: "F7",
    text: "a draft made of MIME is in Drafts, and says which Message-ID it has",
    look: async () => {
      const { status, json } = await newDraft();
      await call("DELETE", `/me/messages/${json?.id}`);
      return found(status === 201 && json?.isDraft === true && /^<.+>$/.test(json?.internetMessageId ?? ""), json);
    },
  },
  {
    id: "F8",
    text: "the ids of well-known folders are those that the list of folders has",
    look: async () => {
      const listed = ((await call("GET", "/me/mailFolders?$top=100&$select=id")).json?.value ?? []).map(({ id }: Json) => id);
      const known = await reads(
        ["inbox", "sentitems", "junkemail", "drafts", "deleteditems"].map((name) => `/me/mailFolders/${name}?$select=id`),
      );
      return found(
        known.every(({ body }) => listed.includes(body?.id)),
        known.map(({ status }) => status),
      );
    },
  },
  {
    id: "F9",
    text: "a wrong token is answered with 401 InvalidAuthenticationToken",
    look: async () => {
      const { status, json } = await call("GET", "/me/messages", { headers: { authorization: "Bearer wrong" } });
      return found(status === 401 && json?.error?.code === "InvalidAuthenticationToken", { status, json });
    },
  },
  {
    id: "F10",
    text: "attachments are listed with their ids and sizes without their bytes",
    look: async () => {
      const id = await firstMessage();
      if (id === undefined) return "not tried: the inbox is empty";
      const select = "$select=id,name,contentType,size,isInline,microsoft.graph.fileAttachment/contentId";
      const { status, text } = await call("GET", `/me/messages/${encodeURIComponent(id)}/attachments?${select}`);
      return found(status === 200 && !text.includes("contentBytes"), { status, text });
    },
  },
  {
    id: "F11",
    text: "the list of drafts, by createdDateTime desc, has the X-Sending-ID of a draft's MIME in internetMessageHeaders",
    look: async () => {
      const { json } = await newDraft();
      const query = "$select=id,isDraft,internetMessageHeaders&$orderby=createdDateTime desc&$top=50";
      const listed = await call("GET", `/me/mailFolders/drafts/messages?${query}`);
      await call("DELETE", `/me/messages/${json?.id}`);
      const headers: readonly Json[] = listed.json?.value?.find(({ id }: Json) => id === json?.id)?.internetMessageHeaders ?? [];
      return found(
        headers.some(({ name, value }) => name.toLowerCase() === "x-sending-id" && value === TRACKING),
        listed.json?.error ?? headers,
      );
    },
  },
  {
    id: "F12",
    text: "a file goes to a draft by an upload session, in one range",
    look: async () => {
      const { json } = await newDraft();
      const AttachmentItem = {
        attachmentType: "file",
        name: "graph-check.bin",
        size: FILE.length,
        contentType: "application/octet-stream",
      };
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ AttachmentItem });
      const session = await call("POST", `/me/messages/${json?.id}/attachments/createUploadSession`, { body, headers });
      const url = session.json?.uploadUrl;
      const put = typeof url === "string" && url.startsWith("https:") ? await upload(url) : undefined;
      await call("DELETE", `/me/messages/${json?.id}`);
      return found(put === 200 || put === 201, { session: session.status, put });
    },
  },
  {
    id: "F13",
    text: "the folder counts what its list has: totalItemCount",
    look: async () => {
      const { json } = await call("GET", "/me/mailFolders/drafts?$select=totalItemCount");
      const listed = await call("GET", "/me/mailFolders/drafts/messages?$select=id&$top=1000");
      return found(json?.totalItemCount === listed.json?.value?.length, {
        counted: json?.totalItemCount,
        listed: listed.json?.value?.length,
      });
    },
  },
  {
    id: "F14",
    text: "a shared mailbox is read below /users/{address}",
    look: async () => {
      if (values.shared === undefined) return "not tried: --shared names one";
      const { status, json } = await call("GET", `/users/${encodeURIComponent(values.shared)}/mailFolders/inbox?$select=id`);
      return found(status === 200, json);
    },
  },
  {
    id: "F15",
    text: "a draft that was sent cannot be sent again",
    look: async () => "not tried: that would send mail",
  },
];

if (token === undefined) {
  console.error(USAGE);
  process.exit(2);
}
await tick("graph-check", facts);
