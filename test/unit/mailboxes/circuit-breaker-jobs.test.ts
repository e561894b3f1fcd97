import { expect, it, vi } from "vitest";
import { deliverFairly } from "#shared/sending/deliver/deliver-mailbox.ts";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { syncMailbox } from "#shared/inbox/pull/sync-mailbox.ts";
import { mailReaderWithBreaker, submissionsWithBreaker } from "#shared/mailboxes/wiring/transports.ts";
import { mailboxes } from "#shared/mailboxes/wiring/sealed-mailboxes.ts";

vi.mock("#shared/sending/deliver/deliver-mailbox.ts", () => ({
  deliverFairly: vi.fn<() => void>(),
  wakeWaiter: vi.fn<() => void>(),
}));
vi.stubEnv("WORKERS", "sync:4");
vi.mock("#shared/accounts/store/shares.ts", async (real) => {
  const { memoryShares } = await import("#test/support/memory/shares.ts");
  return { ...(await real<object>()), mongoShares: () => memoryShares() };
});
vi.mock("#shared/inbox/pull/probe.ts", () => ({ probeMailboxes: vi.fn<() => void>() }));
vi.mock("#shared/inbox/pull/sync-mailbox.ts", () => ({ syncMailbox: vi.fn<() => object>(() => ({})) }));
vi.mock("#shared/platform/wiring/maintenance.ts", () => ({ isInMaintenance: async () => false }));
vi.spyOn(mailboxes, "findForJob").mockResolvedValue({} as never);

const ID = "665f1c2e9b3e4a0012345678";
const cases = [
  ["deliver", { job: "deliver", mailboxId: ID, sendIds: [ID] }, deliverFairly, { submissions: submissionsWithBreaker }],
  ["probe", { mailboxIds: [ID] }, probeMailboxes, { mailReader: mailReaderWithBreaker }],
  ["sync-mailbox", { mailboxId: ID }, syncMailbox, { mailReader: mailReaderWithBreaker }],
] as const;

it.each(cases)("leaves a host alone that keeps mailboxes waiting: %s", async (name, message, work, ports) => {
  const { handler } = (await import(`#functions/jobs/${name}.ts`)) as { handler: (event: object) => Promise<unknown> };

  await handler({ Records: [{ messageId: "m1", body: JSON.stringify(message) }] });

  const [[given]] = vi.mocked(work).mock.calls as unknown as [[Record<string, unknown>]];
  for (const [port, withBreaker] of Object.entries(ports)) expect(given[port]).toBe(withBreaker);
});
