import type { Connect } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import type { Pace } from "#shared/mailboxes/pace.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { DeliverPorts } from "#shared/sending/deliver/deliver-ports.ts";
import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import type { Submission } from "#shared/sending/ports/submission.ts";

/** Guards that a mutant lacks; each must be caught by the tests that name it (test/README.md). */
export type Mutant =
  | "claim ignores the state"
  | "intent ignores the lease"
  | "recovery re-queues an intent"
  | "intent before the connection"
  | "intent after the final dot"
  | "unknown is resent"
  | "cap is read, then written"
  | "a claim uses up no room"
  | "no sweeper"
  | "cancel is find, then update"
  | "charge outside the transaction"
  | "no RSET"
  | "the mailbox is not asked"
  | "bodies are lost"
  | "attempts are not counted"
  | "a deferred intent names nobody"
  | "a deferred intent ignores its state"
  | "the intent does not name the draft"
  | "a known draft is made anew"
  | "strays are kept"
  | "what was sent is looked for nowhere"
  | "a refusal of the sending is believed"
  | "a pull's lease is long"
  | "cursors ignore the lease"
  | "no look before the intent"
  | "cancel leaves what is claimed"
  | "refusals are not remembered"
  | "an undecided refusal counts an attempt"
  | "a claim takes what is held"
  | "an approval is charged again"
  | "a stale revision is approved"
  | "an edit comes after the approval"
  | "the hash ignores bcc"
  | "an expired hold is approved"
  | "an answer is overlooked"
  | "the gap is ignored"
  | "the ramp is forgotten"
  | "the workday is of another zone"
  | "the hourly limit is forgotten"
  | "an absence is overlooked"
  | "contacts are not counted"
  | "a cancelled contact still counts"
  | "a follow-up changes its sender";

