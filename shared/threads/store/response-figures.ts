import { RESPONSES_MAX, type Pending, type Response, type ResponseFigures } from "../response-times.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { inMailboxes } from "#shared/platform/mongo/pages.ts";
import { type ThreadDocument, threadsOf } from "./thread-documents.ts";
import { threadQuery } from "./threads.ts";

const toResponse = ({ firstResponse, mailboxId, assignedTo, labels = [] }: ThreadDocument): Response => ({
  ...firstResponse!,
  mailboxId: String(mailboxId),
  assignedTo,
  labels,
});

/** First answers and their conversations in MongoDB. */
export const mongoResponseFigures = (connect: Connect): ResponseFigures => ({
  responses: async (userId, { since, before, mailboxIds }) => {
    if (mailboxIds?.length === 0) return [];
    const answered = { userId: oid(userId), "firstResponse.answeredAt": { $gte: since, $lt: before }, ...inMailboxes({ mailboxIds }) };
    const projection = { firstResponse: 1, mailboxId: 1, assignedTo: 1, labels: 1 } as const;
    const found = threadsOf(await connect()).find(answered, { projection });
    return (await found.sort({ "firstResponse.answeredAt": -1 }).limit(RESPONSES_MAX).toArray()).map(toResponse);
  },
  pending: async (userId, mailboxIds) => {
    if (mailboxIds?.length === 0) return [];
    const query = { ...threadQuery(userId, { mailboxIds }), state: { $in: ["open", "waiting"] as Pending["state"][] } };
    const projection = { state: 1, waitingSince: 1, lastMessageAt: 1 } as const;
    const found = await threadsOf(await connect())
      .find(query, { projection })
      .limit(RESPONSES_MAX)
      .toArray();
    return found.map(({ state, waitingSince, lastMessageAt }) => ({
      state: state as Pending["state"],
      since: waitingSince ?? lastMessageAt ?? new Date(0),
    }));
  },
});
