import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { mailboxesOf, owned, withoutSecrets } from "#shared/mailboxes/store/mailbox-documents.ts";
import { TRANSPORTS } from "#shared/providers/provider.ts";
import type { Connect, IndexSpec } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import type { Hints, NotificationProof } from "../hints/renew-watches.ts";

const overApis = TRANSPORTS.filter((name) => name !== "imap_smtp");

/**
 * Indexes: mailboxes over HTTP interfaces by when their watch is due; watched mailboxes by address; an account's mailboxes whose notifications are
 * missing.
 */
export const hintIndexes: readonly IndexSpec[] = [
  {
    collection: "mailboxes",
    keys: { transportUsed: 1, "hints.renewAt": 1 },
    options: { partialFilterExpression: { transportUsed: { $exists: true } } },
  },
  {
    collection: "mailboxes",
    keys: { emailKey: 1, "hints.id": 1 },
    options: { partialFilterExpression: { "hints.id": { $exists: true } } },
  },
  {
    collection: "mailboxes",
    keys: { userId: 1, "hints.untoldSince": 1, _id: 1 },
    options: { partialFilterExpression: { "hints.untoldSince": { $exists: true } } },
  },
];

/** Polls that hints cause are this far apart for a mailbox, ms: those in between are one. */
const APART_MS = 5_000;
/** The most accounts that connect one address, of which a hint is told. */
const SAME_ADDRESS_MAX = 20;
/** How long a mailbox that is being renewed is left alone, ms. */
const CLAIMED_MS = 10 * 60_000;
/** Mail that is stored counts as told when a hint came within this time before, ms; Graph's take three minutes at most. */
const TOLD_WITHIN_MS = 5 * 60_000;

const { hints: _hidden, ...withHints } = withoutSecrets;

const polled = { inboxSyncEnabled: true, deletedAt: { $exists: false } };

/** A topic of a project: "0" is the character after "/". */
const ofProject = (project: string) => ({ $gte: `projects/${project}/topics/`, $lt: `projects/${project}/topics0` });

/** The watched mailboxes that are told, each by its own proof. */
const namedBy = (told: NotificationProof) =>
  "address" in told
    ? exact({ emailKey: told.address, "hints.id": ofProject(told.project), ...polled })
    : { $or: told.map(({ mailboxId, proof }) => exact({ _id: oid(mailboxId), "hints.proof": proof })), ...polled };

/** Watches and hints in the mailboxes' documents, by the database's clock. */
export const mongoHints = (connect: Connect): Hints => {
  const mailboxes = async () => mailboxesOf(await connect());
  return {
    proven: async (told) => {
      if (!("address" in told) && told.length === 0) return [];
      const most = "address" in told ? SAME_ADDRESS_MAX : told.length;
      const rows = await (
        await mailboxes()
      )
        .find(namedBy(told), { projection: { _id: 1 } })
        .limit(most)
        .toArray();
      return rows.map(({ _id }) => _id.toHexString());
    },
    take: async (mailboxIds) => {
      const taken = [];
      for (const _id of mailboxIds.map((id) => oid(id))) {
        const last = { $ifNull: ["$hints.pollAt", new Date(0)] };
        const apart = { $add: [last, APART_MS] };
        const pollAt = { $cond: [{ $gt: [apart, "$$NOW"] }, apart, "$$NOW"] };
        const after = await (
          await mailboxes()
        ).findOneAndUpdate({ _id, $expr: { $lte: [last, "$$NOW"] } }, [{ $set: { "hints.at": "$$NOW", "hints.pollAt": pollAt } }], {
          returnDocument: "after",
          projection: { userId: 1, "hints.at": 1, "hints.pollAt": 1 },
        });
        const { at, pollAt: next } = after?.hints ?? {};
        if (!after || !at || !next) continue;
        const delaySeconds = Math.ceil((next.getTime() - at.getTime()) / 1000);
        taken.push({ id: _id.toHexString(), userId: after.userId.toHexString(), delaySeconds });
      }
      return taken;
    },
    due: async (most) => {
      const found = [];
      for (const transportUsed of overApis)
        for (const renewAt of [null, { $lte: new Date() }]) {
          const rows = (await mailboxes()).find(
            { transportUsed, "hints.renewAt": renewAt, status: "active", ...polled },
            { projection: withHints },
          );
          found.push(...(await rows.limit(most).toArray()));
        }
      const taken = found.slice(0, most);
      await (
        await mailboxes()
      ).updateMany({ _id: { $in: taken.map(({ _id }) => _id) } }, [{ $set: { "hints.renewAt": { $add: ["$$NOW", CLAIMED_MS] } } }]);
      return taken.map(({ hints, ...document }) => {
        const { id, proof = "", until } = hints ?? {};
        const mailbox = fromDocument<Mailbox>(document);
        return id !== undefined && until ? { mailbox, watch: { id, proof, until } } : { mailbox };
      });
    },
    keep: async (mailbox, watch, renewInMs) => {
      const fields = watch && { "hints.id": watch.id, "hints.proof": watch.proof, "hints.until": watch.until };
      const renewAt = { "hints.renewAt": { $add: ["$$NOW", renewInMs] } };
      await (await mailboxes()).updateOne(owned(mailbox), [{ $set: { ...fields, ...renewAt } }]);
    },
    hurry: async (mailboxIds) => {
      await (await mailboxes()).updateMany({ _id: { $in: mailboxIds.map((id) => oid(id)) } }, { $set: { "hints.renewAt": new Date(0) } });
    },
    judge: async (mailbox) => {
      const watched = { ...owned(mailbox), "hints.id": { $exists: true } };
      const since = { $add: ["$$NOW", -TOLD_WITHIN_MS] };
      const wasTold = { $gt: [{ $ifNull: ["$hints.at", new Date(0)] }, since] };
      const told = {
        "hints.toldAt": { $cond: [wasTold, "$$NOW", new Date(0)] },
        "hints.untoldSince": { $cond: [wasTold, "$$REMOVE", { $ifNull: ["$hints.untoldSince", "$$NOW"] }] },
      };
      await (await mailboxes()).updateOne(watched, [{ $set: told }]);
    },
  };
};
