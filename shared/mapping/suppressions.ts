import type { AnswerOf } from "../contract/operation.ts";
import type { addSuppressions } from "../contract/suppressions.ts";
import { isDomain, type Suppression } from "../domain/suppressions/suppression.ts";
import { dateOut } from "./dates.ts";

/** A suppression on the wire. */
export const suppressionOut = (row: Suppression): AnswerOf<typeof addSuppressions>["suppressions"][number] => ({
  id: row.id,
  email: isDomain(row) ? "" : row.email,
  domain: isDomain(row) ? row.email : "",
  reason: row.reason,
  send_id: row.sendId ?? "",
  created_at: dateOut(row.createdAt),
});
