import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { MailboxChanges } from "#shared/mailboxes/ports.ts";
import { draftSend, type PlacedEmail } from "#shared/sending/accept/draft.ts";
import { fileCopies } from "#shared/sending/deliver/copies.ts";
import type { SentCopies, SentFolder } from "#shared/sending/ports/submission.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail, memorySentFolder, recordingLog, recordingWakeUps } from "#test/support/sending-rig.ts";

const START = Date.parse("2026-11-22T08:00:00Z");
const DAY_MS = 86_400_000;
const END = START + 3_600_000;

/** A mailbox with copies to file over memory, on a clock that each filing moves by `takesMs`. */
const world = async (emails: readonly Partial<PlacedEmail>[], facts: Partial<Mailbox> = {}, takesMs = 0) => {
  const time = { now: START };
  const clock = { now: () => new Date(time.now) };
  const memory = memorySending({ now: () => time.now });
  let mailbox = aMailbox(facts);
  const note = async (_: unknown, changes: MailboxChanges) => ((mailbox = { ...mailbox, ...changes } as Mailbox), true);
  const mailboxes = { findForJob: async () => mailbox, note };
  const drafts = emails.map((email, i) => draftSend({ clock, ids }, { mailbox }, anEmail({ subject: `n ${i}`, ...email })));
  await memory.acceptedSends.accept(mailbox.userId, drafts);
  const sends = drafts.map(({ send }) => send);
  const edit = (send: Send, changes: Partial<Send>) => memory.rows.set(send.id, { ...memory.rows.get(send.id)!, ...changes });
  for (const [i, send] of sends.entries()) edit(send, { status: "sent", sentAt: new Date(START + i), copyAt: new Date(START) });
  const [folder, wakeUps, log] = [memorySentFolder(), recordingWakeUps(), recordingLog()];
  const sentFolder: SentFolder = {
    ...folder,
    append: async function* (account, copies, lack) {
      for await (const copy of folder.append(account, copies, lack)) {
        time.now += takesMs;
        yield copy;
      }
    },
  };
  const asked: string[] = [];
  const published: string[] = [];
  const eventOutbox = { ...memory.eventOutbox, publish: async (_: unknown, some: readonly string[]) => (published.push(...some), []) };
  const imap = async () => (asked.push("account"), mailbox.imap && { ...mailbox.imap, credential: { password: "" } });
  const ports = {
    ...memory,
    mailboxes,
    eventOutbox,
    mailAccounts: { imap, smtp: imap as never, renew: async () => false, otherWay: async () => undefined },
    sentFolder,
    wakeUps,
    clock,
    log,
  };
  const file = async (changes: { copies?: Partial<SentCopies>; sentFolder?: SentFolder } = {}) => {
    const copies = { ...memory.copies, ...changes.copies };
    await fileCopies({ ...ports, ...changes, copies }, mailbox, END);
  };
  const subjects = () => folder.filed.map((raw) => /^Subject: *(.+)$/im.exec(raw.toString())?.[1]?.trim());
  const left = () => sends.flatMap(({ id, subject }) => (memory.rows.get(id)?.copyAt ? [subject] : []));
  const found = () => mailbox.sentCopies;
  const lacks = () => mailbox.sentCopiesLastError ?? "";
  return { ...memory, found, lacks, published, time, mailbox, sends, edit, folder, wakeUps, log, asked, file, subjects, left };
};

