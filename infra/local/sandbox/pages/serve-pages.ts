import { type ParsedMail, simpleParser } from "mailparser";
import type { Delivery } from "../correspondents.ts";
import type { MailStore, StoredMessage } from "../mail-store.ts";
import { type Behaviour, CORRESPONDENTS } from "#shared/sandbox/correspondents.ts";
import { Html, html, STYLE } from "./style.ts";
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Sandbox } from "../start-sandbox.ts";

/** The location of a message. */
interface MessageLocation {
  readonly address: string;
  readonly folder: string;
  readonly uid: number;
}

/** A message in a list. */
interface Row extends MessageLocation {
  readonly from: string;
  readonly subject: string;
  readonly receivedAt: Date;
}

const LIST_MAX = 100;
/** Larger messages are not parsed, bytes; their source can still be read. */
const PARSE_MAX_BYTES = 10 * 1024 * 1024;
const HEADER_MAX_BYTES = 64 * 1024;

const rowOf = async (location: MessageLocation, { raw, receivedAt }: StoredMessage): Promise<Row> => {
  const end = raw.subarray(0, HEADER_MAX_BYTES).indexOf("\r\n\r\n");
  const header = await simpleParser(raw.subarray(0, end < 0 ? HEADER_MAX_BYTES : end + 4));
  return { ...location, receivedAt, from: header.from?.text ?? "", subject: header.subject ?? "" };
};

/** The newest messages: those delivered to anybody, or all folders of one address. */
const newest = async (store: MailStore, address: string): Promise<readonly Row[]> => {
  const addresses = address === "" ? store.addresses() : store.addresses().filter((known) => known === address);
  const found = addresses.flatMap((one) =>
    store
      .folders(one)
      .filter(({ name }) => address !== "" || name === "INBOX")
      .flatMap(({ name, messages }) => messages.slice(-LIST_MAX).map((message) => ({ one, name, message }))),
  );
  const shown = found.toSorted((a, b) => b.message.receivedAt.getTime() - a.message.receivedAt.getTime()).slice(0, LIST_MAX);
  return Promise.all(shown.map(({ one, name, message }) => rowOf({ address: one, folder: name, uid: message.uid }, message)));
};

/** The message at a location, if it still exists. */
const messageAt = (store: MailStore, { address, folder, uid }: MessageLocation): StoredMessage | undefined =>
  store.addresses().includes(address) ? store.folder(address, folder)?.messages.find((one) => one.uid === uid) : undefined;

/** A message as a reader sees it, with its own pictures as data URLs; undefined when it is too large. */
const parsed = async ({ raw }: StoredMessage): Promise<ParsedMail | undefined> =>
  raw.length > PARSE_MAX_BYTES ? undefined : simpleParser(raw);

/** The delivery of a stored message: the sandbox writes the envelope sender above it. */
const deliveryOf = (recipient: string, { raw }: StoredMessage): Delivery => {
  const [, envelopeFrom = ""] = /^Return-Path: <([^>\r\n]*)>/.exec(raw.toString("latin1", 0, 1_000)) ?? [];
  return { envelopeFrom, recipient, raw };
};

/** The answers that the viewer can ask for from anybody. */
const buttons = Object.values(CORRESPONDENTS).flatMap((one) => ("button" in one ? [[one.behaviour, one.button] as const] : []));

/** How a message is shown. */
export type View = "mail" | "source";

/** A message on its page. */
export interface Reading {
  readonly location: MessageLocation;
  readonly view: View;
  readonly mail: ParsedMail | undefined;
  readonly source: string;
  readonly receivedAt: Date;
  /** Whether its envelope names a sender who can be answered. */
  readonly isAnswerable: boolean;
  /** The result of a requested answer. */
  readonly note: string;
}

const SOURCE_MAX = 200_000;

const queryOf = (location: object): string =>
  new URLSearchParams(Object.entries(location).map(([name, value]): [string, string] => [name, String(value)])).toString();
