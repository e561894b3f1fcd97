import { expect, it } from "vitest";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import { endFollowUps } from "#shared/sending/follow-ups.ts";
import type { Sends } from "#shared/sending/ports/sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { recordingLog } from "#test/support/sending-rig.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

/** A send with a follow-up, and one that follows that. */
const aChain = async () => {
  const memory = memorySending();
  const mailbox = aMailbox();
  const { userId } = mailbox;
  const [first] = draftsOf(userId, [{ scheduledAt: new Date("2030-01-01T00:00:00Z") }], mailbox);
  const [second] = draftsOf(userId, [{ waitsFor: first!.send.id }], mailbox);
  const [third] = draftsOf(userId, [{ waitsFor: second!.send.id }], mailbox);
  const [other] = draftsOf(userId, [{}], mailbox);
  await memory.acceptedSends.accept(userId, [first!, second!, third!, other!]);
  const [published, forgotten] = [[] as string[], [] as string[]];
  const log = recordingLog();
  const ports = {
    sends: memory.sends,
    eventOutbox: {
      publish: async (_: string, ids: readonly string[]) => {
        if (ids.length > 0) published.push(ids.map((id) => names.get(id)).join());
        return [];
      },
    },
    schedules: { delete: async (id: string) => void forgotten.push(names.get(id) ?? "") },
    webhookQueue: { wake: async () => undefined },
    log,
  };
  const names = new Map([first, second, third, other].map((draft, i) => [draft!.send.id, ["first", "second", "third", "other"][i]!]));
  const states = () => [first, second, third, other].map((draft) => memory.rows.get(draft!.send.id)?.status);
  return { ...memory, ports: ports as never, userId, first: first!.send, other: other!.send, published, forgotten, states, log };
};

it("a cancelled send takes its follow-ups with it, level by level; each is told, and its schedule is forgotten", async () => {
  const chain = await aChain();

  expect(await cancelSend(chain.ports, chain.userId, chain.first.id)).toMatchObject({ id: chain.first.id, status: "cancelled" });

  expect(chain.states()).toEqual(["cancelled", "cancelled", "cancelled", "queued"]);
  expect(chain.published).toEqual(["first", "second", "third"]);
  expect(chain.forgotten).toEqual(["first"]);
  await expect(cancelSend(chain.ports, chain.userId, chain.first.id)).rejects.toMatchObject({ reason: "conflict" });
  await expect(cancelSend(chain.ports, "another", chain.other.id)).rejects.toMatchObject({ reason: "notFound" });
});

it("is cancelled though a worker held it for a moment; what a worker takes again and again is refused in the end", async () => {
  const chain = await aChain();
  let held = 2;
  const cancel: Sends["cancel"] = async (userId, id) => ((held -= 1) < 0 ? chain.sends.cancel(userId, id) : undefined);
  const during = (times: number) => {
    held = times;
    return cancelSend({ ...(chain.ports as object), sends: { ...chain.sends, cancel } } as never, chain.userId, chain.first.id);
  };

  await expect(during(100)).rejects.toMatchObject({ reason: "conflict", details: "the send is scheduled" });
  expect(held).toBe(94);
  expect(await during(2)).toMatchObject({ status: "cancelled" });
});

it("what follows may fail: the send stays cancelled", async () => {
  const chain = await aChain();
  const sends = { ...chain.sends, endFollowUps: () => Promise.reject(new Error("no primary")) };

  await cancelSend({ ...(chain.ports as object), sends } as never, chain.userId, chain.first.id);

  expect(chain.states()[0]).toBe("cancelled");
  expect(chain.log.events).toEqual(["after-work of a cancelled send failed"]);
});

it("a thousand follow-ups are one step; those of more are asked for again, twenty steps at most", async () => {
  const asked: (readonly string[])[] = [];
  const full = Array.from({ length: 1_000 }, (_, n) => ({ id: `${n}` }) as Send);
  const steps = (answers: readonly (readonly Send[])[]) => ({
    sends: { endFollowUps: async (_: string, ids: readonly string[]) => answers[asked.push(ids) - 1] ?? full },
    eventOutbox: { publish: async () => [] },
    webhookQueue: { wake: async () => undefined },
    log: recordingLog(),
  });

  await endFollowUps(steps([full, [{ id: "x" } as Send], []]), "u", ["o"]);
  expect(asked.map((ids) => ids.length)).toEqual([1, 1, 1_001]);
  asked.splice(0);
  await endFollowUps(steps([]), "u", ["o"]);
  expect(asked).toHaveLength(20);
});
