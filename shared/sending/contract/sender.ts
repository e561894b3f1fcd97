import * as z from "zod/mini";
import { described } from "#shared/api/operation.ts";
import { acrossFields, atMost, objectId } from "#shared/api/fields.ts";
import { choiceReasons } from "../send.ts";

const NAME = "must be 1 to 64 of the characters a to z, 0 to 9, - and _, and begin with a letter or a digit";

/** The name of a pool. */
export const poolName = z.string(NAME).check(atMost(64, NAME), z.regex(/^[a-z0-9][a-z0-9_-]*$/, NAME));

const MEMBERS_MIN = 2;
const MEMBERS_MAX = 50;

/** The mailboxes of which one is chosen: 2 to 50, each once. */
export const mailboxChoice = z.array(objectId).check(
  z.minLength(MEMBERS_MIN, `must have at least ${MEMBERS_MIN} mailboxes`),
  z.maxLength(MEMBERS_MAX, { error: `must have at most ${MEMBERS_MAX} mailboxes`, abort: true }),
  z.refine((ids) => new Set(ids).size === ids.length, "must have each mailbox once"),
);

/** From where an email is sent: exactly one of the three. */
export const senderFields = {
  mailbox_id: described(z.optional(objectId), "The mailbox it is sent from; or give `mailbox_ids` or `pool`."),
  mailbox_ids: described(
    z.optional(mailboxChoice),
    "2 to 50 mailboxes, in place of `mailbox_id`: when the email is accepted one of them is chosen, the one that has a conversation with the recipient, else one that works and whose DNS records are not broken, of these the one that sends soonest. Disconnected ones, and those that cannot send this email, are not chosen.",
  ),
  pool: described(
    z.optional(poolName),
    "The name of a pool (`PUT /v1/pools/{name}`), in place of `mailbox_id`: one of its mailboxes is chosen.",
  ),
};

const names = ["mailbox_id", "mailbox_ids", "pool"] as const;

const sendersFit = (isRequired: boolean) =>
  acrossFields(
    z.superRefine<{ readonly [Name in (typeof names)[number]]?: unknown }>((body, context) => {
      const [first, ...others] = names.filter((name) => body[name] !== undefined);
      if (isRequired && first === undefined)
        context.addIssue({ code: "custom", path: ["mailbox_id"], message: "is required, unless mailbox_ids or pool is given" });
      for (const name of others) context.addIssue({ code: "custom", path: [name], message: `cannot be combined with ${first}` });
    }),
  );

/** Checks that an email names one mailbox, or several, or a pool. */
export const oneSender = sendersFit(true);

/** Checks that a change names at most one of these. */
export const atMostOneSender = sendersFit(false);

/** What the answer to an accepted email says of the choice. */
export const chosenOut = {
  mailbox_id: described(z.optional(z.string()), "The mailbox that was chosen among several; absent when one was named."),
  chosen_because: described(
    z.optional(z.enum(choiceReasons)),
    "Why: `conversation`, `active` or `eta`, as in the send's record; absent when one was named, and for a key without `read`.",
  ),
};
