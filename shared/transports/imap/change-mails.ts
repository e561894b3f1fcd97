import type { FetchMessageObject } from "imapflow";
import { parseCopyUid } from "imapflow/lib/commands/copyuid-parser.js";
import type { FolderWord, MailChanges, ServerFlags } from "#shared/inbox/ports/messages.ts";
import type { MessageLocation } from "#shared/inbox/message.ts";
import { parseHeadersAndParts } from "#shared/mail/read/mime/parse-message.ts";
import { sequenceSet } from "#shared/inbox/uid-set.ts";
import { asUid } from "#shared/inbox/pull/sync-state.ts";
import type { FetchAll } from "./fetch-mails.ts";
import type { LeanImapFlow } from "./lean-imap-flow.ts";
import type { Untagged } from "./list-folders.ts";
import { refusedInSession } from "./open-connection.ts";

/** The special uses for which the words stand (RFC 6154, 2). */
const USES: Readonly<Record<FolderWord, string>> = { archive: "\\Archive", inbox: "\\Inbox", trash: "\\Trash", spam: "\\Junk" };

/** The most UIDs that are read of an answer to a search for one Message-ID. */
const MOST_NAMED = 100;

/** The most messages whose flags are taken of an answer. */
const MOST_FLAGS = 200_000;

interface Answer {
  readonly response: Untagged;
  next(): void;
}
const atom = (value: string) => ({ type: "ATOM", value });

/**
 * Changes at an IMAP server. A message is removed by UID EXPUNGE of its UID alone (RFC 4315, 2.1); a plain EXPUNGE or CLOSE, which would remove what
 * other programs have marked, is never sent.
 */
export const imapChanges = (client: LeanImapFlow, fetchAll: FetchAll): MailChanges => {
  const refusals = <R>(work: Promise<R>): Promise<R> =>
    work.catch((error: unknown) => {
      throw refusedInSession(error);
    });
  /** Sends a command for one message; its answers with a response code. */
  const command = async (name: string, uid: number, ...rest: readonly unknown[]): Promise<readonly Untagged[]> => {
    client.assertAlive();
    const told: Untagged[] = [];
    const untagged = { OK: async (answer: Untagged) => void told.push(answer) };
    const answer = (await refusals(client.exec(name, [{ type: "SEQUENCE", value: String(uid) }, ...rest], { untagged }))) as Answer;
    answer.next();
    client.assertAlive();
    return [...told, answer.response];
  };
  const placeIn = (answers: readonly Untagged[], uid: number, folder: string): MessageLocation | undefined => {
    const map: Parameters<typeof parseCopyUid>[1] = { path: "", destination: folder };
    for (const answer of answers) parseCopyUid(answer as Parameters<typeof parseCopyUid>[0], map);
    const there = asUid(map.uidMap?.get(uid));
    return map.uidValidity === undefined || there === 0 ? undefined : { folder, uidValidity: String(map.uidValidity), uid: there };
  };
  const store = async (uid: number, sign: "+" | "-", flag: string) =>
    void (await command("UID STORE", uid, atom(`${sign}FLAGS.SILENT`), [atom(flag)]));
  let listed: Promise<ReadonlyMap<string, string>> | undefined;
  const byUse = () =>
    (listed ??= refusals(client.list()).then((all) => new Map(all.map(({ specialUse = "", path }) => [specialUse, path]))));
  return {
    open: async (path) => {
      client.knowFolder(path);
      client.assertAlive();
      try {
        // A folder keeps its UIDVALIDITY while it is open (RFC 9051, 2.3.1.1).
        const current = client.mailbox || undefined;
        const isOpen = current?.path === path && current.readOnly !== true;
        const { uidValidity } = isOpen ? current : await client.mailboxOpen(path);
        return { uidValidity: String(uidValidity ?? "") };
      } catch (error) {
        if (typeof error === "object" && error !== null && "mailboxMissing" in error) return undefined;
        throw refusedInSession(error);
      }
    },
    messageIds: async (uids) => {
      const answers = uids.length === 0 ? [] : await refusals(fetchAll(uids, { headers: ["message-id"] }));
      return new Map(answers.map(({ uid, headers = Buffer.alloc(0) }) => [uid, messageIdIn(headers)]));
    },
    named: async (messageId) => {
      client.assertAlive();
      const found = await refusals(client.uidsOf({ header: { "message-id": messageId } }, MOST_NAMED));
      client.assertAlive();
      return found.toSorted((a, b) => a - b);
    },
    setFlags: async (uid, { isRead, isFlagged }) => {
      if (isRead !== undefined) await store(uid, isRead ? "+" : "-", "\\Seen");
      if (isFlagged !== undefined) await store(uid, isFlagged ? "+" : "-", "\\Flagged");
    },
    moves: client.can("MOVE") ? "move" : client.can("UIDPLUS") ? "copy" : "never",
    move: async (uid, path) => placeIn(await command("UID MOVE", uid, { type: "STRING", value: client.spelt(path) }), uid, path),
    copy: async (uid, path) => placeIn(await command("UID COPY", uid, { type: "STRING", value: client.spelt(path) }), uid, path),
    remove: async (uid) => {
      await store(uid, "+", "\\Deleted");
      await command("UID EXPUNGE", uid);
    },
    flags: async (among) => {
      const found = new Map<number, ServerFlags>();
      const take = ({ uid, flags }: FetchMessageObject) => {
        if (asUid(uid) > 0 && flags && found.size < MOST_FLAGS)
          found.set(uid, { isRead: flags.has("\\Seen"), isFlagged: flags.has("\\Flagged") });
      };
      client.assertAlive();
      if ("since" in among) await refusals(client.fetchEach("1:*", { uid: true, flags: true }, take, BigInt(among.since)));
      else if ("uid" in among) await refusals(client.fetchEach(String(among.uid), { uid: true, flags: true }, take));
      else {
        const last = client.messageCount;
        const numbers = `${Math.max(1, last - among.newest + 1)}:${last}`;
        const uids = last === 0 ? [] : await refusals(client.uidsOf({ seq: numbers }, among.newest + 1));
        if (uids.length > 0) await refusals(client.fetchEach(sequenceSet(uids), { uid: true, flags: true }, take));
      }
      client.assertAlive();
      return found;
    },
    folderFor: async (word) => (word === "inbox" ? "INBOX" : (await byUse()).get(USES[word])),
  };
};

const messageIdIn = (headers: Buffer): string =>
  parseHeadersAndParts({ headers, texts: [], htmls: [], attachments: [], reports: [] }).messageId;
