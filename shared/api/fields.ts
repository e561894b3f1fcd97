import * as z from "zod/mini";
import { parseDomain, parsePlainAddress } from "#shared/mail/addresses.ts";
import { workerNow } from "#shared/platform/world.ts";

/** How many rows a list returns without `limit`, and at most. */
export const LIMIT_DEFAULT = 50;
/** The maximum of rows that a list returns. */
export const LIMIT_MAX = 200;
/** The largest offset of a list. */
export const OFFSET_MAX = 10_000;

/**
 * The first check of every string in a request: one with more than `max` characters is refused by its length alone, and later checks skip it. This
 * bounds the cost of normalising, matching or decoding a text.
 */
export const atMost = (max: number, error?: string) => z.maxLength(max, { abort: true, ...(error !== undefined && { error }) });

const ID = "must be a 24-character hexadecimal id";

/** A MongoDB ObjectID in hexadecimal; upper case becomes lower case, anything else is a 400 (S18 in SECURITY.md). */
export const objectId = z.pipe(
  z.string().check(atMost(24, ID), z.regex(/^[0-9a-f]{24}$/i, ID)),
  z.transform((id) => id.toLowerCase()),
);

/** The `{id}` of a path. */
export const idParams = z.strictObject({ id: objectId });

/** Longer than any valid date-time, characters: seconds may have decimals. */
const DATE_TIME_MAX = 64;
const DATE_TIME = "must be an RFC 3339 date-time such as 2026-11-21T09:30:00Z";

/** A leap second (RFC 3339, 5.7), which no Date can hold: it is read as the following second. */
const LEAP = /(?<=T\d\d:\d\d:)60(?=[.Z+-])/;
const isoDateTime = z.iso.datetime({ offset: true });

/** The moment of a text; undefined when it is no date-time. A leap second must end an hour of UTC, whatever minute its offset shows. */
const momentOf = (text: string): Date | undefined => {
  const plain = text.replace(LEAP, "59");
  if (!isoDateTime.safeParse(plain).success) return undefined;
  const at = new Date(Date.parse(plain) + (plain === text ? 0 : 1_000));
  return plain === text || at.getUTCMinutes() === 0 ? at : undefined;
};

/** An RFC 3339 date-time with any offset, `T` and `Z` in either case (section 5.6), parsed to a Date. */
export const dateTime = z.pipe(
  z.string(DATE_TIME).check(
    atMost(DATE_TIME_MAX, DATE_TIME),
    z.toUpperCase(),
    // Checks of the whole object compare Dates, so they skip a value that is none.
    z.refine((text) => momentOf(text) !== undefined, { error: DATE_TIME, abort: true }),
    z.meta({ format: "date-time" }),
  ),
  z.transform((text) => momentOf(text)!),
);

/** How far a client's clock may be ahead. */
const CLOCK_MS = 60_000;

/** A date-time that is not in the future. */
export const pastDateTime = z.pipe(
  dateTime,
  z.custom<Date>().check(z.refine((at) => at.getTime() <= workerNow().getTime() + CLOCK_MS, "must not lie in the future")),
);

/** Whether a text is a calendar day, `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

/** A Date in answers: RFC 3339 in UTC. */
export const dateTimeOut = z.iso.datetime();

/**
 * Exactly one plain address, its domain converted to lower case: no display name, list, group or comment (api/README.md, "Sending"; S5 in
 * SECURITY.md).
 */
export const plainAddress = z.string().check(
  atMost(254, "must be at most 254 characters"),
  z.superRefine((value, context) => {
    const parsed = parsePlainAddress(value);
    if (!parsed.ok) context.addIssue({ code: "custom", message: parsed.error });
  }),
  z.overwrite((value) => {
    const parsed = parsePlainAddress(value);
    return parsed.ok ? parsed.address : value;
  }),
  z.meta({ format: "email" }),
);

const DOMAIN = "must be a domain such as example.com";

/** A mail domain, converted to lower case, an international one to ASCII. */
export const domainName = z.string().check(
  atMost(253, DOMAIN),
  z.refine((value) => parseDomain(value) !== undefined, DOMAIN),
  z.overwrite((value) => parseDomain(value) ?? value),
  z.meta({ format: "hostname" }),
);

/** Text of at most `max` characters without control characters, so that it cannot end a header line (S5 in SECURITY.md). */
export const lineOfText = (max: number) =>
  z.string().check(
    atMost(max),
    z.refine((text) => !/[\p{Cc}\u2028\u2029]/u.test(text), "must not contain control characters or line breaks"),
    z.refine((text) => text.isWellFormed(), "must be well-formed Unicode"),
  );

/** Whether a value is an object and no list. */
export const isObject = ({ value }: { readonly value: unknown }): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * A check of a whole object that also runs when some of its fields are invalid or missing, so that one 400 names every fault; it gets the raw input.
 * zod would skip it after a field that aborts its own checks (`abort`, a list beyond its length), so that mark is removed before the object's checks.
 */
export const acrossFields = <T>(check: z.core.$ZodCheck<T>): z.core.$ZodCheck<T> => {
  check._zod.def.when = isObject;
  check._zod.onattach.push(({ _zod: schema }) => {
    schema.deferred ??= [];
    schema.deferred.push(() => {
      const parse = schema.parse.bind(schema);
      schema.parse = (payload, context) => {
        const parsed = parse(payload, context);
        if (!(parsed instanceof Promise))
          for (const issue of parsed.issues) if (issue.continue === false) delete (issue as { continue?: boolean }).continue;
        return parsed;
      };
    });
  });
  return check;
};

/** A whole number in a query string. */
export const wholeNumber = (minimum: number, maximum: number, fallback: number) =>
  z._default(optionalNumber(minimum, maximum, fallback), fallback);

/** A whole number in a query string; absent stays undefined. `fallback` is only shown in the documentation. */
export const optionalNumber = (minimum: number, maximum: number, fallback?: number) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  // Like `atMost`, but the document states the bounds of the number, not those of its text.
  const short = z.refine<string>((digits) => digits.length <= 9, { error: message, abort: true });
  const text = z
    .string()
    .check(
      short,
      z.regex(/^\d{1,9}$/, message),
      z.meta({ type: "integer", minimum, maximum, ...(fallback !== undefined && { default: fallback }) }),
    );
  const number = z.pipe(z.transform(Number), z.int().check(z.gte(minimum, message), z.lte(maximum, message)));
  return z.pipe(text, number);
};

/** An index in a path, counted from 0. */
export const indexParam = (message: string) =>
  z.pipe(z.string().check(atMost(9, message), z.regex(/^\d{1,9}$/, message)), z.transform(Number));

/** A flag in a query string: `true` or `false`. */
export const flagQuery = z.pipe(
  z.enum(["true", "false"], "must be true or false").check(z.meta({ type: "boolean" })),
  z.transform((text) => text === "true"),
);
