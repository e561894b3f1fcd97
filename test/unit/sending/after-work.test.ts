import { describe, expect, it } from "vitest";
import { afterWork } from "#shared/sending/deliver/after-work.ts";
import type { Send } from "#shared/sending/send.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { recordingLog } from "#test/support/sending-rig.ts";

const NOW = new Date("2026-11-22T08:00:00Z");
const hours = (at: Date | undefined) => (at ? (at.getTime() - NOW.getTime()) / 3_600_000 : undefined);
const aSend = (id: string, facts: Partial<Send>): Send => ({ id, userId: "u", mailboxId: "m", createdAt: NOW, ...facts }) as Send;
const queued = { status: "queued", dueAt: new Date(NOW.getTime() + 9_000_000) } as const;
const timed = { status: "scheduled", scheduledAfter: "PT2H", dueAt: new Date(NOW.getTime() + 99_000_000) } as const;

/** What is done after results, in order, over sends in memory; times in hours from now. */
const after = async (stored: readonly Send[], results: { sent?: readonly string[]; failed?: readonly string[] }, fails?: string) => {
  const { sends, rows } = memorySending({ now: () => NOW.getTime() });
  for (const send of stored) rows.set(send.id, send);
  const of = (ids: readonly string[] = []) => ids.map((id) => rows.get(id)!);
  const did: string[] = [];
  const log = recordingLog();
  const ports = {
    sends: fails === "follow-ups" ? { ...sends, followUps: () => Promise.reject(new Error("x")) } : sends,
    deliveries: {
      refreshThreads: async (userId: string, ids: readonly string[]) => {
        if (fails === "threads") throw new Error("x");
        did.push(`threads of ${userId}: ${ids.join()}`);
        return [];
      },
    } as never,
    wakeUps: {
      wake: async (woken: readonly Partial<Send>[]) =>
        void did.push(`wake ${woken.map(({ id, dueAt }) => `${id} in ${hours(dueAt)}`).join()}`),
    },
    eventOutbox: { publish: async (_: string, ids: readonly string[]) => (did.push(`publish ${ids.join()}`), []) },
    clock: { now: () => NOW },
    log,
  };
  await afterWork(ports, of(results.sent), of(results.failed));
  return [...did.toSorted(), ...log.events];
};

const threaded = { status: "sent", sentAt: NOW, threadId: "t" } as const;
const original = aSend("o", threaded);

describe("after results", () => {
  it("they are published, and each conversation is brought up to date once", async () => {
    const stored = [
      original,
      aSend("p", threaded),
      aSend("q", { status: "failed", threadId: "s" }),
      aSend("r", { status: "failed", userId: "v" }),
    ];

    expect(await after(stored, { sent: ["o", "p"], failed: ["q", "r"] })).toEqual([
      "publish o,p,q,r",
      "threads of u: t,s",
      "threads of v: ",
    ]);
    expect(await after(stored, {})).toEqual([]);
  });

  it("what follows a sent email leaves now, or at its own time after it", async () => {
    const stored = [
      original,
      aSend("now", { ...queued, waitsFor: "o" }),
      aSend("later", { ...timed, waitsFor: "o" }),
      aSend("else", { ...queued, waitsFor: "x" }),
    ];

    expect(await after(stored, { sent: ["o"] })).toEqual(["publish o", "threads of u: t", "wake later in 2", "wake now in 0"]);
  });

  it("what is timed alone makes nothing due, and stays where the original's time is not known", async () => {
    const later = aSend("later", { ...timed, waitsFor: "o" });

    expect(await after([original, later], { sent: ["o"] })).toEqual(["publish o", "threads of u: t", "wake later in 2"]);
    expect(await after([aSend("o", { status: "sent" }), later], { sent: ["o"] })).toEqual(["publish o", "threads of u: "]);
  });

  it("what follows a failed email ends now, timed or not", async () => {
    const stored = [
      aSend("o", { status: "failed" }),
      aSend("now", { ...queued, waitsFor: "o" }),
      aSend("later", { ...timed, waitsFor: "o" }),
    ];

    expect(await after(stored, { failed: ["o"] })).toEqual(["publish now,later", "publish o", "threads of u: "]);
  });

  it.each([
    ["follow-ups", ["publish o", "threads of u: t", "after-work failed"]],
    ["threads", ["publish o", "after-work failed"]],
  ])("a failure in %s is told, and hinders nothing else", async (what, told) => {
    expect(await after([original], { sent: ["o"] }, what)).toEqual(told);
  });
});
