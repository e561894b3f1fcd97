import { describe, expect, it } from "vitest";
import { mongoAuditLog } from "#shared/accounts/store/audit-log.ts";
import { buildMime } from "#shared/mail/write/build-mime.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { filesOf, type Send } from "#shared/sending/send.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import { contentHash } from "#shared/sending/email.ts";
import { build, mailOf } from "#shared/sending/deliver/prepare.ts";
import { allRecipients } from "#shared/sending/recipients.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { randomBy } from "#test/support/random.ts";
import { DRAFTER, SENDER } from "#test/support/sending-rig.ts";
import { heldWorldOn } from "#test/support/held-world.ts";

describeOnMongo("what left", (connect) => {
  const open = heldWorldOn(connect);
  const WORDS = ["Yes", "No", "Tomorrow", "Never", "On Monday"];

  /** Random edits, approvals, cancels, mail and deaths of workers, with two people at a time; what each approval saw, and what left. */
  const play = async (seed: number, steps: number) => {
    const world = await open(3);
    const random = randomBy(seed);
    const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
    const threadId = await world.thread();
    const sends = await Promise.all([
      world.hold({ threadId }),
      world.hold({}, DRAFTER),
      world.hold({ cancelOn: ["reply"] }),
      world.hold({ attachments: [{ name: "a", type: "text/plain", content: Buffer.from("a") }] }),
    ]);
    const left = new Map<string, string[]>();
    const contentOf = async (send: Send) => {
      const body = (await world.sends.bodies(world.userId, [send.id])).get(send.id)!;
      const contents = send.attachments && (await world.sends.contents(world.userId, send.id));
      return { body, files: filesOf(send.attachments, contents) ?? [] };
    };
    const act: Record<string, (send: Send) => Promise<unknown>> = {
      approve: (send) => world.approve(send, send.revision, random() < 0.5),
      "approve blindly": (send) => world.approve(send, pick([1, 2, 3])),
      edit: (send) =>
        world.edit(
          send,
          {
            revision: pick([send.revision ?? 1, 1]),
            ...pick<object>([
              { bodyText: pick(WORDS) },
              { subject: pick(WORDS) },
              { cc: [{ name: "", email: `${pick(WORDS).replace(" ", "")}@example.net` }] },
              { attachments: [] },
            ]),
          },
          pick([SENDER, DRAFTER]),
        ),
      cancel: (send) => (random() < 0.2 ? cancelSend(world.ports, world.userId, send.id) : Promise.resolve()),
      mail: () => world.arrives(threadId),
      deliver: async () => {
        const claim = await world.deliveries.claim(world.mailbox.id, { size: 2 });
        if (claim.kind !== "claimed") return;
        for (const { send, body } of claim.drafts) {
          // A worker that dies here leaves its lease to the sweeper.
          if (random() < 0.3) continue;
          const building = await build({ ports: { sends: world.sends }, mailbox: world.mailbox }, { send, body }, undefined);
          if (building.kind !== "built" || !(await world.deliveries.intend(claim.token, send))) continue;
          const { body: words, files } = await contentOf(send);
          expect(building.raw).toEqual(buildMime(mailOf(send, words, files)));
          left.set(send.id, [...(left.get(send.id) ?? []), contentHash(send, words, files)]);
          expect(allRecipients(send)).toEqual(allRecipients(await world.read(send)));
          await world.deliveries.succeed(send);
        }
      },
      sweep: async () => {
        await sendsOf(await connect()).updateMany(
          { userId: oid(world.userId), stage: "claimed" } as never,
          [{ $set: { dueAt: new Date(0) } }] as never,
        );
        await world.deliveries.recover();
      },
    };
    for (let step = 0; step < steps; step += 1) {
      const now = await Promise.all(sends.map(world.read));
      const two = [pick(now), pick(now)].map((send) => act[pick(Object.keys(act))]!(send));
      for (const outcome of await Promise.allSettled(two))
        if (outcome.status === "rejected" && !["Refusal", "StaleRevision"].includes((outcome.reason as Error).name)) throw outcome.reason;
    }
    const entries = await mongoAuditLog(connect).list(world.userId, { action: "send.approved" }, { limit: 99, offset: 0 });
    const approved = new Map(entries.map(({ resourceId = "", contentSha256 = "" }) => [resourceId, contentSha256]));
    return { left, approved, entries, charges: await world.charges(), balance: await world.balance(world.userId) };
  };

  const seeds = Array.from({ length: Number(process.env["HELD_SEEDS"] ?? 2) }, (_, seed) => seed + 1);
  describe("hashes to what was approved, once", () => {
    it.each(seeds)(
      "with seed %i",
      async (seed) => {
        const { left, approved, entries, charges, balance } = await play(seed, 30);
        expect(entries.length).toBe(approved.size);
        for (const [id, hashes] of left) expect(hashes).toEqual([approved.get(id)]);
        expect([charges, balance]).toEqual([approved.size, 3 - approved.size]);
      },
      60_000,
    );
  });
});
