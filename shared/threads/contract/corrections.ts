import * as z from "zod/mini";
import { described, named, operation } from "#shared/api/operation.ts";
import { idParams, objectId } from "#shared/api/fields.ts";
import { exampleMessage } from "#shared/inbox/contract/message-record.ts";
import { exampleThread, thread } from "#shared/inbox/contract/thread-record.ts";

const SPLIT_MAX = 100;

/** DELETE /v1/inbox/messages/{id}/correction (api/README.md, "Inbox"). */
export const deleteCorrection = operation({
  id: "inbox/delete-correction",
  scope: "send",
  method: "DELETE",
  path: "/v1/inbox/messages/{id}/correction",
  boundKeys: { id: "message" },
  summary: "Delete a correction",
  description: "Undo the correction of a message: the rules decide again",
  params: idParams,
  status: 204,
  errors: [400, 404, 409],
});

/** POST /v1/inbox/threads/{id}/split (api/README.md, "Inbox"). */
export const splitThread = operation({
  id: "inbox/split-thread",
  auditsMembers: "thread.updated",
  scope: "read",
  method: "POST",
  path: "/v1/inbox/threads/{id}/split",
  boundKeys: { id: "thread" },
  summary: "Split a thread",
  description: "Move messages of a conversation into a new one",
  // Splitting changes the recipients of answers and what they quote.
  steers: "always",
  params: idParams,
  body: named(
    "SplitThread",
    z.strictObject({
      message_ids: described(
        z.array(objectId).check(z.minLength(1, "must have at least one id"), z.maxLength(SPLIT_MAX, `must have at most ${SPLIT_MAX} ids`)),
        "Their ids, up to 100, all from this conversation; at least one message must stay in it.",
      ),
    }),
    "The messages of a new conversation.",
  ),
  response: thread,
  errors: [400, 404, 409],
  example: { body: { message_ids: [exampleMessage.id] }, response: { ...exampleThread, message_count: 1 } },
});

/** POST /v1/inbox/threads/{id}/merge (api/README.md, "Inbox"). */
export const mergeThread = operation({
  id: "inbox/merge-thread",
  auditsMembers: "thread.updated",
  scope: "read",
  method: "POST",
  path: "/v1/inbox/threads/{id}/merge",
  boundKeys: { id: "thread", named: { thread_id: "thread" } },
  summary: "Merge threads",
  description: "Merge another conversation of the same mailbox into this one, whose id stays",
  // Merging changes the recipients of answers and what they quote.
  steers: "always",
  params: idParams,
  body: named(
    "MergeThread",
    z.strictObject({ thread_id: described(objectId, "Its id; it leads to this conversation from then on.") }),
    "A conversation to merge into this one.",
  ),
  response: thread,
  errors: [400, 404],
  example: { body: { thread_id: "655f1c2e9b1e8a00123456ed" }, response: { ...exampleThread, message_count: 3 } },
});
