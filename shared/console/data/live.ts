import { t } from "./language.ts";
import { effect, signal } from "@preact/signals";
import type { QueryKey } from "@tanstack/preact-query";
import { ApiError, type Event, type EventList, type Thread, type ThreadEvent } from "../../client/index.ts";
import { client, trouble, watchedFetch } from "./client.ts";
import { learn, type Person } from "./people.ts";
import { lastChange, queries } from "./queries.ts";
import { isBound, may, OWN_HEADER, session } from "./session.ts";

/**
 * How often changes are requested, ms: while the page is visible (ten such pages send less than one request a second together), while it is hidden,
 * and while the service does not answer.
 */
const SEEN_MS = 12_000;
const HIDDEN_MS = 60_000;
const LOST_MS = 3_000;
/** How long after a change by the user its effects are requested, ms. */
const SOON_MS = [700, 2_000, 4_000, 7_000];
/** How many events are requested at a time, and kept at first. */
const PAGE = 200;
/** How many events are kept; more once the reader asked for older ones. */
let kept = PAGE;

/** The latest events, newest first. */
export const latestEvents = signal<readonly Event[]>([]);

/** Whether the feed may have older events than `latestEvents`. */
export const hasOlder = signal(false);

/** How many conversations are unread. The page adjusts it to what it marks itself, so that a difference shows a change made elsewhere. */
export const unread = signal(0);

/** Somebody else who has the conversation open. */
interface Present {
  readonly name: string;
  readonly is_writing: boolean;
}

/** The conversation that the page shows, "" for none, and who else has it open. */
const viewing = signal("");
export const present = signal<readonly Present[]>([]);
/** When something was written in it last, ms since 1970. */
let writtenAt = 0;
/** For how long somebody who has paused is said to be writing, ms. */
const WRITING_MS = 25_000;
const isWriting = (): boolean => Date.now() - writtenAt < WRITING_MS;

/** Says which conversation the page shows, and asks who else has it open. */
export const view = (thread: string): void => {
  if (viewing.value === thread) return;
  [viewing.value, present.value, writtenAt] = [thread, [], 0];
  if (thread !== "" && session.value?.has_team) void tick();
};

/** Says that an answer is written there; the others learn of its beginning at their next reading. */
export const noteWriting = (): void => {
  const begins = !isWriting();
  writtenAt = Date.now();
  if (begins && session.value?.has_team) void tick();
};

/** Counts up when a conversation was marked read or unread elsewhere, which records no event. */
export const readElsewhere = signal(0);

/** Reads the events before the ones shown; the service keeps events for 30 days. */
export const readOlder = async (): Promise<void> => {
  const oldest = Number(latestEvents.value.at(-1)?.sequence ?? 0);
  const after = String(Math.max(0, oldest - PAGE - 1));
  const page = await client.events.list({ after, limit: PAGE }).then(undefined, (error: unknown) => {
    // Some of the kept events are too old; the feed now begins with the rest.
    if (error instanceof ApiError && error.status === 410) return client.events.list({ limit: PAGE });
    throw error;
  });
  const older = page.events.filter(({ sequence }) => Number(sequence) < oldest).toReversed();
  hasOlder.value = older.length === PAGE;
  kept += older.length;
  latestEvents.value = [...latestEvents.value, ...older];
};

const resources: Readonly<Record<string, readonly string[]>> = {
  send: ["sends", "sequences", "threads", "metrics", "capacity", "credits"],
  message: ["messages", "threads", "metrics"],
  thread: ["threads", "messages"],
  mailbox: ["mailboxes", "attention", "capacity"],
  connect_link: ["connect-links", "mailboxes"],
  recipient: ["suppressions"],
  suppression: ["suppressions"],
  wallet: ["credits", "attention"],
  webhook: ["webhooks", "attention"],
};

const ID = /^[0-9a-f]{24}$/;

/** The records that an event concerns: its own, its conversation, its mailbox, the send that a message answers. */
const idsOf = ({ data }: Event): readonly string[] =>
  Object.entries(data)
    .filter(([name, value]) => (name === "id" || name.endsWith("_id")) && typeof value === "string")
    .map(([, value]) => value as string);

/** Whose turn a conversation is, who has it, and as what. */
export type Work = Pick<Thread, "state" | "snoozed_until" | "assigned_to" | "labels" | "revision">;

/** What changed in the list of conversations. */
export interface News {
  /** The conversations whose emails changed. */
  readonly emails: ReadonlySet<string>;
  /** The newest work of those whose work changed. */
  readonly work: ReadonlyMap<string, Work>;
}