describe("a mailbox's copies of sent mail", () => {
  it("tell their mailbox once why none can be filed, and once that they can again", async () => {
    const rig = await world([{}, {}, {}]);
    const noted: unknown[] = [];
    const full: SentFolder = {
      ...rig.folder,
      append: async function* (_, copies, lack) {
        for await (const _copy of copies) lack("over quota");
        yield* [];
      },
    };
    const told = async (sentFolder: SentFolder | undefined) => {
      for (const { id } of rig.sends)
        rig.edit(
          rig.sends.find((one) => one.id === id)!,
          { status: "sent", copyAt: new Date(0), sentAt: new Date(rig.time.now) },
        );
      await rig.file(sentFolder ? { sentFolder } : {});
      noted.push([rig.lacks(), rig.published.length]);
    };

    for (const sentFolder of [undefined, full, full, undefined, undefined]) await told(sentFolder);

    expect(noted).toEqual([
      ["", 0],
      ["over quota", 1],
      ["over quota", 1],
      ["", 2],
      ["", 2],
    ]);
  });

  it("are filed in their order and leave the list, more than one page of them", async () => {
    const rig = await world(Array.from({ length: 30 }, () => ({})));

    await rig.file();

    expect(rig.subjects()).toEqual(rig.sends.map(({ subject }) => subject));
    expect([rig.left(), rig.log.events, rig.wakeUps.woken]).toEqual([[], [], []]);
  });

  it.each([
    ["files its own copies", { type: "google" }],
    ["has no IMAP settings", { imap: undefined }],
  ] as const)("are not looked for where the mailbox %s", async (_, facts) => {
    const rig = await world([{}], facts as Partial<Mailbox>);
    let taken = 0;

    await rig.file({ copies: { take: async () => ((taken += 1), []) } });

    expect([taken, rig.asked]).toEqual([0, []]);
  });

  it("cost no look at the account where none waits", async () => {
    const rig = await world([]);

    await rig.file();

    expect(rig.asked).toEqual([]);
  });

  it("are filed for a minute; then the rest is put back, and another worker is woken", async () => {
    const rig = await world([{}, {}, {}], {}, 30_000);

    await rig.file();

    expect([rig.subjects(), rig.left()]).toEqual([["n 0", "n 1"], ["n 2"]]);
    const { mailbox, sends } = rig;
    expect(rig.wakeUps.woken).toEqual([{ id: sends[1]!.id, userId: mailbox.userId, mailboxId: mailbox.id }]);
    expect(rig.rows.get(sends[2]!.id)?.copyAt).toEqual(rig.rows.get(sends[2]!.id)?.sentAt);
  });

  it("are filed up to a day after they left, and then given up, as is one that cannot be built", async () => {
    const lost = [{ name: "a", type: "a/b", size: 1 }];
    const rig = await world([{}, {}, {}, {}]);
    const [day, older, broken] = rig.sends;
    rig.edit(day!, { sentAt: new Date(START - DAY_MS) });
    rig.edit(older!, { sentAt: new Date(START - DAY_MS - 1) });
    rig.edit(broken!, { attachments: lost });

    await rig.file();

    expect([rig.subjects(), rig.left()]).toEqual([["n 0", "n 3"], []]);
    expect(rig.log.events).toEqual(["a sent copy was given up", "a sent copy was given up"]);
  });

  it("have their files, and the date with which they left: not before their original", async () => {
    const rig = await world([{ attachments: [{ name: "a.txt", type: "text/plain", content: Buffer.from("octets") }] }, {}]);
    const [original, following] = rig.sends;
    rig.edit(original!, { sentAt: new Date(START + 600_000) });
    rig.edit(following!, { waitsFor: original!.id });

    await rig.file();

    const [first, second] = rig.folder.filed.map(String);
    expect(first).toContain(Buffer.from("octets").toString("base64"));
    expect([first, second].map((raw) => new Date(/^Date: *(.+)$/im.exec(raw!)![1]!).getTime())).toEqual([START, START + 600_000]);
  });

  it("stay on the list where the folder fails, which only a log tells", async () => {
    const rig = await world([{}]);
    const append: SentFolder["append"] = () => {
      throw new Error("down");
    };

    await rig.file({ sentFolder: { ...rig.folder, append } });

    expect([rig.left(), rig.log.events]).toEqual([["n 0"], ["sent copies could not be filed"]]);
  });

  it("are waited for until the last has left the list, one after the other, whatever fails", async () => {
    const rig = await world([{}, {}, {}]);
    let [under, most, done] = [0, 0, 0];
    const drop = async (id: string) => {
      most = Math.max(most, (under += 1));
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      under -= 1;
      done += 1;
      if (id === rig.sends[1]!.id) throw new Error("no primary");
    };

    await rig.file({ copies: { drop } });

    expect([most, done, rig.log.events]).toEqual([1, 3, ["a filed copy could not be dropped"]]);
  });
});

