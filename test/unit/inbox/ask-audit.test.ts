// Who may ask for an audit, and what is shown of it.
import { describe, expect, it } from "vitest";
import { askAudit, type AskAuditPorts, findAudit } from "#shared/inbox/audit/audit.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { aMailbox } from "#test/support/mailbox.ts";

const rig = (facts: Partial<Mailbox> = {}, stored?: object) => {
  const mailbox = aMailbox({ id: "box", userId: "user", inboxSyncEnabled: true, ...facts });
  const calls: unknown[] = [];
  let isDue = false;
  const ports = {
    mailboxes: { find: async (userId: string, id: string) => (userId === "user" && id === "box" ? mailbox : undefined) },
    audits: {
      find: async () => stored,
      isDue: async () => isDue,
      ask: async ({ id }: Mailbox) => void (calls.push(`ask ${id}`), (isDue = true)),
    },
    syncQueue: { add: async (mailboxes: readonly Mailbox[]) => void calls.push(`pull ${mailboxes.map(({ id }) => id).join()}`) },
  } as unknown as AskAuditPorts;
  return { ports, calls };
};
const refused = (work: Promise<unknown>) => work.catch(({ reason }: { reason: string }) => reason);

describe("an audit", () => {
  it("is asked for, runs with the pull that is queued for it, and is shown as running", async () => {
    const { ports, calls } = rig();

    expect(await findAudit(ports, "user", "box")).toEqual({ mailboxId: "box", running: false });
    expect(await askAudit(ports, "user", "box")).toEqual({ mailboxId: "box", running: true });
    expect(calls).toEqual(["ask box", "pull box"]);
  });

  it("shows the last one's report", async () => {
    const last = { complete: true };

    expect(await findAudit(rig({}, { last }).ports, "user", "box")).toEqual({ mailboxId: "box", running: false, last });
    expect(await findAudit(rig({}, { passed: [] }).ports, "user", "box")).not.toHaveProperty("last");
  });

  it("is the account's own mailbox's", async () => {
    const { ports, calls } = rig();

    for (const work of [findAudit, askAudit]) {
      expect(await refused(work(ports, "stranger", "box"))).toBe("notFound");
      expect(await refused(work(ports, "user", "other"))).toBe("notFound");
    }
    expect(calls).toEqual([]);
  });

  it.each<[string, Partial<Mailbox>]>([
    ["whose inbox is not read", { inboxSyncEnabled: false }],
    ["that is disconnected", { status: "disconnected" }],
  ])("of a mailbox %s is refused, and nothing is asked", async (_, facts) => {
    const { ports, calls } = rig(facts);

    expect([await refused(askAudit(ports, "user", "box")), calls]).toEqual(["conflict", []]);
    expect(await findAudit(ports, "user", "box")).toMatchObject({ running: false });
  });
});
