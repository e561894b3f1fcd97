import * as z from "zod/mini";
import { expect, it } from "vitest";
import { knownZone } from "#shared/api/time-zone.ts";

const errorOf = (zone: unknown): string | undefined => z.safeParse(knownZone, zone).error?.issues[0]?.message;
const RULE = "must be an IANA time zone such as Europe/Berlin";

it.each(
  "Europe/Berlin Asia/Kolkata Asia/Calcutta Europe/Kyiv Europe/Kiev America/Argentina/ComodRivadavia US/Pacific GB GB-Eire NZ-CHAT W-SU Etc/GMT+5 EST5EDT UTC GMT0 Zulu Japan utc europe/berlin America/Nuuk".split(
    " ",
  ),
)("takes a name or link of the tz database: %s", (zone) => {
  expect(errorOf(zone)).toBeUndefined();
});

it.each("ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST SystemV/AST4".split(" "))(
  "refuses what only ICU calls a zone: %s",
  (zone) => {
    expect(errorOf(zone)).toContain(RULE);
  },
);

it.each(["", "+02:00", "UTC+1", "Europe", "Europe/", "/", "Factory", "Berlin/Europe", "Europe/Berlin\0", "x".repeat(65), 5, null])(
  "refuses what is no zone: %j",
  (zone) => {
    expect(errorOf(zone)).toBeDefined();
  },
);

it.each([
  ["BST", `${RULE}; did you mean Europe/London?`],
  ["ist", `${RULE}; did you mean Asia/Kolkata or Europe/Dublin?`],
  ["Europe/Berln", `${RULE}; did you mean Europe/Berlin?`],
  ["Berlin", `${RULE}; did you mean Europe/Berlin?`],
  ["America/New York", `${RULE}; did you mean America/New_York?`],
  ["Mars/Phobos", RULE],
])("names the zones that were probably meant by %s", (zone, message) => {
  expect(errorOf(zone)).toBe(message);
});
