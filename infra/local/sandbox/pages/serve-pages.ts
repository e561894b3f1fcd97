import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Behaviour, behaviours } from "../correspondents.ts";
import type { Sandbox } from "../start-sandbox.ts";
import { deliveryOf, messageAt, newest, parsed, type MessageLocation } from "./read-mail.ts";
import { page, shownAlone } from "./render.ts";
import { STYLE } from "./style.ts";

const styleHash = createHash("sha256").update(STYLE).digest("base64");
const COMMON = { "cache-control": "no-store", "x-content-type-options": "nosniff", "referrer-policy": "same-origin" };
const OURS = {
  ...COMMON,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": [
    `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; form-action 'self'`,
    "base-uri 'none'; frame-ancestors 'none'",
  ].join("; "),
};
/** Headers for a foreign message: no scripts, no requests, no forms, and a separate origin. */
const THEIRS = {
  ...COMMON,
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
};

/** Only pages of this address may read or answer: requests from a foreign site, or by a foreign name for 127.0.0.1, are refused. */
const isOurs = ({ method, headers: { host = "", origin, "sec-fetch-site": site } }: IncomingMessage): boolean => {
  if (!/^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host)) return false;
  if (method === "GET" || method === "HEAD") return true;
  return origin === `http://${host}` && (site === undefined || site === "same-origin");
};

const locationOf = (query: URLSearchParams): MessageLocation => ({
  address: query.get("address") ?? "",
  folder: query.get("folder") ?? "",
  uid: Number(query.get("uid")),
});

const FORM_MAX_BYTES = 1_000;
const answersFor = async (request: IncomingMessage): Promise<Behaviour | undefined> => {
  if (Number(request.headers["content-length"] ?? Infinity) > FORM_MAX_BYTES) return undefined;
  const as = new URLSearchParams(await text(request)).get("as") ?? "";
  return Object.entries(behaviours).find(([prefix, { button }]) => prefix === as && button !== undefined)?.[1].behaviour;
};

/** Serves the delivered mail as web pages: `/sandbox` and below, only on the local gateway. */
export const serveSandbox = async (sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://local");
  const send = (status: number, body: string, headers: Readonly<Record<string, string>> = OURS) =>
    void response.writeHead(status, headers).end(body);
  const plain = { ...COMMON, "content-type": "text/plain; charset=utf-8" };
  if (!isOurs(request)) return send(403, "This page only accepts its own requests.", plain);
  const { store } = sandbox;
  const filter = query.get("filter") ?? "";
  if (pathname === "/sandbox") {
    const address = (query.get("address") ?? "").trim().toLowerCase();
    return send(200, page(await newest(store, address), address));
  }
  const location = locationOf(query);
  const message = messageAt(store, location);
  if (!message) return send(404, "There is no such message.", plain);
  const delivery = deliveryOf(location.address, message);
  if (pathname === "/sandbox/shown") return send(200, shownAlone(await parsed(message)), THEIRS);
  if (pathname === "/sandbox/answer" && request.method === "POST") {
    const as = await answersFor(request);
    if (as) query.set("answered", (await sandbox.answer(as, delivery)) ? as : "not");
    return send(303, "", { ...COMMON, location: `/sandbox/mail?${query.toString()}` });
  }
  if (pathname !== "/sandbox/mail") return send(404, "There is no such page.", plain);
  const answered = query.get("answered");
  const reading = {
    location,
    view: query.get("view") === "source" ? "source" : "mail",
    mail: await parsed(message),
    source: message.raw.toString(),
    receivedAt: message.receivedAt,
    isAnswerable: delivery.envelopeFrom !== "" && location.folder === "INBOX",
    note: answered === "not" ? "Automatic mail is not answered." : answered === null ? "" : "The answer is on its way.",
  } as const;
  return send(200, page(await newest(store, filter), filter, reading));
};
