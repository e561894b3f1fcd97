import type { Send } from "./send.ts";

/** The `last_error` of a send that did not leave in time. */
export const TOO_LATE = "too late: it could not leave by the time it was given";

/** Whether a send's `sendBefore` has passed. */
export const isTooLate = ({ sendBefore }: Pick<Send, "sendBefore">, now: Date): boolean => sendBefore !== undefined && sendBefore <= now;