const timeOf = (at: Date): Html => {
  const isToday = at.toDateString() === new Date().toDateString();
  const shown = at.toLocaleString("en-GB", isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" });
  return html`<time datetime="${at.toISOString()}">${shown}</time>`;
};

const rowHtml = ({ from, subject, receivedAt, ...location }: Row, filter: string, open: MessageLocation | undefined): Html => {
  const isOpen = open !== undefined && queryOf(open) === queryOf(location);
  return html`<li>
    <a href="/sandbox/mail?${queryOf({ ...location, filter })}" ${isOpen && new Html(' aria-current="true"')}>
      <span class="to">${location.address}</span>${timeOf(receivedAt)} <span class="subject">${subject || "(no subject)"}</span
      ><span class="from">from ${from || "nobody"}${location.folder !== "INBOX" && ` · ${location.folder}`}</span></a
    >
  </li>`;
};

const whoAnswers = html`<h2>Who answers how</h2>
  <p class="soft">
    Every address at every domain has a mailbox here, with the password <code>sandbox</code>. How an address begins says what becomes of
    mail to it; everybody else just receives.
  </p>
  <table>
    ${Object.entries(CORRESPONDENTS).map(
      ([prefix, { does }]) =>
        html`<tr>
          <th><code>${prefix}.…@</code></th>
          <td>${does.replaceAll("`", "")}</td>
        </tr>`,
    )}
  </table>`;

const readingHtml = ({ location, view, mail, source, receivedAt, isAnswerable, note }: Reading, filter: string): Html => {
  const here = queryOf({ ...location, filter });
  const tab = (name: View, label: string) =>
    html`<a href="/sandbox/mail?${here}&view=${name}" ${name === view && new Html(' aria-current="page"')}>${label}</a>`;
  const answers = buttons.map(([as, button]) => html`<button name="as" value="${as}">${button}</button>`);
  const shown =
    view === "source"
      ? html`<pre tabindex="0">${source.slice(0, SOURCE_MAX)}</pre>`
      : html`<iframe sandbox title="The message" src="/sandbox/shown?${queryOf(location)}"></iframe>`;
  const to = [mail?.to ?? []]
    .flat()
    .map((one) => one.text)
    .join(", ");
  const attached = (mail?.attachments ?? []).map(({ filename, size }) => `${filename ?? "unnamed"} (${size} bytes)`).join(", ");
  return html`<p class="back"><a href="/sandbox?${queryOf({ address: filter })}">All mail</a></p>
    ${note !== "" && html`<p class="note" role="status">${note}</p>`}
    <h2>${mail?.subject ?? "(no subject)"}</h2>
    <dl>
      <dt>From</dt>
      <dd>${mail?.from?.text}</dd>
      <dt>To</dt>
      <dd>${to}</dd>
      <dt>Mailbox</dt>
      <dd>${location.address}, ${location.folder}</dd>
      <dt>Received</dt>
      <dd>${timeOf(receivedAt)}</dd>
      ${
        attached !== "" &&
        html`<dt>Attached</dt>
          <dd>${attached}</dd>`
      }
    </dl>
    ${isAnswerable && html`<form class="answer" method="post" action="/sandbox/answer?${here}"><strong>Answer this now</strong>${answers}</form>`}
    <nav class="tabs" aria-label="View">${tab("mail", "Mail")}${tab("source", "Source")}</nav>
    ${shown}`;
};

/** The viewer's page: the list of messages, and one message or the list of behaviours. */
const page = (rows: readonly Row[], filter: string, reading?: Reading): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${reading?.mail?.subject ?? "Sandbox mail"}</title><style>${new Html(STYLE)}</style></head>
<body${reading && new Html(' class="reading"')}><header><h1><a href="/sandbox">Sandbox mail</a></h1>
<form action="/sandbox">
<input type="search" name="address" value="${filter}" placeholder="someone@sandbox.test" aria-label="All mail of one address">
<button>Show</button></form>
<nav><a href="/docs">Documentation</a></nav></header>
<div class="panes"><section class="list" aria-label="Messages">${
    rows.length > 0
      ? html`<ol>
          ${rows.map((row) => rowHtml(row, filter, reading?.location))}
        </ol>`
      : html`<p class="empty">
          ${filter === "" ? "No mail was delivered yet. Send an email to reply.jane@sandbox.test." : `There is no mail for ${filter}.`}
        </p>`
  }</section>
<main class="sheet">${reading ? readingHtml(reading, filter) : whoAnswers}</main></div></body></html>`.text;

/** A message alone, for its frame: its HTML as received, or its text. */
const shownAlone = (mail: ParsedMail | undefined): string => {
  if (!mail) return "This message is too large to be shown; look at its source.";
  if (mail.html !== false) return mail.html;
  return html`<!doctype html><meta charset="utf-8" />
    <pre style="font:15px/1.5 system-ui,sans-serif;white-space:pre-wrap;overflow-wrap:anywhere">${mail.text ?? ""}</pre>`.text;
};

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
  return buttons.some(([behaviour]) => behaviour === as) ? (as as Behaviour) : undefined;
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
