// What a team has beside its mail, in the API: not in wire.ts, because every function that shows a conversation would carry the schemas of these.
import type { OutputOf } from "#shared/api/operation.ts";
import { type From, toWire } from "#shared/api/wire.ts";
import { type getResponseTimes, responseTimes, threadCounts } from "./contract/figures.ts";
import { note } from "./contract/notes.ts";
import type { Note } from "./notes.ts";
import type { responseTimes as measureResponses } from "./response-times.ts";
import type { ThreadCounts } from "./thread-counts.ts";

/** How many days first answers are measured when nothing is asked for. */
const SPAN_DAYS = 30;
const DAY_MS = 86_400_000;

/** The query of response times in the domain's form. An exception: the hours are two fields, which belong together. */
export const spanIn = (
  { since, before, hours, timezone }: NonNullable<OutputOf<NonNullable<typeof getResponseTimes.query>>>,
  now: Date,
) => {
  const end = before ?? now;
  return {
    since: since ?? new Date(end.getTime() - SPAN_DAYS * DAY_MS),
    before: end,
    ...(hours && timezone !== undefined && { hours: { ...hours, timezone } }),
  };
};

/** Response times in the API. */
export const responseTimesOut: From<Awaited<ReturnType<typeof measureResponses>>, typeof responseTimes> = toWire(responseTimes);

/** A note in the API. */
export const noteOut: From<Note, typeof note> = toWire(note);

/** The numbers of conversations in the API. */
export const countsOut: From<ThreadCounts, typeof threadCounts> = toWire(threadCounts);
