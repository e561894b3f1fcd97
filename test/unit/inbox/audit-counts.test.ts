import { expect, it } from "vitest";
import type { Among, MailReader, MailSession } from "#shared/inbox/ports/mail-session.ts";
import { aPullWorld, mail, mails } from "#test/support/pull-world.ts";

/** A reader whose sessions have more. */
const having = (reader: MailReader, more: (session: MailSession) => Partial<MailSession>): MailReader => ({
  open: async (...given) => {
    const session = await reader.open(...given);
    return Object.assign(Object.create(session) as MailSession, more(session));
  },
});

it("counts what earlier steps counted, what came after the pull not, and what is gone by now not", async () => {
  const world = await aPullWorld();
  world.server.deliver(mails(5));
  await world.pull();
  const lost = [...world.stored.values()].find(({ message }) => message.uid === 2)!;
  world.stored.delete(lost.message.id);
  await world.audits.ask(world.mailbox);
  const place = { path: "INBOX", uidValidity: world.cursor()!.uidValidity, digest: "", left: 5, below: 2 ** 32 };
  const folder = { ...place, onServer: 10_000, stored: 9_000, missing: 7, healed: 7, unreadable: 0, notKept: [] };
  world.written.set(world.mailbox.id, { passed: [], underWay: { done: [], folder } });
  // The server numbers one that it does not have any more, and one that came after the pull.
  const gone = 4;
  const mailReader = having(world.server.reader, (session) => ({
    search: async (among: Among) =>
      "numbers" in among && among.numbers[1] === 5 ? [1, 2, 3, gone, 99] : (await session.search(among)).filter((uid) => uid !== gone),
    facts: async (uids) => (await session.facts(uids)).filter(({ uid }) => uid !== gone),
  }));
  world.stored.delete([...world.stored.values()].find(({ message }) => message.uid === gone)!.message.id);

  await world.pull({}, { mailReader });

  const [inbox] = (await world.audits.find(world.mailbox))!.last!.folders;
  expect(inbox).toMatchObject({ onServer: 10_000 + 5 - 1 - 1, stored: 9_003, missing: 8, healed: 8, unreadable: 0 });
});

it("tells what the provider's list leaves out, and is not complete then", async () => {
  const world = await aPullWorld();
  world.server.deliver(mails(2));
  await world.pull();
  await world.audits.ask(world.mailbox);
  await world.pull({}, { mailReader: having(world.server.reader, () => ({ repair: async () => ({ unlisted: 3 }) })) });

  expect((await world.audits.find(world.mailbox))?.last).toMatchObject({
    complete: false,
    folders: [{ path: "INBOX", unlisted: 3 }, { path: "Junk" }],
  });

  await world.audits.ask(world.mailbox);
  await world.pull();
  const last = (await world.audits.find(world.mailbox))?.last;
  expect(last).toMatchObject({ complete: true });
  expect(last?.folders[0]).not.toHaveProperty("unlisted");
});

it("looks into no folder that no pull reads once its time is over", async () => {
  const world = await aPullWorld();
  world.server.deliver([mail(1)]);
  await world.pull();
  await world.audits.ask(world.mailbox);
  const stop = new AbortController();
  const asked: string[] = [];
  const place = { path: "Old", uidValidity: "9" };
  const audits = {
    ...world.audits,
    locations: async () => (stop.abort(new Error("time is over")), [place]),
    stored: async (...given: Parameters<typeof world.audits.stored>) => {
      asked.push(given[1].path);
      return world.audits.stored(...given);
    },
  };

  await world.pull({ signal: stop.signal }, { audits }).catch(() => undefined);

  expect(asked).not.toContain("Old");
  expect((await world.audits.find(world.mailbox))?.last).toBeUndefined();
});
