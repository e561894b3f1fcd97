import { beforeEach, expect, it, vi } from "vitest";
import type { QueueMessage } from "#shared/platform/put-messages.ts";
import { mailboxes as plainMailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/sealed-mailboxes.ts";

/** Work that hangs until it is ended, by its mailbox or endpoint. */
const hanging = vi.hoisted(() => new Map<string, () => void>());
const hang = vi.hoisted(() => (id: string) => new Promise<object>((resolve) => hanging.set(id, () => resolve({ probed: 0 }))));
const put = vi.hoisted(() => [] as QueueMessage[]);

vi.mock("#shared/sending/deliver/look-up-unknown.ts", () => ({ lookUpUnknown: (_: object, id: string) => hang(id) }));
vi.mock("#shared/inbox/pull/sync-mailbox.ts", () => ({ syncMailbox: (_: object, { id }: { readonly id: string }) => hang(id) }));
vi.mock("#shared/inbox/pull/probe.ts", () => ({ probeMailboxes: (_: object, [id = ""]: readonly string[]) => hang(id) }));
vi.mock("#shared/webhooks/deliver-webhook.ts", async (real) => ({
  ...(await real<object>()),
  deliverWebhook: (_: object, { id }: { readonly id: string }) => hang(id),
}));
vi.mock("#shared/platform/wiring/maintenance.ts", () => ({ isInMaintenance: async () => false }));
vi.mock("#shared/platform/put-messages.ts", async (real) => ({
  ...(await real<object>()),
  putMessages: () => async (messages: readonly QueueMessage[]) => void put.push(...messages),
}));
vi.mock("#shared/accounts/store/shares.ts", async (real) => {
  const { memoryShares } = await import("#test/support/memory/shares.ts");
  return { ...(await real<object>()), mongoShares: () => memoryShares() };
});
vi.stubEnv("WORKERS", "send:4,sync:4,probe:4,webhooks:4,slowWebhooks:4");

const [MINE, OTHERS] = ["a".repeat(24), "b".repeat(24)];
/** The nth mailbox or endpoint of an account. */
const idOf = (account: string, n: number) => `${account.slice(0, 23)}${n}`;
const ownerOf = (id: string) => (id.startsWith("a") ? MINE : OTHERS);
for (const port of [mailboxes, plainMailboxes])
  vi.spyOn(port, "findForJob").mockImplementation(async (id) => ({ id, userId: ownerOf(id) }) as never);

beforeEach(() => {
  hanging.clear();
  put.length = 0;
});

const jobs: readonly (readonly [string, (id: string) => object])[] = [
  ["deliver", (id) => ({ job: "deliver", mailboxId: id, sendIds: [id] })],
  ["sync-mailbox", (id) => ({ mailboxId: id })],
  ["probe", (id) => ({ mailboxIds: [id], userId: ownerOf(id) })],
  ["deliver-webhooks", (id) => ({ webhookId: id, userId: ownerOf(id) })],
  ["deliver-slow-webhooks", (id) => ({ webhookId: id, userId: ownerOf(id) })],
];

it.each(jobs)("leaves half of its workers to others while an account's work hangs: %s", async (name, messageOf) => {
  const { handler } = (await import(`#functions/jobs/${name}.ts`)) as { handler: (event: object) => Promise<unknown> };
  const send = (id: string) => handler({ Records: [{ messageId: id, body: JSON.stringify(messageOf(id)) }] });

  const mine = [1, 2, 3].map((n) => send(idOf(MINE, n)));
  await vi.waitFor(() => expect(hanging.size).toBe(2));
  await mine[2];
  const other = send(idOf(OTHERS, 1));
  await vi.waitFor(() => expect([...hanging.keys()]).toEqual([idOf(MINE, 1), idOf(MINE, 2), idOf(OTHERS, 1)]));

  for (const [end, call] of [
    [idOf(MINE, 1), mine[0]],
    [idOf(OTHERS, 1), other],
  ] as const) {
    hanging.get(end)?.();
    await call?.catch(() => undefined);
  }
  // A probe is planned again by the next round; all else is woken.
  expect(put.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes(idOf(MINE, 3)))).toHaveLength(name === "probe" ? 0 : 1);
  for (const end of hanging.values()) end();
  await Promise.allSettled([...mine, other]);
});
