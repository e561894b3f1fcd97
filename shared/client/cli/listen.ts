import { createHash, createHmac } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { Event, EventList } from "../generated.ts";
import { wait } from "../requests.ts";
import {
  type Asked,
  type Column,
  type Command,
  isWebAddress,
  listed,
  plain,
  shortTime,
  show,
  type Terminal,
  text,
  untilStopped,
  UsageError,
} from "./command.ts";
import { ApiError, ConnectionError, TimeoutError } from "../errors.ts";
import type { EmailService } from "../client.ts";

/**
 * The file that keeps the place of a `listen`: one for each service, key, address that it forwards to and filters. A run that only shows events must
 * not move the place of one that forwards them.
 */
const stateFile = (home: string | undefined, ...what: readonly string[]): string => {
  const name = createHash("sha256").update(JSON.stringify(what)).digest("hex").slice(0, 16);
  return join(home || join(homedir(), ".local/state"), "email-service", `${name}.json`);
};

/** The secret that signs forwarded events: the same in all runs with a key. The key cannot be found from it. */
const secretOf = (apiKey: string): string => `whsec_${createHmac("sha256", apiKey).update("listen --forward-to").digest("base64")}`;

/** Reads the feed's cursor after the last event that was shown and forwarded; undefined before the first run. */
const readCursor = (file: string): string | undefined => {
  try {
    const { cursor } = JSON.parse(readFileSync(file, "utf8")) as { readonly cursor?: unknown };
    if (typeof cursor === "string" && /^\d+$/.test(cursor)) return cursor;
  } catch (error) {
    if (/^ENO(ENT|TDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return undefined;
  }
  throw new Error(`${file} cannot be read as a place in the feed; remove it to begin anew`);
};

/**
 * Writes the cursor to a new file and renames it, so that a crash leaves the old cursor or the new one, also while another process writes. Only the
 * user can read it.
 */
const writeCursor = (file: string, cursor: string): void => {
  const fresh = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, JSON.stringify({ cursor }), { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    throw new Error(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}); --state names another file`, { cause: error });
  }
};

const TIMEOUT_MS = 10_000;
const RETRY_MS = 1_000;
/** How often an event is posted to a program that answers with an error or not in time; a program that is not running is waited for. */
const TRIES = 3;

/** The headers of Standard Webhooks, signed like the service's. */
const headersOf = (event: Event, body: string, secret: string): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${event.id}.${timestamp}.${body}`).digest("base64");
  const signed = { "webhook-id": event.id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
  return { "content-type": "application/json", ...signed };
};

/** Posts once; returns the program's status, "late" when none came in time, undefined when it cannot be reached. */
const post = async (url: string, event: Event, secret: string, signal: AbortSignal): Promise<number | "late" | undefined> => {
  const body = JSON.stringify(event);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const ended = AbortSignal.any([signal, limit]);
    const response = await fetch(url, { method: "POST", headers: headersOf(event, body, secret), body, redirect: "manual", signal: ended });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    if (signal.aborted) throw error;
    return limit.aborted ? "late" : undefined;
  }
};

const good = (status: Awaited<ReturnType<typeof post>>): boolean => typeof status === "number" && status >= 200 && status < 300;

const said = (status: Awaited<ReturnType<typeof post>>): string => {
  if (status === undefined) return "cannot be reached; waiting";
  return status === "late" ? `did not answer within ${TIMEOUT_MS / 1_000} seconds` : `answered ${status}`;
};

/**
 * Posts an event until the program accepts it: for ever while it is not running, but at most three times when it answers with an error or not in
 * time.
 */
const forward = async (url: string, event: Event, secret: string, { err, signal }: Terminal): Promise<void> => {
  let answers = 0;
  for (let waiting = false; ;) {
    const status = await post(url, event, secret, signal);
    if (good(status)) return;
    if (status !== undefined) answers += 1;
    if (status !== undefined || !waiting) err.write(`${plain(`${event.type} ${event.id}: ${url} ${said(status)}`)}\n`);
    if (answers >= TRIES) return;
    waiting = status === undefined;
    await wait(RETRY_MS, signal);
  }
};

const PAUSE_MS = 1_000;
const LOST_PAUSE_MS = 5_000;
const AT_MOST = 200;

/** What an event is about, in short. */
const aboutOf = ({ data }: Event): string => {
  const { to_email, from, email, subject, snippet, last_error, balance } = data as Readonly<Record<string, unknown>>;
  const parts = [to_email, (from as { email?: string } | undefined)?.email, email, subject, last_error, snippet, balance];
  return parts.filter((part) => part !== undefined && part !== "").join(" | ");
};

const columns: readonly Column<Event>[] = [
  ["AT", ({ created_at }) => shortTime(created_at, "second")],
  ["TYPE", ({ type }) => type],
  ["ABOUT", (event) => aboutOf(event)],
];

/** Makes the filter for the requested events. */
const wanted = ({ values }: Asked): ((event: Event) => boolean) => {
  const [types, tags] = [listed(values["type"]), listed(values["tag"])];
  const hasTag = (data: unknown) => tags.some((tag) => ((data as { tags?: readonly string[] }).tags ?? []).includes(tag));
  return ({ type, data }) => (types.length === 0 || types.includes(type)) && (tags.length === 0 || hasTag(data));
};

/** The cursor after the newest event. Filtering by a rare type finds it in one page, because the cursor counts all types. */
const endOfFeed = async (client: EmailService, signal: AbortSignal): Promise<string> => {
  let cursor = "0";
  for await (const page of client.events.list({ type: "webhook.disabled", limit: AT_MOST }, { signal }).pages()) cursor = page.next_cursor;
  return cursor;
};

/**
 * Where to begin: where the last run stopped, else at the feed's end. A place behind that end is from another feed, such as another account's,
 * or one from before a database was restored: everything in this feed is new.
 */
const placeToBegin = async ({ client, terminal, values }: Asked, file: string): Promise<string> => {
  const end = await endOfFeed(client, terminal.signal);
  const kept = values["new"] === true ? undefined : readCursor(file);
  if (kept === undefined || Number(kept) <= Number(end)) return kept ?? end;
  terminal.err.write("The place where the last run stopped is not in this feed; beginning with its oldest event.\n");
  return "0";
};

/**
 * Reads the events after a cursor; undefined when the service cannot be reached now. When the cursor is too old it starts with the oldest stored
 * event, and says so.
 */
const readOn = async ({ client, terminal: { err, signal }, values }: Asked, after: string): Promise<EventList | undefined> => {
  const filter = { tenant: text(values["tenant"]), limit: AT_MOST };
  try {
    return await client.events.list({ ...filter, after }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.type === "gone") {
      err.write("Events behind this place are older than 30 days and gone; going on with the oldest that is kept.\n");
      return client.events.list(filter, { signal });
    }
    const passing =
      error instanceof ConnectionError ||
      error instanceof TimeoutError ||
      (error instanceof ApiError && (error.status === 429 || error.status >= 500));
    if (!passing) throw error;
    err.write(`${plain(error.message)}; trying again\n`);
    return undefined;
  }
};

/** Shows and forwards the events of a page; the cursor is stored after each one, so that a killed run skips none. */
const handle = async (asked: Asked, page: EventList, keep: (cursor: string) => void, secret: string): Promise<void> => {
  const [url, isWanted] = [text(asked.values["forward-to"]), wanted(asked)];
  for (const event of page.events.filter(isWanted)) {
    show(asked.terminal, columns, [event], false);
    if (url === undefined) continue;
    await forward(url, event, secret, asked.terminal);
    keep(String(event.sequence));
  }
  keep(page.next_cursor);
};

/** Reads the feed for ever from a place; each new place is kept. */
const follow = async (asked: Asked, begin: string, keep: (cursor: string) => void, secret: string): Promise<void> => {
  const { terminal } = asked;
  for (let cursor = begin; ;) {
    const page = await readOn(asked, cursor);
    if (page) await handle(asked, page, keep, secret);
    const more = page?.has_more === true && page.next_cursor !== cursor;
    cursor = page?.next_cursor ?? cursor;
    if (!more) await wait(page ? PAUSE_MS : LOST_PAUSE_MS, terminal.signal);
  }
};

/** Requires that options are right which would otherwise show their mistake only at the first event. */
const checked = ({ values }: Asked): { readonly url: string | undefined; readonly secret: string | undefined } => {
  const [url, secret] = [text(values["forward-to"]), text(values["secret"])];
  if (url !== undefined && !isWebAddress(url)) throw new UsageError("--forward-to is an address such as http://localhost:3000/hook");
  if (secret !== undefined && !/^whsec_[A-Za-z\d+/]+={0,2}$/.test(secret)) throw new UsageError("--secret is whsec_ and base64");
  return { url, secret };
};

/** `listen`: the account's events as they happen. */
export const listen: Command = {
  usage: "listen [--forward-to URL] [--type TYPE]… [--tag TAG]… [--tenant NAME] [--new]",
  summary: "Show events as they happen, and post them to a program on this machine",
  help: `  --forward-to URL   post each event there, signed like a webhook
  --secret SECRET    sign with this secret (whsec_…); default: one that belongs to the key, printed at the start
  --type TYPE        only events of this type; may be given more than once
  --tag TAG          only events about emails with this tag; may be given more than once
  --tenant NAME      only events about this tenant's mailboxes
  --new              leave out what happened since the last run
  --state FILE       where the place in the feed is kept

  It reads the feed, so it needs no public address. It goes on where the last run with the same key, address and filters
  stopped, and skips nothing: while the program does not run it waits; an event that it refuses three times, or does not
  answer within 10 seconds, is left, and said.

  email-service listen --type send.bounced --type message.received
  email-service listen --forward-to http://localhost:3000/hook
  email-service listen | jq -r .type`,
  options: {
    "forward-to": { type: "string" },
    secret: { type: "string" },
    type: { type: "string", multiple: true },
    tag: { type: "string", multiple: true },
    tenant: { type: "string" },
    new: { type: "boolean" },
    state: { type: "string" },
  },
  takes: 0,
  run: async (asked) => {
    const { terminal, values } = asked;
    const { url, secret: given } = checked(asked);
    const { EMAIL_SERVICE_URL: service = "", EMAIL_SERVICE_KEY: key = "", XDG_STATE_HOME: home } = terminal.env;
    const filters = JSON.stringify([
      listed(values["type"]).toSorted(),
      listed(values["tag"]).toSorted(),
      ...listed(text(values["tenant"])),
    ]);
    const file = text(values["state"]) ?? stateFile(home, service, key, url ?? "", filters);
    const secret = given ?? secretOf(key);
    return untilStopped(terminal, async () => {
      const begin = await placeToBegin(asked, file);
      writeCursor(file, begin);
      if (url !== undefined) terminal.err.write(`Events go to ${plain(url)}, signed with ${secret}\n`);
      let kept = begin;
      const keep = (cursor: string): void => {
        if (cursor !== kept) writeCursor(file, (kept = cursor));
      };
      await follow(asked, begin, keep, secret);
    });
  },
};
