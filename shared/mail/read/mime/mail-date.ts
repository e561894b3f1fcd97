const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Hours east of UTC of the zone names of RFC 5322, 4.3, and of some others that occur in mail. */
const zones: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  jst: 9,
  kst: 9,
};

const dateForm = /(\d{1,2})[ -]([a-z]{3,9}|\d{1,2})[ -](\d{2,4})[ ,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(.*)$/i;
const plainOf = (value: string): string => withoutComments(value.slice(0, 500)).replace(/\s+/g, " ").trim();

/** The largest offset of a clock from UTC, minutes. */
const OFFSET_MAX = 14 * 60;

/** How far the clock of a Date header is ahead of UTC, minutes; 0 when it does not say so. */
export const mailOffset = (value: string): number => {
  const minutes = zoneMinutes(dateForm.exec(plainOf(value))?.[7]?.trim() ?? "");
  return Math.abs(minutes) <= OFFSET_MAX ? minutes : 0;
};

/** Parses a Date header (RFC 5322, 3.3 and 4.3, with comments and unusual zones); undefined when it is no date. */
export const parseMailDate = (value: string): Date | undefined => {
  const plain = plainOf(value);
  const match = dateForm.exec(plain);
  if (!match) return inRange(plain === "" || !/\d{4}/.test(plain) ? Number.NaN : Date.parse(plain));
  const [, day, monthName, year, hour, minute, second, zone] = match;
  const month = /^\d/.test(monthName!) ? Number(monthName) - 1 : months.indexOf(monthName!.slice(0, 3).toLowerCase());
  if (month < 0 || month > 11 || Number(day) > 31) return undefined;
  const time = Date.UTC(fullYear(year!), month, Number(day), Number(hour), Number(minute), Math.min(Number(second ?? 0), 59));
  return inRange(time - zoneMinutes(zone!.trim()) * 60_000);
};

const fullYear = (year: string): number => {
  const number = Number(year);
  if (year.length === 2) return number < 50 ? 2000 + number : 1900 + number;
  return year.length === 3 ? 1900 + number : number;
};

const zoneMinutes = (zone: string): number => {
  const [, sign, hours, minutes, hoursAlone] = /([+-])(?:(\d{1,2}):?(\d{2})|(\d{1,2})(?!\d))/.exec(zone) ?? [];
  if (sign !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours ?? hoursAlone) * 60 + Number(minutes ?? 0));
  return (zones[/[a-z]+/i.exec(zone)?.[0].toLowerCase() ?? ""] ?? 0) * 60;
};

const inRange = (time: number): Date | undefined => {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 1900 && year <= 9999 ? date : undefined;
};

const withoutComments = (value: string): string => {
  let depth = 0;
  let out = "";
  for (const char of value) {
    if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) out += char;
  }
  return out;
};
