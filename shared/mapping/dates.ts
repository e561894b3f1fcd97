/** A Date on the wire: RFC 3339 in UTC with milliseconds. */
export const dateOut = (date: Date): string => date.toISOString();
