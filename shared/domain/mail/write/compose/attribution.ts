import { toHeaderText } from "../../header-text.ts";
import type { Address } from "../../parsed-message.ts";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes 30 times longer than using it, and zones are few, so each is kept. Throws a RangeError on an unknown zone. */
const formatter = (zone: string): Intl.DateTimeFormat => {
  const key = zone.toLowerCase();
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
  formatters.set(key, made);
  return made;
};

/** `Fri, 20 Nov 2026 at 10:15` in the given IANA zone. */
export const quotedDate = (date: Date, zone: string): string => {
  const part = Object.fromEntries(
    formatter(zone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  return `${part["weekday"]}, ${part["day"]} ${part["month"]} ${part["year"]} at ${part["hour"]}:${part["minute"]}`;
};

/** Foreign text on one line for people to read: without control characters, and without marks that reverse its direction. */
export const displayText = (text: string): string => {
  return toHeaderText(text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ""));
};

/** `Jane Doe <jane@example.com>`, or the address alone. */
export const displayAddress = ({ name, email }: Address): string => {
  const shown = displayText(name);
  const address = displayText(email);
  if (shown === "" || shown === address) return address || "unknown sender";
  return address === "" ? shown : `${shown} <${address}>`;
};

/** The line above a quoted message: `On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:`. */
export const attribution = (message: { readonly date: Date; readonly from: Address }, zone: string): string => {
  return `On ${quotedDate(message.date, zone)}, ${displayAddress(message.from)} wrote:`;
};
