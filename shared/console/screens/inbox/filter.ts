import type { MessageKind, Thread } from "../../../client/index.ts";
import { like } from "../../data/pairs.ts";

/** The views of the inbox, by what they hold; the first is everything. */
export const views = [
  ["", "All", "Every conversation"],
  ["open", "Open", "Your turn"],
  ["unread", "Unread", "What nobody has read"],
  ["needs_answer", "Needs an answer", "A person wrote last; the oldest first"],
  ["waiting", "Waiting", "The other side's turn"],
  ["snoozed", "Snoozed", "Out of sight until a time"],
  ["done", "Done", "Nobody's turn"],
  ["bounced", "Bounced", "What came back"],
] as const;

/** A view's name in the address. */
export type View = (typeof views)[number][0];

/** Which conversations are listed; also the query of the screen's address. */
export interface Filter {
  readonly view?: Exclude<View, "">;
  readonly mailbox_id?: string;
  readonly kind?: MessageKind;
  /** Only conversations with an email of ours that has this tag, such as a campaign's. */
  readonly tag?: string;
  /** The person who has them; "" for nobody. */
  readonly assigned_to?: string;
  readonly label?: string;
  readonly q?: string;
}

/** The kinds of mail, with their names for people. */
export const kinds: readonly (readonly [MessageKind, string])[] = [
  ["reply", "Answers"],
  ["inbound", "Other mail"],
  ["auto_reply", "Automatic answers"],
  ["bounce", "Bounces"],
  ["bulk", "Newsletters and lists"],
];

/** The filter in an address. */
export const filterIn = ({
  unread = "",
  view = unread === "" ? "" : "unread",
  mailbox = "",
  kind = "",
  tag = "",
  assignee,
  label = "",
  q = "",
}: Readonly<Record<string, string>>): Filter => {
  const [known = ""] = views.find(([one]) => one === view) ?? [];
  const knownKind = kinds.find(([one]) => one === kind)?.[0];
  return {
    ...(known !== "" && { view: known }),
    ...(mailbox !== "" && { mailbox_id: mailbox }),
    ...(knownKind !== undefined && { kind: knownKind }),
    ...(tag !== "" && { tag }),
    ...(assignee !== undefined && { assigned_to: assignee }),
    ...(label !== "" && { label }),
    ...(q !== "" && { q }),
  };
};

/** The address of a conversation, or without one of the list, under a filter. */
export const addressOf = ({ view, mailbox_id, kind, tag, assigned_to, label, q }: Filter, thread = ""): string => {
  const given = Object.entries({ view, mailbox: mailbox_id, kind, tag, assignee: assigned_to, label, q }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `/console/inbox${thread === "" ? "" : `/${thread}`}${given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`}`;
};

/**
 * The API queries of a filter, mostly one. Conversations that need an answer are those with a person's message last, of two kinds, and each kind is a
 * query of its own.
 */
export const queriesOf = ({ view, ...filter }: Filter) => {
  const inbound = { last_message_direction: "inbound" as const };
  if (view === "needs_answer") return (["reply", "inbound"] as const).map((kind) => ({ ...filter, ...inbound, kind }));
  if (view === "open") return [{ ...filter, state: view, snoozed: false }];
  if (view === "waiting" || view === "done") return [{ ...filter, state: view }];
  if (view === "snoozed") return [{ ...filter, snoozed: true }];
  if (view === "bounced") return [{ ...filter, kind: "bounce" as const }];
  return [{ ...filter, ...(view === "unread" && { unread: true as const }) }];
};

/** The oldest first, of equal ones as the service has them, by id: an order in which a change leaves each row where it is. */
export const byAge = (a: Pick<Thread, "id" | "last_message_at">, b: Pick<Thread, "id" | "last_message_at">): number => {
  const [one, other] = [a, b].map(({ id, last_message_at: at = "" }) => `${at} ${id}`) as [string, string];
  return Number(one > other) - Number(one < other);
};

/** Whose turn a conversation is, who has it, and as what. */
type Work = Pick<Thread, "state" | "snoozed_until" | "assigned_to" | "labels">;

/** Whether a conversation's work is what a filter asks for; of its emails nothing is said. */
export const fits = ({ view, assigned_to, label }: Filter, { state, snoozed_until: until, ...work }: Work): boolean => {
  if ((view === "open" || view === "waiting" || view === "done") && state !== view) return false;
  if ((view === "open" && until !== undefined) || (view === "snoozed" && until === undefined)) return false;
  return (assigned_to === undefined || work.assigned_to === assigned_to) && (label === undefined || work.labels.includes(label));
};

const WORD = /([\p{L}\p{N}]+)/u;

/** A text in parts: the odd ones are words, the even ones the text between them; and whether a word matches the search, ignoring case and accents. */
export const foundIn = (text: string, q = ""): readonly { readonly text: string; readonly isFound: boolean }[] => {
  const sought = q.split(WORD).filter((_, at) => at % 2 === 1);
  if (sought.length === 0) return [{ text, isFound: false }];
  const pattern = new RegExp(`^(?:${sought.map(like).join("|")})$`, "iu");
  return text.split(WORD).map((part, at) => ({ text: part, isFound: at % 2 === 1 && pattern.test(part) }));
};
