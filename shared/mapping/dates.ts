/** A Date in the API: RFC 3339 in UTC with milliseconds. */
export const dateOut = (date: Date): string => date.toISOString();
