import { describe, expect, it } from "vitest";
import type { SyncPorts } from "#shared/inbox/pull/sync-mailbox.ts";
import { aPullWorld, day, idOf, mail } from "#test/support/pull-world.ts";
import { seeded } from "#test/support/random.ts";

const MAILBOXES = 200;
const FOLDERS = ["INBOX", "Junk", "Clients"] as const;

/** What becomes of a random mailbox: its mail is moved, copied and deleted between pulls, some of which are killed. */
const livedThrough = async (seed: number) => {
  const random = seeded(seed);
  const world = await aPullWorld();
  world.server.create("Clients");
  const there: { readonly id: string; folder: (typeof FOLDERS)[number]; uid: number }[] = [];
  let [mails, isHonest] = [0, false];
  const killed = () => {
    if (!isHonest && random(12) === 0) throw new Error("killed");
  };
  const ingest: SyncPorts["ingest"] = {
    commit: async (...page) => {
      killed();
      const stored = await world.ingest.commit(...page);
      killed();
      return stored;
    },
  };
  const moves: SyncPorts["moves"] = {
    unsettled: async (mailbox) => (killed(), world.moves.unsettled(mailbox)),
    stay: async (...to) => (killed(), world.moves.stay(...to)),
    leave: async (...to) => (killed(), world.moves.leave(...to)),
  };
  const pull = () => world.pullLater({ ingest, moves });
  const deliver = async () => {
    const folder = FOLDERS[random(FOLDERS.length)]!;
    const id = idOf(mails);
    const [uid = 0] = world.server.deliver([mail(mails, { receivedAt: new Date(day(random(20) + 1).getTime() + mails * 1000) })], folder);
    there.push({ id, folder, uid });
    mails += 1;
  };
  const move = async () => {
    const one = there[random(Math.max(1, there.length))];
    const to = FOLDERS[random(FOLDERS.length)]!;
    if (!one || to === one.folder) return;
    const isCopied = random(4) === 0;
    const uid = world.server.move(one.uid, one.folder, to, { isCopied });
    if (isCopied) there.push({ id: one.id, folder: to, uid });
    else [one.folder, one.uid] = [to, uid];
  };
  const remove = async () => {
    const [one] = there.splice(random(Math.max(1, there.length)), 1);
    if (one) world.server.remove(one.uid, one.folder);
  };
  const steps = [deliver, deliver, move, move, move, move, remove, pull, pull, pull];
  const seen = new Set<string>();
  for (let n = 0; n < 4; n += 1) await deliver();
  for (let step = 0; step < 40; step += 1) await steps[random(steps.length)]!();
  isHonest = true;
  world.wait(7 * 86_400_000);
  for (let n = 0; n < 12; n += 1) await pull();
  for (let audit = 0; audit < 3; audit += 1) {
    await world.audits.ask(world.mailbox);
    for (let n = 0; n < 3; n += 1) await pull();
  }
  const rows = [...world.stored.values()].map(({ message }) => message);
  for (const { messageId } of rows) {
    if (seen.has(messageId)) throw new Error(`${messageId} is stored twice`);
    seen.add(messageId);
  }
  const wrong = rows.flatMap(({ messageId, folder, uid, onServer }) => {
    const places = there.filter(({ id }) => id === messageId);
    const isRight =
      places.length === 0 ? onServer === false : onServer !== false && places.some((at) => at.folder === folder && at.uid === uid);
    return isRight ? [] : [{ messageId, folder, uid, onServer, places }];
  });
  const missing = there.filter(({ id }) => !seen.has(id));
  return { wrong, missing, error: (await world.current()).inboxLastError };
};

describe("a random mailbox through moves, copies, deletions, pulls and kills", () => {
  it(`has everything stored once, where it lies, ${MAILBOXES} times`, { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= MAILBOXES; seed += 1)
      expect({ seed, ...(await livedThrough(seed)) }).toEqual({ seed, wrong: [], missing: [], error: "" });
  });
});
