import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { rawMail } from "#test/unit/mail/read/raw-mail.ts";
import type { MailReader, MailSession, MessageFacts, ReceivedMail } from "#shared/inbox/ports/mail-session.ts";
import type { FolderRole } from "#shared/inbox/pull/sync-state.ts";

/** A mail on the server; state only what matters. */
export interface ServerMail {
  readonly raw: string;
  readonly receivedAt?: Date;
  readonly facts?: Partial<MessageFacts>;
}

interface Folder {
  readonly path: string;
  readonly role: FolderRole;
  uidValidity: string;
  uidNext: number;
  readonly mails: { readonly uid: number; readonly mail: ServerMail }[];
}

/** A mail server in memory with INBOX and Junk; `calls` tells what was asked of it, `fails` breaks what is asked next. */
export const memoryMailServer = () => {
  const folders: Folder[] = [
    { path: "INBOX", role: "inbox", uidValidity: "1", uidNext: 1, mails: [] },
    { path: "Junk", role: "junk", uidValidity: "1", uidNext: 1, mails: [] },
  ];
  const calls: string[] = [];
  const state = {
    fails: (_call: string): Error | undefined => undefined,
    slow: async (_call: string): Promise<void> => undefined,
    open: 0,
    /** Folders beyond those that are read. */
    beyond: [] as string[],
    /** False for a server that does not tell UIDNEXT (RFC 3501, 6.3.1). */
    uidNextTold: true,
  };
  const asked = async (call: string) => {
    calls.push(call);
    await state.slow(call);
    const failure = state.fails(call);
    if (failure) throw failure;
  };
  const folder = (path: string) => folders.find((candidate) => candidate.path === path);
  const factsOf = ({ uid, mail }: Folder["mails"][number]): MessageFacts => ({
    uid,
    size: mail.raw.length,
    receivedAt: mail.receivedAt ?? new Date("2026-11-20T10:00:00Z"),
    seen: false,
    own: false,
    ...mail.facts,
  });
  const received = (facts: MessageFacts, raw: string): ReceivedMail => {
    const bytes = Buffer.from(raw);
    return { facts, parsed: parseMessage(bytes) };
  };

  const session = (): MailSession => {
    let selected: Folder | undefined;
    const mails = () => selected?.mails ?? [];
    return {
      folders: async () => {
        await asked("folders");
        const { beyond: paths } = state;
        const notRead = { count: paths.length, some: paths.slice(0, 5), beyond: paths.length, paths: [...paths] };
        return folders
          .filter(({ path }) => !paths.includes(path))
          .map(({ path, role, uidValidity, uidNext, mails }) => ({
            path,
            role,
            uidValidity,
            messages: mails.length,
            uidNext: state.uidNextTold ? uidNext : 0,
            ...(path === "INBOX" && paths.length > 0 && { notRead }),
          }));
      },
      open: async (path) => {
        await asked(`open ${path}`);
        selected = folder(path);
        return selected && { uidValidity: selected.uidValidity, uidNext: state.uidNextTold ? selected.uidNext : 0 };
      },
      count: () => mails().length,
      search: async (among) => {
        const day = (date: Date) => Math.floor(date.getTime() / 86_400_000);
        const uids = mails().map(({ uid }) => uid);
        if ("numbers" in among) {
          await asked(`numbers ${among.numbers.join(":")}`);
          return uids.slice(among.numbers[0] - 1, among.numbers[1]);
        }
        if ("uids" in among) {
          await asked(`search of ${among.uids.length}`);
          return uids.filter((uid) => among.uids.includes(uid));
        }
        const { above, upTo, since, before } = among;
        await asked(`search ${above}`);
        return mails()
          .filter(
            (row) =>
              row.uid > above &&
              row.uid <= upTo &&
              (!since || day(factsOf(row).receivedAt) >= day(since) - 1) &&
              (!before || day(factsOf(row).receivedAt) < day(before) - 1),
          )
          .map(({ uid }) => uid);
      },
      facts: async (uids) => {
        await asked(`facts ${uids.length}`);
        return mails()
          .filter(({ uid }) => uids.includes(uid))
          .map(factsOf);
      },
      fetch: async (wanted) => {
        await asked(`fetch ${wanted.map(({ uid }) => uid).join(",")}`);
        return wanted.flatMap((facts) => {
          const row = mails().find(({ uid }) => uid === facts.uid);
          return row ? [received(facts, row.mail.raw)] : [];
        });
      },
      fetchHeadersOnly: async (facts) => {
        await asked(`stub ${facts.uid}`);
        const row = mails().find(({ uid }) => uid === facts.uid);
        return row && { ...received(facts, `${row.mail.raw.split("\r\n\r\n")[0]}\r\n\r\n`), headersOnly: true };
      },
      part: async (uid, part) => {
        await asked(`part ${uid} ${part}`);
        const row = mails().find((candidate) => candidate.uid === uid);
        return row && { encoding: "", content: Buffer.from(row.mail.raw), complete: true };
      },
      close: () => void (state.open -= 1),
    };
  };
  const reader: MailReader = {
    open: async (_account, signal) => {
      await asked("login");
      signal.throwIfAborted();
      state.open += 1;
      return session();
    },
  };
  return {
    reader,
    calls,
    state,
    /** Delivers mail into a folder; answers the UIDs. */
    deliver(mails: readonly ServerMail[], path = "INBOX"): readonly number[] {
      const into = folder(path);
      return mails.map((mail) => {
        into?.mails.push({ uid: into.uidNext, mail });
        return into ? into.uidNext++ : 0;
      });
    },
    /** Makes another folder. */
    create(path: string): void {
      folders.push({ path, role: "other", uidValidity: "1", uidNext: 1, mails: [] });
    },
    /** Makes folders beyond those that are read, each with a mail. */
    createBeyond(...paths: readonly string[]): void {
      for (const [n, path] of paths.entries()) {
        this.create(path);
        state.beyond.push(path);
        this.deliver([{ raw: rawMail({ headers: { "Message-ID": `<beyond${n}@peer.test>` } }).toString() }], path);
      }
    },
    /** Moves a mail into another folder, or only copies it there; answers its UID there. */
    move(uid: number, from: string, to: string, { isCopied = false } = {}): number {
      const [source, target] = [folder(from), folder(to)];
      const at = source?.mails.findIndex((row) => row.uid === uid) ?? -1;
      const row = source?.mails[at];
      if (!source || !target || !row) throw new Error(`no message ${uid} in ${from}, or no ${to}`);
      if (!isCopied) source.mails.splice(at, 1);
      target.mails.push({ uid: target.uidNext, mail: row.mail });
      return target.uidNext++;
    },
    /** Deletes a mail. */
    remove(uid: number, path = "INBOX"): void {
      const mails = folder(path)?.mails ?? [];
      mails.splice(
        mails.findIndex((row) => row.uid === uid),
        1,
      );
    },
    /** A folder that was deleted and made again. */
    empty(path = "INBOX"): void {
      folder(path)?.mails.splice(0);
      this.renumber(path);
    },
    /** All UIDs anew, as after a restored backup. */
    renumber(path = "INBOX", uidValidity?: string): void {
      const at = folder(path);
      if (!at) return;
      at.uidValidity = uidValidity ?? String(Number(at.uidValidity) + 1);
      const mails = at.mails.splice(0).map(({ mail }) => mail);
      at.uidNext = 1;
      this.deliver(mails, path);
    },
  };
};

/** A server of memory. */
export type MemoryMailServer = ReturnType<typeof memoryMailServer>;
