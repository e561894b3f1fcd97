// Random changes on both sides of a mailbox with sync_changes, with kills, new UIDs, lies and moved folders; the same for every transport.
import { expect } from "vitest";
import type { Changes } from "#shared/inbox/ports/messages.ts";
import type { Message } from "#shared/inbox/message.ts";
import { syncMailbox, type SyncPorts } from "#shared/inbox/pull/sync-mailbox.ts";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import type { Random } from "./random.ts";

/** How many changes a campaign makes: a share of the whole unless CHANGES_CAMPAIGN names a number. */
const CAMPAIGN = Number(process.env["CHANGES_CAMPAIGN"] ?? 45);

/** A mail as it is at the server, in a folder by the name that records have. */
export interface ThereMail {
  readonly subject: string;
  readonly folder: string;
  readonly isRead: boolean;
  readonly isFlagged: boolean;
}

/** A mailbox at its server, as its owner sees and uses it. */
export interface OwnersSide {
  all(): Promise<readonly ThereMail[]>;
  flag(subject: string, flags: Pick<ThereMail, "isRead" | "isFlagged">): Promise<void>;
  move(subject: string, folder: string): Promise<void>;
  /** What the transport has of new UIDVALIDITYs: every number that the service knows means nothing any more. */
  flip(): Promise<void>;
  /** Plants something that goes wrong with the next calls. */
  lie(): void;
  honest(): void;
}

/** What a campaign needs: folders are by the names that records have; the words are asked for as folders, too. */
interface Campaign {
  readonly mailbox: Mailbox;
  readonly mailboxes: Pick<Mailboxes, "findForJob">;
  readonly ports: SyncPorts;
  readonly clock: { later: number; now: () => Date };
  readonly side: OwnersSide;
  /** Subjects of the mailbox's own mail; all other mail is nobody's to touch. */
  readonly subjects: readonly string[];
  /** What can be asked for, and the folders to one of which it leads. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
  /** Where the owner moves mail: folders that are read. */
  readonly owners: readonly string[];
}

const LEASE_MS = 100;
const FIELDS = ["isRead", "isFlagged", "folder"] as const;
type Field = (typeof FIELDS)[number];

/** Ports of which a call now and then fails before or after it took effect, as when a worker is killed there. */
const dyingChanges = (real: Changes, kills: () => boolean): Changes => {
  const dying =
    <A extends readonly unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (kills()) throw new Error("killed before");
      const result = await work(...given);
      if (kills()) throw new Error("killed after");
      return result;
    };
  return {
    ...real,
    begin: dying((...given: Parameters<Changes["begin"]>) => real.begin(...given)),
    settle: dying((...given: Parameters<Changes["settle"]>) => real.settle(...given)),
    take: dying((...given: Parameters<Changes["take"]>) => real.take(...given)),
  };
};

/** What pulls changed at the server, held against what was asked for: each change at most once, and nothing else. */
const judge = () => {
  const waiting = new Map<string, { readonly values: readonly unknown[]; isMade: boolean }>();
  const wrong: string[] = [];
  let made = 0;
  const key = (subject: string, field: Field) => `${subject} ${field}`;
  return {
    wrong,
    made: () => made,
    asked: (subject: string, field: Field, values: readonly unknown[]) => void waiting.set(key(subject, field), { values, isMade: false }),
    /** The owner has changed it: what waits here may be made once more. */
    ownerDid: (subject: string, field: Field) => {
      const known = waiting.get(key(subject, field));
      if (known) known.isMade = false;
    },
    pulled: (before: readonly ThereMail[], after: readonly ThereMail[], isOurs: (subject: string) => boolean) => {
      const was = new Map(before.map((mail) => [mail.subject, mail]));
      if (before.length !== after.length) wrong.push(`${before.length} mails became ${after.length}`);
      for (const mail of after) {
        for (const field of FIELDS) {
          if (was.get(mail.subject)?.[field] === mail[field]) continue;
          const known = waiting.get(key(mail.subject, field));
          if (!isOurs(mail.subject)) wrong.push(`foreign: ${mail.subject} ${field}`);
          else if (!known?.values.includes(mail[field])) wrong.push(`not asked for: ${mail.subject} ${field} ${String(mail[field])}`);
          else if (known.isMade) wrong.push(`twice: ${mail.subject} ${field}`);
          else {
            known.isMade = true;
            made += 1;
          }
        }
      }
    },
  };
};

