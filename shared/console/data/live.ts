import { signal } from "@preact/signals";
import type { Event } from "../../client/index.ts";
import { client } from "./client.ts";
import { queries } from "./queries.ts";
import { may, session } from "./session.ts";

/** How often the feed is asked for more: while the page is seen, and while it is not, ms. */
const SEEN_MS = 3_000;
const HIDDEN_MS = 30_000;
/** The most events that are kept for showing. */
const KEPT = 200;

/** The latest events, newest first. */
export const latestEvents = signal<readonly Event[]>([]);

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
  const from = cursor === undefined ? { latest: true, limit: KEPT } : { after: cursor, limit: 200 };
  for await (const page of client.events.list(from).pages()) {
    found.push(...page.events);
    cursor = page.next_cursor;
  }
  if (found.length === 0) return;
  latestEvents.value = [...found.toReversed(), ...latestEvents.value].slice(0, KEPT);
  if (isFirst) return;
  const changed = new Set(found.flatMap(changedBy));
  await queries.invalidateQueries({ predicate: ({ queryKey }) => changed.has(String(queryKey[0])) });
};

let timer: number | undefined;

const tick = async (): Promise<void> => {
  if (session.value && may("read")) await readOn().catch(() => undefined);
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
