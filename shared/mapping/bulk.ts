import type { cancelSends } from "../contract/bulk.ts";
import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import type { CancelledMany } from "../domain/sending/cancel-many.ts";
import type { CancelFilter } from "../domain/sending/ports.ts";

/** What is to be cancelled. */
export const cancelFilterIn = ({ ids = [], metadata }: RequestOf<typeof cancelSends>["body"]): CancelFilter =>
  metadata ? { metadata } : { ids };

type Result = AnswerOf<typeof cancelSends>["results"][number];

const resultOut = ({ id, status }: CancelledMany["results"][number]): Result => {
  if (status === undefined) return { id, status: "", error: "Send not found", type: "not_found" };
  return status === "cancelled" ? { id, status, error: "" } : { id, status, error: `the send is ${status}`, type: "conflict" };
};

/** What became of each send. */
export const cancelledOut = ({ results, remaining }: CancelledMany): AnswerOf<typeof cancelSends> => ({
  results: results.map(resultOut),
  remaining,
});