/** The worker's ports without one guard. */
export const mutate = (ports: DeliverPorts, mutant: Mutant | undefined, connect: Connect): DeliverPorts => {
  const { deliveries, submissions } = ports;
  const sends = async () => rawSends(await connect());
  const withDeliveries = (changes: Partial<Deliveries>) => ({ ...ports, deliveries: { ...deliveries, ...changes } });
  const withSubmit = (submit: (real: Submission) => Submission["submit"]): DeliverPorts => ({
    ...ports,
    submissions: {
      open: async (account) => {
        const real = await submissions.open(account);
        return { ...real, open: true, close: () => real.close(), submit: submit(real) };
      },
    },
  });
  const withPace = (changed: (pace: Pace) => Pace) =>
    withDeliveries({
      claim: (mailboxId, limits) => deliveries.claim(mailboxId, limits.pace ? { ...limits, pace: changed(limits.pace) } : limits),
    });
  switch (mutant) {
    case "the gap is ignored":
      return withPace((pace) => ({ ...pace, minGap: null }));
    case "the hourly limit is forgotten":
      return withPace((pace) => ({ ...pace, maxHourlySends: null }));
    case "an absence is overlooked":
      return { ...ports, answers: { ...ports.answers, away: async () => undefined } };
    case "the ramp is forgotten":
      return withPace((pace) => ({ ...pace, ramp: null }));
    case "the workday is of another zone":
      return {
        ...ports,
        mailboxes: {
          ...ports.mailboxes,
          findForJob: async (id) => {
            const mailbox = await ports.mailboxes.findForJob(id);
            return mailbox?.workday ? { ...mailbox, workday: { ...mailbox.workday, timezone: "Pacific/Honolulu" } } : mailbox;
          },
        },
      };
    case "claim ignores the state":
      return withDeliveries({
        claim: async (mailboxId, limits) => {
          const outcome = await deliveries.claim(mailboxId, limits);
          if (outcome.kind !== "busy" && (outcome.kind !== "claimed" || outcome.drafts.length > 0)) return outcome;
          await (
            await sends()
          ).updateMany(
            { mailboxId: oid(mailboxId), status: "processing" },
            { $set: { status: "queued", dueAt: new Date(0) }, $unset: { stage: true, leaseToken: true } },
          );
          return deliveries.claim(mailboxId, limits);
        },
      });
    case "intent ignores the lease":
      return withDeliveries({
        intend: async (_, { id }) =>
          (await (await sends()).updateOne({ _id: oid(id) }, { $set: { stage: "intent", countedAt: new Date() } })).matchedCount === 1,
      });
    case "intent before the connection": {
      const intended = new Set<string>();
      return withDeliveries({
        claim: async (mailboxId, limits) => {
          const outcome = await deliveries.claim(mailboxId, limits);
          for (const { send } of outcome.kind === "claimed" ? outcome.drafts : []) {
            await deliveries.intend(send.leaseToken ?? "", send);
            intended.add(send.id);
          }
          return outcome;
        },
        intend: async (_, { id }) => intended.has(id),
      });
    }
    case "intent after the final dot":
      return withSubmit((real) => async (message, intend, replyTimeoutMs) => {
        const outcome = await real.submit(message, async () => true, replyTimeoutMs);
        await intend([]);
        return outcome;
      });
    case "a claim takes what is held":
      return withDeliveries({
        claim: async (mailboxId, limits) => {
          const held = { mailboxId: oid(mailboxId), status: "scheduled", holdUntil: { $exists: true } } as const;
          await (await sends()).updateMany(held, { $set: { status: "queued", dueAt: new Date(0) }, $unset: { holdUntil: true } });
          return deliveries.claim(mailboxId, limits);
        },
      });
    case "bodies are lost":
      return withDeliveries({
        claim: async (mailboxId, limits) => {
          const outcome = await deliveries.claim(mailboxId, limits);
          const empty = { html: "", text: "" };
          return outcome.kind === "claimed" ? { ...outcome, drafts: outcome.drafts.map(({ send }) => ({ send, body: empty })) } : outcome;
        },
      });
    case "attempts are not counted":
      return withDeliveries({ requeue: (token, of, facts) => deliveries.requeue(token, of, { ...facts, counts: false }) });
    case "no look before the intent":
      return withDeliveries({ stopVersion: async () => 0 });
    case "refusals are not remembered":
      return withDeliveries({ noteRefused: async () => ({ refused: [], acceptedAt: undefined, acceptedFromAt: undefined }) });
    case "an undecided refusal counts an attempt":
      return withDeliveries({ holdUndecided: (token, of, facts) => deliveries.requeue(token, of, { ...facts, counts: true }) });
    case "a deferred intent names nobody":
      return withDeliveries({
        intendDeferred: (token, send) =>
          deliveries.intendDeferred(token, send, { refused: send.refused ?? [], deferred: send.deferred ?? [] }),
      });
    case "a deferred intent ignores its state":
      return withDeliveries({
        intendDeferred: async (_, { id }) =>
          (await (await sends()).updateOne({ _id: oid(id) }, { $set: { stage: "intent" } })).matchedCount === 1,
      });
    case "the intent does not name the draft":
      return withDeliveries({ intend: (token, send, untaken) => deliveries.intend(token, send, untaken) });
    case "a known draft is made anew":
      return withSubmit(
        (real) => (message, intend, replyTimeoutMs) =>
          real.submit({ ...message, draftId: undefined, isRepeated: false }, intend, replyTimeoutMs),
      );
    case "strays are kept":
      return withSubmit(
        (real) => (message, intend, replyTimeoutMs) => real.submit({ ...message, isRepeated: false }, intend, replyTimeoutMs),
      );
    case "what was sent is looked for nowhere": {
      const { sentFolder } = ports;
      const draft: typeof sentFolder.draft = async (...asked) => {
        const state = await sentFolder.draft(...asked);
        return state.kind === "sent" ? { kind: "missing" } : state;
      };
      // Either sign alone is enough: the draft's thread, and the Message-ID among the sent ones.
      return { ...ports, sentFolder: { ...sentFolder, draft, contains: async () => false, count: async () => 0 } };
    }
    case "a refusal of the sending is believed":
      return withSubmit((real) => async (message, intend, replyTimeoutMs) => {
        const outcome = await real.submit(message, intend, replyTimeoutMs);
        return outcome.kind === "unknown" && outcome.refusal ? { kind: "refused", ...outcome.refusal } : outcome;
      });
    default:
      return ports;
  }
};

/** The sweeper's recovery without its guard. */
export const mutateRecovery = (deliveries: Deliveries, mutant: Mutant | undefined, connect: Connect): Deliveries => {
  if (mutant !== "recovery re-queues an intent" && mutant !== "unknown is resent") return deliveries;
  return {
    ...deliveries,
    recover: async () => {
      const sends = rawSends(await connect());
      const expired = { status: "processing", dueAt: { $lt: new Date() } } as const;
      await sends.updateMany(expired, {
        $set: { status: "queued", dueAt: new Date() },
        $unset: { stage: true, leaseToken: true },
      });
      return { woken: [], failed: [], more: false };
    },
  };
};
