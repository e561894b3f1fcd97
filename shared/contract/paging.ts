import * as z from "zod/mini";
import { described } from "./described.ts";
import { atMost, LIMIT_DEFAULT, LIMIT_MAX, OFFSET_MAX, wholeNumber } from "./fields.ts";

/** A place in a list that stands newest first: behind the row with this date and id, whatever is added above it. */
interface Place {
  readonly at: Date;
  readonly id: string;
}

const PLACE = /^(-?\d{1,15})\.([0-9a-f]{24})$/;

/** A place as text that means nothing to clients. */
export const cursorOf = ({ at, id }: Place): string => Buffer.from(`${at.getTime()}.${id}`).toString("base64url");

const placeOf = (cursor: string): Place | undefined => {
  const [, ms, id] = PLACE.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const place = id === undefined ? undefined : { at: new Date(Number(ms)), id };
  return place && cursorOf(place) === cursor ? place : undefined;
};

const CURSOR_MAX = 99;
const UNKNOWN = "must be a next_cursor that was given";

const cursor = z.pipe(
  z.string().check(
    atMost(CURSOR_MAX, UNKNOWN),
    z.refine((text) => placeOf(text) !== undefined, UNKNOWN),
  ),
  z.transform((text) => placeOf(text)!),
);

/** `limit` with `offset` or `cursor` of a list; out of range is 400, never clamped (contract/README.md, "Ground rules"). */
export const pageQuery = {
  limit: described(wholeNumber(1, LIMIT_MAX, LIMIT_DEFAULT), "How many rows a page holds, 1 to 200; 50 when absent."),
  offset: described(wholeNumber(0, OFFSET_MAX, 0), "How many rows are passed over, 0 to 10,000; 0 when absent."),
  cursor: described(z.optional(cursor), "Behind which row the page begins: a `next_cursor` that was given; not with an offset."),
};

/** A list begins at one place. */
export const onePlace = z.refine<{ readonly offset: number; readonly cursor?: Place | undefined }>(
  ({ offset, cursor: place }) => place === undefined || offset === 0,
  { path: ["cursor"], error: "cannot be given with offset" },
);

/** What every list that is an object says of its page. */
export const shownPage = {
  limit: described(z.int(), "How many rows a page holds, 1 to 200; 50 when absent."),
  offset: described(z.int(), "How many rows are passed over, 0 to 10,000; 0 when absent."),
  next_cursor: described(
    z.optional(z.string()),
    "Where the next page begins, for `cursor`; absent on the last page. The `Link` header leads there too.",
  ),
};
