import { describe, expect, it } from "vitest";
import type { MailReader, MailSession } from "#shared/inbox/ports/mail-session.ts";
import type { SyncPorts } from "#shared/inbox/pull/sync-mailbox.ts";
import { aPullWorld, day, idOf, mail } from "#test/support/pull-world.ts";
import { type Random, seeded } from "#test/support/random.ts";

const MAILBOXES = 200;
const DAY_MS = 86_400_000;

/** Some of a list; now and then none of it. */
const some = <T>(random: Random, list: readonly T[]): readonly T[] => {
  const kind = random(4);
  if (kind === 0) return [];
  if (kind === 1) return list.slice(0, Math.floor(list.length / 2));
  const left = random(Math.max(1, list.length));
  return list.filter((_, at) => at !== left);
};

/** A session that lies in one answer of a few, in the ways of T25; or closes the connection. */
const lying = (session: MailSession, random: Random): MailSession => {
  const lies = (one: number) => random(one) === 0;
  const cut = () => {
    if (lies(40)) throw new Error("cut");
  };
  return {
    ...session,
    folders: async (known) => {
      cut();
      const found = await session.folders(known);
      return found.map((one) => (lies(6) ? { ...one, uidValidity: "", uidNext: 0 } : lies(4) ? { ...one, uidNext: random(30) + 1 } : one));
    },
    open: async (path) => {
      const opened = await session.open(path);
      return opened && lies(5) ? { uidValidity: lies(2) ? "" : opened.uidValidity, uidNext: random(30) } : opened;
    },
    search: async (among) => {
      cut();
      const found = await session.search(among);
      return lies(5) ? some(random, found) : found;
    },
    facts: async (uids) => {
      cut();
      const told = await session.facts(uids);
      const left = lies(4) ? some(random, told) : told;
      return left.map((one) => (lies(8) ? { ...one, size: 0, receivedAt: new Date(), unreported: ["size", "date"] as const } : one));
    },
    fetch: async (messages) => {
      cut();
      const mails = await session.fetch(messages);
      return lies(4) ? some(random, mails) : mails;
    },
    fetchHeadersOnly: async (facts) => (lies(3) ? undefined : session.fetchHeadersOnly(facts)),
  };
};

/** What becomes of a random mailbox: mail comes and goes under lies, pulls, kills and audits; then its server is honest. */
const livedThrough = async (seed: number) => {
  const random = seeded(seed);
  const world = await aPullWorld();
  const expected = new Set<number>();
  /** Mail with dates of years ago: an audit looks for none. */
  const dated = new Set<string>();
  let [mails, honest] = [0, false];
  const mailReader: MailReader = {
    open: async (...to) => {
      const session = await world.server.reader.open(...to);
      return honest ? session : lying(session, random);
    },
  };
  const ingest: SyncPorts["ingest"] = {
    commit: async (...page) => {
      const stored = await world.ingest.commit(...page);
      // Killed after the transaction, before it is known.
      if (!honest && random(15) === 0) throw new Error("killed");
      return stored;
    },
  };
  const pull = () => world.pullLater({ mailReader, ingest });
  const deliver = async () => {
    // New UIDs tell nothing of arrival: a mailbox gets either old dates or new UIDs.
    const old = seed % 2 === 0 && random(4) === 0 && world.cursor()?.filled;
    const { raw } = mail(mails);
    const trace = `Received: by mx.sender.example; ${day(1).toUTCString()}\r\n`;
    world.server.deliver([{ raw: `${old ? trace : ""}${raw}`, receivedAt: old ? day(3_000) : day(random(20) + 1) }]);
    expected.add(mails);
    if (old) dated.add(idOf(mails));
    mails += 1;
  };
  /** What a fault of ours, or of an earlier version, never stored. */
  const lose = async () => {
    const ids = [...world.stored.values()].filter(({ message }) => !dated.has(message.messageId)).map(({ message }) => message.id);
    if (ids.length > 0) world.stored.delete(ids[random(ids.length)]!);
  };
  const steps = [
    lose,
    deliver,
    deliver,
    pull,
    pull,
    pull,
    () => world.audits.ask(world.mailbox),
    async () => void (seed % 2 === 1 && random(3) === 0 && world.server.renumber()),
  ];
  for (let n = 0; n < 4; n += 1) await deliver();
  for (let step = 0; step < 25; step += 1) await steps[random(steps.length)]!();
  honest = true;
  world.wait(DAY_MS);
  for (let n = 0; n < 12; n += 1) await pull();
  await world.audits.ask(world.mailbox);
  for (let n = 0; n < 3; n += 1) await pull();
  const stored = [...world.stored.values()].filter(({ message }) => message.folder === "INBOX").map(({ message }) => message.messageId);
  const last = (await world.audits.find(world.mailbox))?.last;
  return { expected: [...expected].map(idOf).toSorted(), stored: stored.toSorted(), error: (await world.current()).inboxLastError, last };
};

describe("a random mailbox through lies, pulls, kills and audits", () => {
  it(`has everything stored once at the end, ${MAILBOXES} times`, { timeout: 120_000 }, async () => {
    for (let seed = 1; seed <= MAILBOXES; seed += 1) {
      const { expected, stored, error, last } = await livedThrough(seed);
      expect({ seed, stored, error, complete: last?.complete }).toEqual({ seed, stored: expected, error: "", complete: true });
    }
  });
});