const workIn = ({ state = "open", assigned_to = "", labels = [], revision = 0, snoozed_until: until }: ThreadEvent["data"]): Work => ({
  state,
  assigned_to,
  labels,
  revision,
  ...(until !== undefined && { snoozed_until: until }),
});

/** What these events, the newest first, changed in the list of conversations. */
export const newsIn = (events: readonly Event[]): News => ({
  emails: new Set(events.flatMap(({ data }) => ("thread_id" in data && data.thread_id ? [data.thread_id] : []))),
  work: new Map(events.toReversed().flatMap(({ type, data }) => (type === "thread.changed" ? [[data.id, workIn(data)] as const] : []))),
});

/** Whether an event changes what was read under a key: of its resource, and of the record that the key names, if it names one. */
const changes = (event: Event, key: QueryKey): boolean => {
  const [resource = ""] = event.type.split(".");
  if (key[0] === "events") return true;
  if (!resources[resource]?.includes(String(key[0]))) return false;
  const named = key.filter((part) => typeof part === "string" && ID.test(part));
  return named.length === 0 || idsOf(event).some((id) => named.includes(id));
};

let cursor: string | undefined;

/** What changed, with how many conversations are unread, and who else has this one open. */
interface Changes extends EventList {
  readonly unread: number;
  readonly present: readonly Present[];
}

/** One request: the events since the last one, few or none, and how many conversations are unread. */
const readChanges = async (query: Readonly<Record<string, string>>): Promise<Changes> => {
  const response = await watchedFetch(`/console/changes?${new URLSearchParams(query).toString()}`, { headers: OWN_HEADER });
  if (response.status === 401) session.value = null;
  // The events after this place have been deleted, such as while the computer slept: the feed starts again.
  if (response.status === 410) cursor = undefined;
  if (!response.ok) throw new Error(t("The service answered {status}", { status: response.status }));
  return (await response.json()) as Changes;
};

const peopleOf = ({ data }: Event): readonly Person[] => {
  const { from } = data as { readonly from?: Person };
  return from === undefined ? [] : [from];
};

/** Reads new events. The first reading only fetches the newest events to show. */
const readOn = async (): Promise<void> => {
  const isFirst = cursor === undefined;
  const found: Event[] = [];
  for (let hasMore = true; hasMore;) {
    const shown = session.value?.has_team && !document.hidden ? viewing.value : "";
    const here = shown !== "" && { viewing: shown, writing: String(isWriting()) };
    const page = await readChanges({ limit: String(PAGE), ...here, ...(cursor === undefined ? { latest: "true" } : { after: cursor }) });
    found.push(...page.events);
    cursor = page.next_cursor;
    hasMore = page.has_more && !isFirst;
    if (hasMore) continue;
    // The event itself already says what has changed.
    if (!isFirst && found.length === 0 && page.unread !== unread.value) readElsewhere.value += 1;
    unread.value = page.unread;
    if (shown === viewing.value) present.value = page.present;
  }
  if (found.length === 0) return;
  learn(found.toReversed().flatMap(peopleOf));
  const all = [...found.toReversed(), ...latestEvents.value];
  latestEvents.value = all.slice(0, kept);
  if (all.length > kept) hasOlder.value = !isBound();
  if (isFirst) {
    hasOlder.value = found.length >= PAGE && !isBound();
    return;
  }
  await queries.invalidateQueries({ predicate: ({ queryKey }) => found.some((event) => changes(event, queryKey)) });
};

let timer: number | undefined;
let reading = false;
let again = false;
/** The index of the next quick reading after a change by the user. */
let soon: number = SOON_MS.length;

const pause = (): number => {
  if (document.hidden) return HIDDEN_MS;
  if (trouble.value === "offline" || trouble.value === "unreachable") return LOST_MS;
  return SOON_MS[soon++] ?? SEEN_MS;
};

const tick = async (): Promise<void> => {
  window.clearTimeout(timer);
  again = reading;
  if (reading) return;
  reading = true;
  const wasHindered = trouble.value !== "";
  // The request is repeated after a pause; the page's edge shows the reason.
  if (session.value && may("read")) await readOn().catch(() => undefined);
  if (wasHindered && trouble.value === "") void queries.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
  reading = false;
  timer = window.setTimeout(() => void tick(), again ? 0 : pause());
};

/** Follows the feed for as long as the page is open, so that what is shown stays current. */
export const followFeed = (): void => {
  if (timer !== undefined) return;
  timer = 0;
  void tick();
  const look = (): void => void (document.hidden || tick());
  document.addEventListener("visibilitychange", look);
  addEventListener("focus", look);
  addEventListener("online", look);
  effect(() => {
    if (lastChange.value === 0) return;
    soon = 0;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void tick(), SOON_MS[soon++]);
  });
};