/** Runs a campaign and expects that both sides are equal in the end, that no foreign mail was touched and that each change was made once. */
export const runCampaign = async (connect: Connect, { subjects, side, clock, ...given }: Campaign, random: Random, changes = CAMPAIGN) => {
  const { mailbox, ports } = given;
  const pick = <T>(all: readonly T[]): T => all[random(all.length)]!;
  const maybe = (percent: number) => random(100) < percent;
  const counts = { here: 0, there: 0, pulls: 0, killed: 0, flips: 0, lies: 0, foldersMoved: 0 };
  let isBad = true;
  const real = mongoChanges(connect);
  const dying = dyingChanges(real, () => isBad && maybe(4) && (counts.killed += 1) > 0);
  const { wrong, made, asked, ownerDid, pulled } = judge();
  const isOurs = (subject: string) => subjects.includes(subject);
  const foreign = async () => {
    const all = (await side.all()).filter(({ subject }) => !isOurs(subject));
    return all.map(({ subject, folder, isRead, isFlagged }) => JSON.stringify([subject, folder, isRead, isFlagged])).toSorted();
  };
  const foreignBefore = await foreign();
  const rows = async (): Promise<readonly Message[]> => {
    const found = await messagesOf(await connect())
      .find({ mailboxId: oid(mailbox.id) })
      .toArray();
    return found.map((row) => fromDocument<Message>(row)).filter(({ subject }) => isOurs(subject));
  };
  const here = async () => {
    const row = pick(await rows());
    const wish = {
      ...(maybe(50) && { isRead: maybe(50) }),
      ...(maybe(30) && { isFlagged: maybe(50) }),
      ...(maybe(40) && { folder: pick(Object.keys(given.targets)) }),
    };
    if (Object.keys(wish).length === 0) return;
    const after = await real.ask(mailbox.userId, row.id, wish, clock.now());
    for (const field of FIELDS)
      if (wish[field] !== undefined && after?.wish?.[field] !== undefined)
        asked(row.subject, field, field === "folder" ? given.targets[String(wish.folder)]! : [wish[field]]);
    counts.here += Object.keys(wish).length;
  };
  const moveThere = async (subject: string, folder: string) => {
    await side.move(subject, folder);
    ownerDid(subject, "folder");
  };
  const there = async () => {
    const mail = pick((await side.all()).filter(({ subject, folder }) => isOurs(subject) && given.owners.includes(folder)));
    if (!mail) return;
    counts.there += 1;
    if (maybe(40)) return moveThere(mail.subject, pick(given.owners.filter((folder) => folder !== mail.folder)));
    const flags = { isRead: maybe(50), isFlagged: maybe(50) };
    await side.flag(mail.subject, flags);
    for (const field of ["isRead", "isFlagged"] as const) if (flags[field] !== mail[field]) ownerDid(mail.subject, field);
  };
  /** All mail of a folder goes to another one, as when the folder itself is moved. */
  const moveFolder = async () => {
    const [from, to] = [pick(given.owners.slice(1)), pick(given.owners.slice(1))];
    if (from === to) return;
    counts.foldersMoved += 1;
    for (const { subject, folder } of await side.all()) if (isOurs(subject) && folder === from) await moveThere(subject, to);
  };
  const pull = async () => {
    const before = await side.all();
    const current = (await given.mailboxes.findForJob(mailbox.id))!;
    const limits = { signal: AbortSignal.timeout(30_000), leaseMs: LEASE_MS };
    await syncMailbox({ ...ports, changes: dying }, current, limits).catch(() => new Promise((done) => setTimeout(done, LEASE_MS * 2)));
    clock.later += 60_000;
    counts.pulls += 1;
    pulled(before, await side.all(), isOurs);
  };

  while (counts.here + counts.there < changes) {
    if (maybe(60)) await here();
    if (maybe(50)) await there();
    if (maybe(3)) await moveFolder();
    if (maybe(3)) {
      await side.flip();
      counts.flips += 1;
    }
    if (maybe(20)) {
      side.lie();
      counts.lies += 1;
    }
    if (maybe(60)) await pull();
  }
  isBad = false;
  side.honest();
  for (let n = 0; n < 12; n += 1) {
    await pull();
    clock.later += 6 * 3_600_000;
  }

  const shown = (mail: Pick<Message, "subject" | "folder" | "isRead" | "isFlagged">) => ({
    subject: mail.subject,
    folder: mail.folder,
    isRead: mail.isRead,
    isFlagged: mail.isFlagged ?? false,
  });
  const bySubject = (a: { subject: string }, b: { subject: string }) => (a.subject < b.subject ? -1 : 1);
  const stored = await rows();
  expect(wrong).toEqual([]);
  expect(stored.map(shown).toSorted(bySubject)).toEqual(
    (await side.all())
      .filter(({ subject }) => isOurs(subject))
      .map(shown)
      .toSorted(bySubject),
  );
  expect(stored.filter(({ wish, serverState }) => wish !== undefined || serverState === "failed")).toEqual([]);
  expect(await foreign()).toEqual(foreignBefore);
  expect(made()).toBeGreaterThan(changes / 8);
  return { ...counts, made: made(), foreign: foreignBefore.length };
};
