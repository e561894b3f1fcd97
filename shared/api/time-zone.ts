import * as z from "zod/mini";
import { atMost } from "./fields.ts";
import { distance } from "./field-errors.ts";

/** Longer than any zone's name, characters. */
const NAME_MAX = 64;
const ZONE = "must be an IANA time zone such as Europe/Berlin";

/** The names without a place in the tz database (its files `etcetera`, `backward` and `northamerica`). */
const placeless =
  "CET CST6CDT Cuba EET EST EST5EDT Egypt Eire GB GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET MST MST7MDT NZ NZ-CHAT Navajo PRC PST8PDT Poland Portugal ROC ROK Singapore Turkey UCT UTC Universal W-SU WET Zulu";
/** The areas of the tz database: the part of a name before its first slash. */
const areas = "Africa America Antarctica Arctic Asia Atlantic Australia Brazil Canada Chile Etc Europe Indian Mexico Pacific US";

const lowerCase = (names: string): ReadonlySet<string> => new Set(names.toLowerCase().split(" "));
const known = { placeless: lowerCase(placeless), areas: lowerCase(areas) };

/**
 * Whether the tz database has a zone or link of this name, in any case. `Intl` alone is no judge: ICU also takes offsets, and abbreviations with
 * meanings of its own, such as BST for Dhaka (ICU's `TimeZone::createTimeZone`).
 */
const isZone = (name: string): boolean => {
  const [area = "", place] = name.toLowerCase().split("/");
  if (!(place === undefined ? known.placeless : known.areas).has(area)) return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en-GB", { timeZone: name }));
  } catch {
    return false;
  }
};

/** The zones that people who write an abbreviation most often mean. */
const abbreviations: Readonly<Record<string, readonly string[]>> = {
  BST: ["Europe/London"],
  CEST: ["Europe/Berlin", "Europe/Paris"],
  MEZ: ["Europe/Berlin"],
  CST: ["America/Chicago", "Asia/Shanghai"],
  CDT: ["America/Chicago"],
  EDT: ["America/New_York"],
  PST: ["America/Los_Angeles"],
  PDT: ["America/Los_Angeles"],
  IST: ["Asia/Kolkata", "Europe/Dublin"],
  JST: ["Asia/Tokyo"],
  AEST: ["Australia/Sydney"],
};

const placeOf = (name: string): string =>
  name
    .slice(name.lastIndexOf("/") + 1)
    .toLowerCase()
    .replaceAll(/[ _-]/g, "");
const NEAR = 2;
const NAMED_MAX = 3;

/** The zones that were probably meant: those of an abbreviation, else those whose place is spelled nearly so. */
const near = (name: string): readonly string[] => {
  const meant = abbreviations[name.toUpperCase()];
  if (meant) return meant;
  const place = placeOf(name);
  return Intl.supportedValuesOf("timeZone")
    .map((zone) => ({ zone, changes: distance(place, placeOf(zone)) }))
    .filter(({ changes }) => changes <= NEAR && changes < place.length / 2)
    .toSorted((a, b) => a.changes - b.changes)
    .slice(0, NAMED_MAX)
    .map(({ zone }) => zone);
};

const zoneError = (input: unknown): string => {
  const names = typeof input === "string" && input.length <= NAME_MAX ? near(input) : [];
  return names.length === 0 ? ZONE : `${ZONE}; did you mean ${names.join(" or ")}?`;
};

/** A name of the tz database, links included; the error suggests similar names. */
export const knownZone = z
  .string()
  .check(atMost(NAME_MAX, ZONE), z.refine(isZone, { error: ({ input }) => zoneError(input), abort: true }));
