import type { Message } from "#shared/inbox/message.ts";
import { probeMailboxes } from "#shared/inbox/pull/probe.ts";
import { mongoChanges } from "#shared/inbox/store/changes.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoPolls } from "#shared/inbox/store/sync-states.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import { startApiWorld, type TestedApi } from "./api-world.ts";
import { rawMail } from "./running-system.ts";

/** What a mail's subject is. */
export const subjectOf = (raw: Buffer): string => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1] ?? "";

/** Mailboxes with sync_changes over an HTTP interface, pulled, with these subjects in their INBOX and a folder "Work" whose mail is kept whole. */
export const apiChangesWorld =
  (connect: Connect, name: TestedApi) =>
  async (subjects: readonly string[], facts: Partial<Mailbox> = {}) => {
    const clock = { later: 0, now: () => new Date(Date.now() + clock.later) };
    const world = await startApiWorld(connect, name, { clock });
    const mailbox = await world.connected({ syncChanges: true, transportUsed: name, folders: ["Work"], ...facts });
    const { store } = world.sandbox;
    const { email } = mailbox;
    store.create(email, "Work");
    const put = (subject: string, folder = "INBOX", id = `<${subject}@peer.test>`) =>
      store.deliver(email, rawMail({ From: "jane@peer.test", To: email, Subject: subject, ...(id && { "Message-ID": id }) }), { folder });
    for (const subject of subjects) put(subject);
    await world.pull(mailbox);
    const changes = mongoChanges(connect);
    const rows = async () => {
      const found = await messagesOf(await connect())
        .find({ mailboxId: oid(mailbox.id) })
        .toArray();
      return found.map((row) => fromDocument<Message>(row));
    };
    const row = async (subject: string) => (await rows()).find((one) => one.subject === subject)!;
    const find = (subject: string) =>
      store
        .folders(email)
        .flatMap((folder) => folder.messages.filter(({ raw }) => subjectOf(raw) === subject).map((mail) => ({ folder, mail })));
    return {
      ...world,
      mailbox,
      clock,
      store,
      put,
      row,
      rows,
      find,
      ask: async (subject: string, wish: object) => changes.ask(mailbox.userId, (await row(subject)).id, wish, clock.now()),
      pull: () => world.pull(mailbox),
      /** A poll: whether it asks for a pull, and the calls that it made. */
      poll: async () => {
        const before = world.graph.calls.length;
        const ports = { ...world.ports, polls: mongoPolls(connect), syncQueue: { add: async () => undefined } };
        const { pulls } = await probeMailboxes(ports, [mailbox.id]);
        return { pulls, calls: world.graph.calls.slice(before) };
      },
      /** What the owner does: flags, and moves. */
      flag: (subject: string, ...flags: string[]) => {
        for (const { folder, mail } of find(subject)) store.setFlags(email, folder, mail, flags);
      },
      move: (subject: string, to: string) => {
        const found = find(subject);
        const { raw, flags, receivedAt, id } = found[0]!.mail;
        store.create(email, to);
        for (const { folder, mail } of found) store.expunge(email, folder, new Set([mail.uid]));
        store.deliver(email, raw, { folder: to, flags, receivedAt, id });
      },
      /** Each folder's subjects with their flags, by the paths of the interface. */
      there: () =>
        Object.fromEntries(
          store
            .folders(email)
            .filter(({ messages }) => messages.length > 0)
            .map(({ name: folder, messages }) => [
              world.api.paths[folder] ?? folder,
              messages.map(({ raw, flags }) => [subjectOf(raw), ...flags.toSorted()].join(" ")).toSorted(),
            ]),
        ),
    };
  };

/** A world of changes over an HTTP interface. */
export type ApiChangesWorld = Awaited<ReturnType<ReturnType<typeof apiChangesWorld>>>;
