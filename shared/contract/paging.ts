import * as z from "zod/mini";
import { LIMIT_DEFAULT, LIMIT_MAX, OFFSET_MAX, wholeNumber } from "./fields.ts";

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

const UNKNOWN = "must be a next_cursor that was given";

const cursor = z.pipe(
  z.string().check(z.refine((text) => text.length < 100 && placeOf(text) !== undefined, UNKNOWN)),
  z.transform((text) => placeOf(text)!),
);

/** `limit` with `offset` or `cursor` of a list; out of range is 400, never clamped (contract/README.md, "Ground rules"). */
export const pageQuery = {
  limit: wholeNumber(1, LIMIT_MAX, LIMIT_DEFAULT),
  offset: wholeNumber(0, OFFSET_MAX, 0),
  cursor: z.optional(cursor),
};

/** A list begins at one place. */
export const onePlace = z.refine<{ readonly offset: number; readonly cursor?: Place | undefined }>(
  ({ offset, cursor: place }) => place === undefined || offset === 0,
  { path: ["cursor"], error: "cannot be given with offset" },
);

/** Where the next page begins, in answers that are objects; absent on the last page. */
export const nextCursor = z.optional(z.string());
