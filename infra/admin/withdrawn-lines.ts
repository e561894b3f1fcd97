import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { objectId } from "#shared/contract/fields.ts";
import { type Withdrawal, WITHDRAWN } from "#shared/domain/withdrawals.ts";
import { StartFailure } from "../local/fail.ts";

const head = z.object({ event: z.literal(WITHDRAWN), timestamp: z.iso.datetime() });
const own = { userId: objectId, id: objectId };
const withdrawal = z.discriminatedUnion("what", [
  z.object({ what: z.enum(["key", "webhook"]), ...own }),
  z.object({ what: z.literal("mailbox"), ...own, purge: z.boolean() }),
  z.object({ what: z.enum(["unsubscribed", "resubscribed"]), sendId: objectId }),
  z.object({ what: z.literal("suppressions"), userId: objectId, count: z.number() }),
]);

const fromJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Whether a line must be a withdrawal: by its event; by its words where it has none, because it is cut off or another tool has wrapped it. */
const isWithdrawal = (text: string, json: unknown): boolean => {
  const event = (json as { readonly event?: unknown } | null | undefined)?.event;
  return typeof event === "string" ? event === WITHDRAWN : text.includes(WITHDRAWN) || (json === undefined && text.startsWith('{"'));
};

/**
 * The withdrawals since a time in lines of the functions' log, oldest first; other lines are ignored. Throws StartFailure for a line that may be
 * a withdrawal and cannot be read as one.
 */
export const withdrawalsIn = (text: string, since: Date): readonly Withdrawal[] =>
  text
    .split("\n")
    .flatMap((one, at) => {
      const json = fromJson(one);
      if (!isWithdrawal(one, json)) return [];
      const [told, parsed] = [head.safeParse(json), withdrawal.safeParse(json)];
      if (!told.success || !parsed.success)
        throw new StartFailure(`line ${at + 1} of the log is cut off, wrapped, or no withdrawal of this version`);
      const time = Date.parse(told.data.timestamp);
      return time < since.getTime() ? [] : [{ time, withdrawal: parsed.data }];
    })
    .toSorted((a, b) => a.time - b.time)
    .map((one) => one.withdrawal);

/** Reads exported log lines: a file, or standard input for "-". */
export const readLines = (file: string): string => {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw new StartFailure(`--log cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};
