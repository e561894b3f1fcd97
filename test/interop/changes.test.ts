/** T29: random changes on both sides over Dovecot, with kills, new UIDs, cut connections and lies: a share; CHANGES_CAMPAIGN=1000 runs it at full size. */
import { connect as connectTls } from "node:tls";
import { ImapFlow } from "imapflow";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnersSide, runCampaign, type ThereMail } from "#test/support/changes-campaign.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { type Random, seeded } from "#test/support/random.ts";
import { rawMail } from "#test/support/running-system.ts";
import { startScriptedProxy } from "#test/support/scripted-proxy.ts";
import { syncWorld } from "#test/support/sync-world.ts";
import { type DovecotAlone, startDovecotAlone } from "./dovecot-alone.ts";
import { PASSWORD } from "./peers/dovecot.ts";

let dovecot: DovecotAlone;
let proxy: Awaited<ReturnType<typeof startScriptedProxy>>;
beforeAll(async () => {
  dovecot = await startDovecotAlone();
  proxy = await startScriptedProxy(() => connectTls({ host: "127.0.0.1", port: dovecot.port, rejectUnauthorized: false }));
});
afterAll(async () => {
  await proxy?.stop();
  await dovecot?.stop();
});

const SUBJECTS = Array.from({ length: 8 }, (_, n) => `mail${n}`);
const FOLDERS = ["INBOX", "Junk", "Trash", "Work", "Filed"];
/** Commands whose answers are lied about. */
const LIED = /^UID (?:STORE|MOVE|SEARCH|FETCH)/;
/** What is said instead of an answer: a refusal, the end of the connection, nothing found, a message left out. */
const LIES: readonly ((answer: string) => string | undefined)[] = [
  (answer) => (/^\S+ OK/.test(answer) ? answer.replace(/^(\S+) OK.*/, "$1 NO not now") : undefined),
  (answer) => (/^\S+ OK/.test(answer) ? "* BYE gone\r\n" : undefined),
  (answer) => (answer.startsWith("* SEARCH") ? "* SEARCH\r\n" : undefined),
  (answer) => (/^\* \d+ FETCH/.test(answer) ? "" : undefined),
];

/** The mailbox as its owner's program sees it, over a connection of its own. */
const ownerAt = async (email: string, random: Random) => {
  let client: ImapFlow | undefined;
  const at = async (): Promise<ImapFlow> => {
    if (client?.usable) return client;
    const auth = { user: email, pass: PASSWORD };
    client = new ImapFlow({ host: "localhost", port: dovecot.port, secure: true, auth, logger: false, tls: { rejectUnauthorized: false } });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  };
  const located = async () => {
    const imap = await at();
    const found: (ThereMail & { readonly uid: number })[] = [];
    for (const folder of FOLDERS) {
      const { exists } = await imap.mailboxOpen(folder);
      if (exists === 0) continue;
      for await (const { uid, envelope, flags = new Set<string>() } of imap.fetch("1:*", { uid: true, envelope: true, flags: true }))
        found.push({ uid, folder, subject: envelope?.subject ?? "", isRead: flags.has("\\Seen"), isFlagged: flags.has("\\Flagged") });
    }
    return found;
  };
  const open = async (subject: string) => {
    const mail = (await located()).find((one) => one.subject === subject)!;
    const imap = await at();
    await imap.mailboxOpen(mail.folder);
    return { imap, uid: String(mail.uid) };
  };
  const side: OwnersSide = {
    all: located,
    flag: async (subject, { isRead, isFlagged }) => {
      const { imap, uid } = await open(subject);
      await imap.messageFlagsSet(uid, [...(isRead ? ["\\Seen"] : []), ...(isFlagged ? ["\\Flagged"] : [])], { uid: true });
    },
    move: async (subject, folder) => {
      const { imap, uid } = await open(subject);
      await imap.messageMove(uid, folder, { uid: true });
    },
    flip: async () => {
      await client?.logout();
      const folder = FOLDERS[random(FOLDERS.length)]!;
      dovecot.forgetUids(email, folder === "INBOX" ? "" : folder);
    },
    lie: () => {
      const lie = LIES[random(LIES.length)]!;
      let isTold = false;
      proxy.script = (answer, { command }) => {
        const said = isTold || !LIED.test(command) ? undefined : lie(answer);
        if (said === undefined) return [answer];
        isTold = true;
        return said === "" ? [] : [said];
      };
    },
    honest: () => void (proxy.script = (answer) => [answer]),
  };
  return { side, at, close: async () => client?.logout() };
};

describeOnMongo("random changes over Dovecot", (connect) => {
  it("are equal in the end, each made once, and no other mail is touched", { timeout: 5_400_000 }, async () => {
    const random = seeded(4);
    const clock = { later: 0, now: () => new Date(Date.now() + clock.later) };
    const mailReader: typeof proxy.reader = { open: (account, signal) => proxy.reader.open(account, signal) };
    const world = syncWorld(connect, () => ({ host: "localhost", port: 993, password: PASSWORD }), { mailReader, clock });
    const mailbox = await world.mailbox({ syncChanges: true, folders: ["Work", "Filed"] });
    const { email } = mailbox;
    const mail = (subject: string, id: string) => ({
      raw: rawMail({ From: "jane@peer.test", To: email, Subject: subject, "Message-ID": `<${id}@peer.test>` }),
    });
    dovecot.deliver(
      email,
      SUBJECTS.map((subject) => mail(subject, subject)),
    );
    // Mail that nobody may touch: of other content with known Message-IDs, in folders that are read and not read.
    for (const [at, subject] of SUBJECTS.entries())
      dovecot.deliver(email, [mail(`foreign ${subject}`, subject)], ["", "Work", "Trash"][at % 3]);
    const { side, at, close } = await ownerAt(email, random);
    const existing = (await (await at()).list()).map(({ path }) => path);
    for (const folder of FOLDERS) if (!existing.includes(folder)) await (await at()).mailboxCreate(folder);
    await world.pull(mailbox);
    const before = proxy.commands.length;
    const targets = { inbox: ["INBOX"], trash: ["Trash"], spam: ["Junk"], Work: ["Work"], Filed: ["Filed"] };
    const owners = ["INBOX", "Work", "Filed", "Junk"];
    const report = await runCampaign(connect, { ...world, mailbox, clock, side, subjects: SUBJECTS, targets, owners }, random);
    await close();
    console.warn(`Dovecot: ${JSON.stringify(report)}`);
    expect(proxy.commands.slice(before).filter((command) => /^(?:EXPUNGE|CLOSE|UID EXPUNGE)/.test(command))).toEqual([]);
  });
});
