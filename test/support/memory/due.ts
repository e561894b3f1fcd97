import type { DueRecords } from "#shared/platform/mongo/due-records.ts";

type Condition = string | boolean | { readonly $in?: readonly unknown[]; readonly $ne?: unknown; readonly $exists?: boolean };

const meets = (value: unknown, condition: Condition): boolean => {
  if (typeof condition !== "object") return value === condition;
  const { $in, $ne, $exists } = condition;
  return (
    ($in === undefined || $in.includes(value)) &&
    ($ne === undefined || value !== $ne) &&
    ($exists === undefined || $exists === (value !== undefined))
  );
};

/** Whether a record has been due for `forMs` at this time, ms, as one of these: what `whatIsDue` asks of MongoDB. */
export const isOneDue = (record: object, { where = {}, at = "" }: DueRecords, now: number, forMs = 0): boolean => {
  const fields = record as Readonly<Record<string, unknown>>;
  const since = fields[at];
  if (!(since instanceof Date) || since.getTime() > now - forMs) return false;
  return Object.entries<Condition>(where as Record<string, Condition>).every(([field, condition]) => meets(fields[field], condition));
};
