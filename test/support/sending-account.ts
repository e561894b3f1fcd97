import type { SendRequest } from "#shared/sending/accept/draft.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail, recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

/** An account in memory with a mailbox, credits, a dedicated IP and everything that accepting takes. */
export const accountWith = async ({ credits = 10, defaultIp = false, mailbox: facts = {} } = {}) => {
  const mailboxes = memoryMailboxes();
  const mailbox = aMailbox(facts);
  await mailboxes.insert(mailbox, {});
  const ip = { id: ids.objectId(), userId: mailbox.userId, address: "203.0.113.7", label: "", isDefault: defaultIp, createdAt: new Date() };
  const memory = memorySending({ credits });
  const wakeUps = recordingWakeUps();
  const deleted: string[] = [];
  const created: string[] = [];
  const schedules = {
    create: async ({ id }: { id: string }) => void created.push(id),
    delete: async (id: string) => void deleted.push(id),
  };
  const log = recordingLog();
  const ports = { ...memory, mailboxes, ips: { list: async () => [ip] }, wakeUps, clock, ids, schedules, log };
  const request = (given: Partial<SendRequest> = {}): SendRequest => ({ ...anEmail(), mailboxId: mailbox.id, ...given });
  return { ports, mailbox, ip, userId: mailbox.userId, request, created, deleted };
};
/** So many hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
