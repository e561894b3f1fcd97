import { expect, it } from "vitest";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import type { Changes } from "#shared/inbox/ports/messages.ts";
import { syncMailbox } from "#shared/inbox/pull/sync-mailbox.ts";
import type { Message } from "#shared/inbox/message.ts";
import { changesWorld } from "#test/support/changes-world.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { seeded } from "#test/support/random.ts";
import { scriptedImap } from "#test/support/scripted-imap.ts";

const server = await scriptedImap();
const SUBJECTS = Array.from({ length: 8 }, (_, n) => `mail${n}`);
const LEASE_MS = 100;
const subjectOf = (raw: Buffer) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1] ?? "";

describeOnMongo("random changes on both sides", (connect) => {
  it.each([1, 2])(
    "are equal in the end, each made once, and no other mail is touched: seed %i",
    async (seed) => {
      const random = seeded(seed);
      const pick = <T>(all: readonly T[]): T => all[random(all.length)]!;
      const maybe = (percent: number) => random(100) < percent;
      const world = await changesWorld(connect, server)(SUBJECTS, { folders: ["Work"] });
      const { email } = world.mailbox;
      server.store.create(email, "Work");
      // Mail that this service does not know: in a folder that is not read, and fakes with known Message-IDs, which are of other content.
      const foreign = SUBJECTS.map((subject) => world.put(`fake of ${subject}`, "Trash", `<${subject}@peer.test>`));
      const folders = () => server.store.folders(email);
      const find = (subject: string) =>
        folders().flatMap((folder) => folder.messages.filter(({ raw }) => subjectOf(raw) === subject).map((mail) => ({ folder, mail })));
      let asked = 0;
      const here = async () => {
        const wish = {
          ...(maybe(50) && { isRead: maybe(50) }),
          ...(maybe(30) && { isFlagged: maybe(50) }),
          ...(maybe(40) && { folder: pick(["inbox", "trash", "spam", "Work"]) }),
        };
        if (Object.keys(wish).length > 0) asked += 1;
        if (Object.keys(wish).length > 0) await world.ask(pick(SUBJECTS), wish);
      };
      const there = () => {
        const [found] = find(pick(SUBJECTS));
        if (!found || found.folder.name === "Trash") return;
        const { folder, mail } = found;
        if (maybe(60))
          return server.store.setFlags(
            email,
            folder,
            mail,
            ["\\Seen", "\\Flagged"].filter(() => maybe(50)),
          );
        const { raw, flags, receivedAt, id } = mail;
        server.store.deliver(email, raw, { folder: pick(["INBOX", "Junk", "Work"]), flags, receivedAt, id });
        server.store.expunge(email, folder, new Set([mail.uid]));
      };
      const real = mongoChanges(connect);
      let kills = true;
      const dying =
        <A extends readonly unknown[], R>(work: (...given: A) => Promise<R>) =>
        async (...given: A): Promise<R> => {
          if (kills && maybe(5)) throw new Error("killed before");
          const result = await work(...given);
          if (kills && maybe(5)) throw new Error("killed after");
          return result;
        };
      const changes: Changes = {
        ...real,
        begin: dying((...given: Parameters<Changes["begin"]>) => real.begin(...given)),
        settle: dying((...given: Parameters<Changes["settle"]>) => real.settle(...given)),
        take: dying((...given: Parameters<Changes["take"]>) => real.take(...given)),
      };
      const pull = async () => {
        const mailbox = (await world.mailboxes.findForJob(world.mailbox.id))!;
        const limits = { signal: AbortSignal.timeout(20_000), leaseMs: LEASE_MS };
        await syncMailbox({ ...world.ports, changes }, mailbox, limits).catch(() => new Promise((done) => setTimeout(done, LEASE_MS * 2)));
        world.clock.later += 60_000;
      };
      server.script = (answer, { command }) => {
        if (!kills || !/^UID (?:STORE|MOVE|SEARCH|FETCH)/.test(command) || !maybe(3)) return [answer];
        return /^\S+ OK/.test(answer) ? [answer.replace(/^(\S+) OK.*/, "$1 NO not now")] : [answer];
      };

      for (let n = 0; n < 80; n += 1) {
        if (maybe(60)) await here();
        if (maybe(40)) there();
        if (maybe(4)) world.renumber(pick(["INBOX", "Junk", "Work"]));
        if (maybe(50)) await pull();
      }
      kills = false;
      for (let n = 0; n < 12; n += 1) {
        await pull();
        world.clock.later += 6 * 3_600_000;
      }

      const places = SUBJECTS.map((subject) => ({ subject, found: find(subject) }));
      const rows = new Map<string, Message>();
      for (const subject of SUBJECTS) rows.set(subject, await world.row(subject));
      expect(places.filter(({ found }) => found.length !== 1)).toEqual([]);
      expect(
        SUBJECTS.map((subject) => {
          const { folder, isRead, isFlagged = false, wish } = rows.get(subject)!;
          return { subject, folder, isRead, isFlagged, wish };
        }),
      ).toEqual(
        places.flatMap(({ subject, found }) =>
          found.map(({ folder, mail }) => ({
            subject,
            folder: folder.name,
            isRead: mail.flags.includes("\\Seen"),
            isFlagged: mail.flags.includes("\\Flagged"),
            wish: undefined,
          })),
        ),
      );
      const trash = server.store.folder(email, "Trash")!.messages;
      expect(foreign.every((one) => trash.some(({ uid, flags }) => uid === one.uid && flags.length === 0))).toBe(true);
      expect(asked).toBeGreaterThan(25);
    },
    120_000,
  );
});
