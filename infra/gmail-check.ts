// `npm run gmail-check -- TOKEN`: tries with a user's token the facts that are known only from Google's documents, and prints a ticked list
// (infra/local/sandbox/gmail/FACTS.md). It writes drafts, which it deletes, and sends nothing.
import { parseArgs } from "node:util";
import { type Fact, found, type Json, tick } from "./fact-check.ts";

const USAGE = "usage: npm run gmail-check -- TOKEN [--topic projects/PROJECT/topics/TOPIC] [--url https://gmail.googleapis.com]";
const KEYS_URL = "https://www.googleapis.com/oauth2/v3/certs";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string", default: "https://gmail.googleapis.com" },
    keys: { type: "string", default: KEYS_URL },
    topic: { type: "string" },
  },
});
const [token] = positionals;
const root = values.url.replace(/\/$/, "");

const call = async (method: string, path: string, body?: object | string, headers: Record<string, string> = {}) => {
  const at = path.startsWith("/batch/") ? path : `/gmail/v1/users/me${path}`;
  const answer = await fetch(root + at, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(typeof body === "object" && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text.startsWith("{") ? JSON.parse(text) : undefined };
};

const TRACKING = "0123456789abcdef01234567.00112233445566778899aabbccddeeff";
const raw = Buffer.from(
  [
    "To: <nobody@example.com>",
    "Subject: gmail-check",
    "Message-ID: <gmail-check@example.com>",
    `X-Sending-ID: ${TRACKING}`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/mixed; boundary="b"',
    "",
    "--b\r\nContent-Type: text/plain\r\n\r\nDelete me.",
    '--b\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="a.bin"\r\nContent-Transfer-Encoding: base64\r\n',
    `${Buffer.alloc(3_000, "x").toString("base64")}\r\n--b--\r\n`,
  ].join("\r\n"),
).toString("base64url");

/** Does something with a new draft, which is deleted afterwards. */
const withDraft = async (look: (messageId: string, draft: Json) => Promise<string>): Promise<string> => {
  const { status, json } = await call("POST", "/drafts", { message: { raw } });
  if (status !== 200 || typeof json?.message?.id !== "string") return found(false, { status, json });
  try {
    return await look(json.message.id, json);
  } finally {
    await call("DELETE", `/drafts/${json.id}`);
  }
};
const inbox = async (most: number): Promise<readonly string[]> =>
  ((await call("GET", `/messages?labelIds=INBOX&maxResults=${most}`)).json?.messages ?? []).map(({ id }: Json) => id);
const DAY_MS = 86_400_000;

const facts: readonly Fact[] = [
  {
    id: "F1",
    text: "a message keeps its id when its labels change",
    look: () =>
      withDraft(async (id) => {
        const { status, json } = await call("POST", `/messages/${id}/modify`, { addLabelIds: ["STARRED"] });
        return found(status === 200 && json?.id === id, json);
      }),
  },
  {
    id: "F2",
    text: "history.list tells of a message that came after the profile's historyId",
    look: async () => {
      const start = (await call("GET", "/profile")).json?.historyId;
      return withDraft(async (id) => {
        const { json } = await call("GET", `/history?startHistoryId=${start}`);
        const told = (json?.history ?? []).flatMap(({ messages = [] }: Json) => messages.map((one: Json) => one.id));
        return found(told.includes(id), json);
      });
    },
  },
  {
    id: "F3",
    text: "a history id that is too old is answered with 404",
    look: async () => {
      const { status, json } = await call("GET", "/history?startHistoryId=1");
      return found(status === 404, { status, json });
    },
  },
  {
    id: "F4",
    text: "history.list from the profile's historyId is answered, and ends in a historyId",
    look: async () => {
      const start = (await call("GET", "/profile")).json?.historyId;
      const { status, json } = await call("GET", `/history?startHistoryId=${start}`);
      return found(status === 200 && typeof json?.historyId === "string", json);
    },
  },
  {
    id: "F5",
    text: "messages.list of INBOX lists the newest first",
    look: async () => {
      const ids = await inbox(5);
      if (ids.length < 2) return "not tried: the inbox has no two messages";
      const dates: number[] = [];
      for (const id of ids) dates.push(Number((await call("GET", `/messages/${id}?format=minimal`)).json?.internalDate));
      return found(
        dates.every((date, at) => at === 0 || date <= (dates[at - 1] ?? 0)),
        dates,
      );
    },
  },
  {
    id: "F6",
    text: "format=minimal has labelIds, internalDate and sizeEstimate",
    look: () =>
      withDraft(async (id) => {
        const { json } = await call("GET", `/messages/${id}?format=minimal`);
        return found(Array.isArray(json?.labelIds) && Number(json?.internalDate) > 0 && json?.sizeEstimate > 0, json);
      }),
  },
  {
    id: "F7",
    text: "format=raw is the MIME of a draft, with its X-Sending-ID",
    look: () =>
      withDraft(async (id) => {
        const { json } = await call("GET", `/messages/${id}?format=raw`);
        const mime = Buffer.from(json?.raw ?? "", "base64url").toString();
        return found(mime.includes(TRACKING), mime);
      }),
  },
  {
    id: "F8",
    text: "parts have ids, and an attachment's bytes come by its attachmentId",
    look: () =>
      withDraft(async (id) => {
        const parts: readonly Json[] = (await call("GET", `/messages/${id}?format=full`)).json?.payload?.parts ?? [];
        const [file] = parts.filter(({ filename }) => filename === "a.bin");
        const { json } = await call("GET", `/messages/${id}/attachments/${file?.body?.attachmentId}`);
        const bytes = Buffer.from(json?.data ?? "", "base64url").length;
        return found(parts.every(({ partId }) => typeof partId === "string") && bytes === 3_000, { parts, bytes });
      }),
  },
  {
    id: "F9",
    text: "a batch answers each call under response- and its Content-ID",
    look: async () => {
      const part = (id: string) =>
        `--b\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\nGET /gmail/v1/users/me/labels/INBOX\r\n\r\n`;
      const headers = { "content-type": "multipart/mixed; boundary=b" };
      const { status, text } = await call("POST", "/batch/gmail/v1", `${part("one")}${part("two")}--b--`, headers);
      return found(status === 200 && /response-one/.test(text) && /response-two/.test(text), { status, text });
    },
  },
  {
    id: "F10",
    text: "messagesTotal of INBOX counts what its list has",
    look: async () => {
      const ids = await inbox(500);
      const { json } = await call("GET", "/labels/INBOX");
      return ids.length === 500 ? "not tried: the inbox has 500 messages or more" : found(json?.messagesTotal === ids.length, json);
    },
  },
  { id: "F11", text: "a draft is gone once it was sent", look: async () => "not tried: that would send mail" },
  { id: "F12", text: "whether a Message-ID is kept", look: async () => "not tried: that would send mail" },
  {
    id: "F13",
    text: "a wrong token is answered with 401",
    look: async () => {
      const { status, json } = await call("GET", "/profile", undefined, { authorization: "Bearer wrong" });
      return found(status === 401, { status, json });
    },
  },
  {
    id: "F14",
    text: "a watch of the topic lasts about seven days",
    look: async () => {
      if (values.topic === undefined) return "not tried: --topic names one";
      const { status, json } = await call("POST", "/watch", { topicName: values.topic });
      const days = (Number(json?.expiration) - Date.now()) / DAY_MS;
      return found(status === 200 && days > 6 && days < 8, { status, json });
    },
  },
  {
    id: "F15",
    text: "Google's keys for signed calls are RSA keys with ids",
    look: async () => {
      const { keys = [] } = (await (await fetch(values.keys)).json()) as { readonly keys?: readonly Json[] };
      return found(keys.length > 0 && keys.every(({ kid, kty }) => typeof kid === "string" && kty === "RSA"), keys);
    },
  },
];

if (token === undefined) {
  console.error(USAGE);
  process.exit(2);
}
await tick("gmail-check", facts);