describe("copies that the provider files by itself", () => {
  const MINUTE_MS = 60_000;
  const WEEK_MS = 7 * DAY_MS;
  /** Files the copies of the next send, `ms` later; answers how many were filed by us. */
  const next = async (rig: Awaited<ReturnType<typeof world>>, ms: number, sentFolder: SentFolder) => {
    rig.time.now += ms;
    const before = rig.folder.filed.length;
    const waiting = rig.sends.find(({ id }) => !rig.rows.get(id)?.copyAt && !seen.has(id));
    if (waiting) {
      seen.add(waiting.id);
      rig.edit(waiting, { sentAt: new Date(rig.time.now), copyAt: new Date(rig.time.now) });
    }
    await rig.file({ sentFolder });
    return rig.folder.filed.length - before;
  };
  const seen = new Set<string>();
  /** Sends whose copies wait for `next`, and a folder that the provider files each into, as far as `files` says. */
  const provided = async (files: (lookedAt: number) => boolean) => {
    const rig = await world(Array.from({ length: 6 }, () => ({})));
    for (const send of rig.sends) rig.edit(send, { copyAt: undefined as never });
    const looks: string[] = [];
    const count: SentFolder["count"] = async (account, messageId) => {
      looks.push(messageId);
      return ((await rig.folder.count(account, messageId)) ?? 0) + (files(rig.time.now) ? 1 : 0);
    };
    return { rig, looks, folder: { ...rig.folder, count } };
  };

  it("are found with the first email: none is filed twice, and none is looked for in the week that follows", async () => {
    const { rig, looks, folder } = await provided(() => true);

    expect([await next(rig, 0, folder), await next(rig, DAY_MS, folder)]).toEqual([0, 0]);

    expect(rig.found()).toEqual({ by: "provider", lookedAt: new Date(START) });
    expect(looks).toEqual([rig.sends[0]!.messageId]);
    expect(rig.asked).toEqual(["account"]);
  });

  it("are found at the second filing where the provider takes its time: one email alone is there twice", async () => {
    const { rig, looks, folder } = await provided((now) => now > START);

    expect([await next(rig, 0, folder), await next(rig, MINUTE_MS, folder), await next(rig, MINUTE_MS, folder)]).toEqual([1, 0, 0]);

    expect(looks).toEqual([rig.sends[0]!.messageId, rig.sends[0]!.messageId]);
    expect(rig.found()).toMatchObject({ by: "provider" });
  });

  it("are ours where the provider files none: looked for twice, and again after a week", async () => {
    const { rig, looks, folder } = await provided(() => false);

    const filed = [await next(rig, 0, folder), await next(rig, MINUTE_MS, folder), await next(rig, DAY_MS, folder)];
    expect([filed, looks.length, rig.found()?.by]).toEqual([[1, 1, 1], 2, "us"]);
    await next(rig, WEEK_MS, folder);

    expect(looks).toHaveLength(3);
  });

  it("are ours again within two filings where the provider stops", async () => {
    const { rig, folder } = await provided((now) => now === START);

    const filed = [await next(rig, 0, folder), await next(rig, WEEK_MS, folder), await next(rig, MINUTE_MS, folder)];
    expect([filed, rig.found()]).toEqual([[0, 0, 1], { by: "us", lookedAt: new Date(START + WEEK_MS + MINUTE_MS) }]);
  });
});
