import type { Message } from "#shared/inbox/message.ts";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import { rawMail } from "./running-system.ts";
import type { ScriptedImap } from "./scripted-imap.ts";
import { syncWorld } from "./sync-world.ts";

let accounts = 0;

/** Makes mailboxes with sync_changes at a scripted server, pulled, with these subjects in their INBOX. */
export const changesWorld =
  (connect: Connect, server: ScriptedImap) =>
  async (subjects: readonly string[], facts: Partial<Mailbox> = {}) => {
    const email = `changes${(accounts += 1)}@sandbox.test`;
    const clock = { later: 0, now: () => new Date(Date.now() + clock.later) };
    const world = syncWorld(connect, () => ({ host: "127.0.0.1", port: server.port, password: "sandbox" }), {
      mailReader: server.reader,
      clock,
    });
    const put = (subject: string, folder = "INBOX", id = `<${subject}@peer.test>`) =>
      server.store.deliver(email, rawMail({ From: "jane@peer.test", To: email, Subject: subject, ...(id && { "Message-ID": id }) }), {
        folder,
      });
    for (const subject of subjects) put(subject);
    const mailbox = await world.mailbox({ email, syncChanges: true, ...facts });
    await world.pull(mailbox);
    const changes = mongoChanges(connect);
    const rows = async () => {
      const found = await messagesOf(await connect())
        .find({ mailboxId: oid(mailbox.id) })
        .toArray();
      return found.map((row) => fromDocument<Message>(row));
    };
    const row = async (subject: string) => (await rows()).find((one) => one.subject === subject)!;
    return {
      ...world,
      mailbox,
      put,
      row,
      clock,
      ask: async (subject: string, wish: object, forServer = true) =>
        changes.ask(mailbox.userId, (await row(subject)).id, wish, forServer ? clock.now() : undefined),
      pull: (limits: { leaseMs?: number } = {}) => world.pull(mailbox, limits),
      /** Each folder's subjects with their flags. */
      there: () =>
        Object.fromEntries(
          server.store
            .folders(email)
            .filter(({ messages }) => messages.length > 0)
            .map(({ name, messages }) => [
              name,
              messages.map(({ raw, flags }) => [/^Subject: (.*)\r$/m.exec(raw.toString())?.[1], ...flags.toSorted()].join(" ")).toSorted(),
            ]),
        ),
      folder: (name = "INBOX") => server.store.folder(email, name)!,
      renumber: (name = "INBOX") => {
        const folder = server.store.folder(email, name)!;
        folder.uidValidity += 1;
        const all = folder.messages.splice(0);
        folder.uidNext = 100;
        for (const { raw, flags, receivedAt, id } of all.toReversed())
          server.store.deliver(email, raw, { folder: name, flags, receivedAt, id });
      },
      move: (subject: string, to: string) => {
        const folder = server.store.folder(email, "INBOX")!;
        const mail = folder.messages.find(({ raw }) => raw.includes(`Subject: ${subject}\r`))!;
        server.store.deliver(email, mail.raw, { folder: to, flags: mail.flags, receivedAt: mail.receivedAt, id: mail.id });
        server.store.expunge(email, folder, new Set([mail.uid]));
      },
    };
  };
