import { signal } from "@preact/signals";
import { ApiError, type Event } from "../../client/index.ts";
import { client } from "./client.ts";
import { queries } from "./queries.ts";
import { may, session } from "./session.ts";

/** How often the feed is asked for more: while the page is seen, and while it is not, ms. */
const SEEN_MS = 3_000;
const HIDDEN_MS = 30_000;
/** The events of a page, and how many are kept for showing at first. */
const PAGE = 200;
/** How many are kept: more once the reader asked for older ones. */
let kept = PAGE;

/** The latest events, newest first. */
export const latestEvents = signal<readonly Event[]>([]);

/** Whether the feed may have events before those. */
export const hasOlder = signal(false);

/** Reads the events before those that show; the service keeps those of 30 days. */
export const readOlder = async (): Promise<void> => {
  const oldest = latestEvents.value.at(-1)?.sequence ?? 0;
  const after = String(Math.max(0, oldest - PAGE - 1));
  const page = await client.events.list({ after, limit: PAGE }).then(undefined, (error: unknown) => {
    // A part of them is too old: what is left begins the feed.
    if (error instanceof ApiError && error.status === 410) return client.events.list({ limit: PAGE });
    throw error;
  });
  const older = page.events.filter(({ sequence }) => sequence < oldest).toReversed();
  hasOlder.value = older.length === PAGE;
  kept += older.length;
  latestEvents.value = [...latestEvents.value, ...older];
};

/** What an event changes: the first parts of the keys of what is read again. */
const changedBy = ({ type }: Event): readonly string[] => {
  const [resource = ""] = type.split(".");
  const named: Readonly<Record<string, readonly string[]>> = {
    send: ["sends", "threads", "metrics", "capacity", "credits"],
    message: ["messages", "threads", "metrics"],
    thread: ["threads", "messages"],
    mailbox: ["mailboxes", "attention", "capacity"],
    connect_link: ["connect-links", "mailboxes"],
    recipient: ["suppressions"],
    suppression: ["suppressions"],
    wallet: ["credits", "attention"],
    webhook: ["webhooks", "attention"],
  };
  return ["events", ...(named[resource] ?? [])];
};

let cursor: string | undefined;

/** Reads what is new. The first reading fetches the newest events for showing alone. */
const readOn = async (): Promise<void> => {
  const isFirst = cursor === undefined;
  const found: Event[] = [];
  const from = cursor === undefined ? { latest: true, limit: PAGE } : { after: cursor, limit: PAGE };
  for await (const page of client.events.list(from).pages()) {
    found.push(...page.events);
    cursor = page.next_cursor;
  }
  if (found.length === 0) return;
  const all = [...found.toReversed(), ...latestEvents.value];
  latestEvents.value = all.slice(0, kept);
  if (all.length > kept) hasOlder.value = true;
  if (isFirst) {
    hasOlder.value = found.length >= PAGE;
    return;
  }
  const changed = new Set(found.flatMap(changedBy));
  await queries.invalidateQueries({ predicate: ({ queryKey }) => changed.has(String(queryKey[0])) });
};

let timer: number | undefined;

const tick = async (): Promise<void> => {
  if (session.value && may("read"))
    await readOn().catch((error: unknown) => {
      // What comes after this place has been deleted, such as while the computer slept: it begins anew.
      if (error instanceof ApiError && error.status === 410) cursor = undefined;
    });
  timer = window.setTimeout(() => void tick(), document.hidden ? HIDDEN_MS : SEEN_MS);
};

/** Follows the feed for as long as the page is open, so that what is shown stays current. */
export const followFeed = (): void => {
  if (timer !== undefined) return;
  timer = 0;
  void tick();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    window.clearTimeout(timer);
    void tick();
  });
};
