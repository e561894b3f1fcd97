import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";
import type { MessageFacts } from "#shared/inbox/ports/mail-session.ts";
import type { HttpCall } from "#shared/platform/egress/egress.ts";
import { apiClient } from "#shared/transports/http/api-client.ts";
import type { ApiReads } from "#shared/transports/http/batches.ts";
import type { Wanted } from "#shared/transports/http/directory-session.ts";
import { gmailRules } from "#shared/transports/gmail/gmail-client.ts";
import { graphRules } from "#shared/transports/graph/graph-client.ts";
import { partOf, whole } from "./gmail-reads.ts";

/** What a server answers to a path below its root: JSON, bytes, or a status and perhaps a body; an error is thrown as the connection's. */
export type ServerAnswer = Buffer | Error | { readonly status: number; readonly body?: unknown };

/** A call of a batch, or one of its own. */
interface Asked {
  readonly path: string;
  readonly readMax: number;
  readonly isBatch: boolean;
}

const ROOT = "https://api.test";
const json = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value ?? {})));

/** Reads over the real client of an interface, whose server answers each path by `answer`; `asked` has what it was asked for. */
export const readsOver = (api: "graph" | "gmail_api", answer: (path: string) => ServerAnswer) => {
  const asked: Asked[] = [];
  const stop = new AbortController();
  const account = { api, apiUrl: ROOT, username: "me@example.test", credential: { accessToken: "t" } } as ApiAccount;
  const answered = (path: string, readMax: number, isBatch: boolean) => {
    asked.push({ path, readMax, isBatch });
    const given = answer(path);
    if (given instanceof Error) throw given;
    return Buffer.isBuffer(given) ? { status: 200, body: given } : { status: given.status, body: json(given.body) };
  };
  const callHttp = async ({ url, body, readMax }: HttpCall) => {
    const path = `${url.pathname}${url.search}`;
    if (path === "/batch/gmail/v1") {
      const parts = [...String(body).matchAll(/^GET (\S+)/gm)].map(([, one = ""]) => answered(one, readMax, true));
      const bytes = whole(...parts.map((part, at) => partOf(at, part.status, part.body.toString())));
      return { status: 200, headers: { "content-type": "multipart/mixed; boundary=B" }, body: bytes };
    }
    if (path === "/$batch") {
      const { requests } = JSON.parse(String(body)) as { requests: { id: string; url: string }[] };
      const responses = requests.map(({ id, url: one }) => {
        const { status, body: told } = answered(one, readMax, true);
        const isJson = told.toString().startsWith("{");
        return { id, status, headers: {}, body: isJson ? (JSON.parse(told.toString()) as unknown) : told.toString("base64") };
      });
      return { status: 200, headers: {}, body: json({ responses }) };
    }
    const { status, body: told } = answered(path, readMax, false);
    return { status, headers: {}, body: told.subarray(0, readMax) };
  };
  const client = apiClient(callHttp, api === "graph" ? graphRules : gmailRules);
  const reads: ApiReads = { account, client, signal: stop.signal };
  return { reads, asked, stop };
};

/** A message to fetch, of this size in bytes; undefined: the server does not say. */
export const wantedOf = (id: string, uid: number, size: number | undefined, hasAttachments = true): Wanted => {
  const receivedAt = new Date(1_000_000);
  const facts: MessageFacts = { uid, size: size ?? 0, receivedAt, seen: false, own: false, draft: false, providerId: id };
  return { facts, item: { id, uid, receivedAt, seen: false, draft: false, hasAttachments, ...(size !== undefined && { size }) } };
};
