import * as z from "zod/mini";
import { described } from "./operation.ts";
import { atMost, LIMIT_DEFAULT, LIMIT_MAX, OFFSET_MAX, wholeNumber } from "./fields.ts";

/** A keyset cursor of a list sorted newest first: the page begins after the row with this date and id, even if rows were added above it. */
interface PageCursor {
  readonly at: Date;
  readonly id: string;
}

const CURSOR = /^(-?\d{1,15})\.([0-9a-f]{24})$/;

/** A cursor as text that is opaque to clients. */
export const cursorOf = ({ at, id }: PageCursor): string => Buffer.from(`${at.getTime()}.${id}`).toString("base64url");

const readCursor = (cursor: string): PageCursor | undefined => {
  const [, ms, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  const found = id === undefined ? undefined : { at: new Date(Number(ms)), id };
  return found && cursorOf(found) === cursor ? found : undefined;
};

const CURSOR_MAX = 99;
const UNKNOWN = "must be a next_cursor from an earlier answer";

const cursor = z.pipe(
  z.string().check(
    atMost(CURSOR_MAX, UNKNOWN),
    z.refine((text) => readCursor(text) !== undefined, UNKNOWN),
  ),
  z.transform((text) => readCursor(text)!),
);

/** The query fields `limit` with `offset` or `cursor`; a value out of range is 400, never clamped (api/README.md, "Ground rules"). */
export const pageQuery = {
  limit: described(wholeNumber(1, LIMIT_MAX, LIMIT_DEFAULT), "How many rows a page has, 1 to 200; 50 when absent."),
  offset: described(wholeNumber(0, OFFSET_MAX, 0), "How many rows are skipped, 0 to 10,000; 0 when absent."),
  cursor: described(z.optional(cursor), "Where the page starts: the `next_cursor` of an earlier answer; not together with offset."),
};

/** A list takes an offset or a cursor, not both. */
export const offsetOrCursor = z.refine<{ readonly offset: number; readonly cursor?: PageCursor | undefined }>(
  ({ offset, cursor: after }) => after === undefined || offset === 0,
  { path: ["cursor"], error: "cannot be given with offset" },
);

/** The paging fields of every list. */
export const shownPage = {
  limit: described(z.int(), "How many rows a page has, 1 to 200; 50 when absent."),
  offset: described(z.int(), "How many rows are skipped, 0 to 10,000; 0 when absent."),
  next_cursor: described(
    z.optional(z.string()),
    "Where the next page starts: pass it as `cursor`; absent on the last page. The `Link` header has its URL.",
  ),
};
