import type { Send, SendStatus } from "../../../client/index.ts";
import { like, pairsOf } from "../../data/pairs.ts";

/** The states of a send, as the filter lists them. */
export const statuses: readonly SendStatus[] = ["scheduled", "queued", "processing", "sent", "failed", "cancelled"];

/** What the log is filtered by, as its address and its form hold it: texts, "" for no filter. */
export interface Filter {
  /** Words of the subject, parts of a recipient, or a Message-ID; looked for among the sends that are read (`matches`). */
  readonly q: string;
  readonly status: string;
  readonly mailbox: string;
  readonly to: string;
  readonly tag: string;
  /** Pairs such as `campaign=spring, contact=42`. */
  readonly metadata: string;
  /** The first and the last day, in the reader's zone. */
  readonly from: string;
  readonly until: string;
  /** `replied`, `unanswered` or `bounced`. */
  readonly result: string;
}

/** The log without filters. */
export const noFilter: Filter = { q: "", status: "", mailbox: "", to: "", tag: "", metadata: "", from: "", until: "", result: "" };
const names = Object.keys(noFilter) as readonly (keyof Filter)[];

/** The filter that an address's query names. */
export const filterOf = (query: Readonly<Record<string, string | undefined>>): Filter =>
  Object.fromEntries(names.map((name) => [name, query[name] ?? ""])) as unknown as Filter;

/** The query of a filter's address, with `?`; "" without filters. */
export const addressOf = (filter: Filter): string => {
  const given = names.flatMap((name) => (filter[name] === "" ? [] : [[name, filter[name]] as [string, string]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
};

/** The start of a day in the reader's zone; undefined when it is no day. */
const dayStart = (day: string, plusDays: number): string | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  const at = new Date(year!, month! - 1, date! + plusDays);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

const results: Readonly<Record<string, { readonly replied?: boolean; readonly bounced?: boolean }>> = {
  replied: { replied: true },
  unanswered: { replied: false },
  bounced: { bounced: true },
};

/** The query of the API for a filter. */
export const logQuery = (filter: Filter) => {
  const metadata = pairsOf(filter.metadata);
  return {
    status: (filter.status || undefined) as SendStatus | undefined,
    mailbox_id: filter.mailbox || undefined,
    to: filter.to.trim() || undefined,
    tag: filter.tag.trim() || undefined,
    ...(Object.keys(metadata).length > 0 && { metadata }),
    since: filter.from === "" ? undefined : dayStart(filter.from, 0),
    until: filter.until === "" ? undefined : dayStart(filter.until, 1),
    ...results[filter.result],
  };
};

/** The id of the send that a Message-ID or an address of the console names; undefined where the text names none. */
export const sendNamedIn = (q: string): string | undefined => /(?:^|[<\s/])([0-9a-f]{24})(?:$|[.@>\s?])/i.exec(q)?.[1]?.toLowerCase();

/** Whether a send has every word, or part of a word, in its subject, recipients or Message-ID, ignoring case and accents. */
export const matches = (q: string, { subject, to_email, to_name, cc, bcc, message_id }: Send): boolean => {
  const people = [...cc, ...bcc].map(({ name, email }) => `${name} ${email}`);
  const text = [subject, to_email, to_name, ...people, message_id].join(" ");
  return q.split(/\s+/).every((word) => new RegExp(like(word), "iu").test(text));
};

/** The state that a row shows; bounces, complaints and replies make it more exact than `status`. */
export const shownState = ({ status, bounced_at, complained_at, replied_at }: Send): string => {
  if (status !== "sent") return status;
  if (complained_at !== undefined) return "complained";
  if (bounced_at !== undefined) return "bounced";
  return replied_at === undefined ? "sent" : "answered";
};
