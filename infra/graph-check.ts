// `npm run graph-check -- TOKEN`: tries with a user's token the facts that are known only from Microsoft's documents, and prints a ticked list
// (infra/local/sandbox/graph/FACTS.md). It writes one draft, which it deletes, and sends nothing.
import { parseArgs } from "node:util";

const USAGE = "usage: npm run graph-check -- TOKEN [--url https://graph.microsoft.com/v1.0]";
const IMMUTABLE = 'IdType="ImmutableId"';
const SIZE = "$expand=singleValueExtendedProperties($filter%3Did%20eq%20'Integer%200x0E08')";
const SELECT = "$select=receivedDateTime,isRead,isDraft,hasAttachments";

/** A JSON answer, read as loosely as a script would. */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever comes
type Json = any;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { url: { type: "string", default: "https://graph.microsoft.com/v1.0" } },
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
const mime = Buffer.from(
  "To: <nobody@example.com>\r\nSubject: graph-check\r\nMessage-ID: <graph-check@example.com>\r\n\r\nDelete me.\r\n",
).toString("base64");
const newDraft = () => call("POST", "/me/messages", { body: mime, headers: { "content-type": "text/plain" } });
const firstMessage = async () =>
  (await call("GET", "/me/mailFolders/inbox/messages?$top=1&$select=id")).json?.value?.[0]?.id as string | undefined;

/** A fact of FACTS.md: "" when it is so, else what was found. */
interface Fact {
  readonly id: string;
  readonly text: string;
  readonly look: () => Promise<string>;
}

const found = (isSo: boolean, what: unknown): string => (isSo ? "" : `found: ${JSON.stringify(what)?.slice(0, 300)}`);

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
];

const main = async (): Promise<void> => {
  if (token === undefined) {
    console.error(USAGE);
    process.exit(2);
  }
  let wrong = 0;
  for (const { id, text, look } of facts) {
    const outcome = await look().catch((error: unknown) => `failed: ${String(error)}`);
    const isSkipped = outcome.startsWith("not tried");
    if (outcome !== "" && !isSkipped) wrong += 1;
    console.log(`[${outcome === "" ? "x" : isSkipped ? "-" : " "}] ${id} ${text}${outcome === "" ? "" : `\n       ${outcome}`}`);
  }
  console.log(wrong === 0 ? "graph-check: ok" : `graph-check: ${wrong} of ${facts.length} facts are otherwise`);
  process.exit(wrong === 0 ? 0 : 1);
};

await main();
