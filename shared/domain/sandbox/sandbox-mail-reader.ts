import type { Among, EncodedPart, MailReader, MailSession, MessageFacts } from "../inbox/ports/mail-session.ts";
import { headersOf } from "./headers-of.ts";
import { mailboxIdOf } from "./mailbox-id-of.ts";
import type { SandboxMail, SandboxMails, SandboxRange } from "./ports.ts";

/** Loaded with the first mail: it brings the tables of all charsets. */
const mailParser = async () => (await import("../mail/read/mime/parse-message.ts")).parseMessage;

/** The only folder of a sandbox mailbox. */
const INBOX = { path: "INBOX", role: "inbox", uidValidity: "1" } as const;

/** Reads sandbox mailboxes as a server would let them be read: one folder, which keeps what has arrived. */
export const sandboxMailReader = (sandboxMails: SandboxMails): MailReader => ({
  open: async (account): Promise<MailSession> => {
    const mailboxId = mailboxIdOf(account);
    const { count, uidNext } = await sandboxMails.arrive(mailboxId);
    const read = (uids: readonly number[]): Promise<readonly SandboxMail[]> =>
      uids.length === 0 ? Promise.resolve([]) : sandboxMails.read(mailboxId, uids);
    const uidsOf = (messages: readonly MessageFacts[]) => messages.map(({ uid }) => uid);
    return {
      folders: async () => [{ ...INBOX, uidNext, messages: count }],
      open: async (path) => (path === INBOX.path ? { uidValidity: INBOX.uidValidity, uidNext } : undefined),
      count: () => count,
      search: (among) => sandboxMails.uids(mailboxId, rangeOf(among)),
      facts: async (uids) => (await read(uids)).map(factsOf),
      fetch: async (messages) => {
        const parseMessage = await mailParser();
        return (await read(uidsOf(messages))).map((mail) => ({ facts: factsOf(mail), parsed: parseMessage(mail.raw) }));
      },
      fetchHeadersOnly: async (message) => {
        const [mail] = await read([message.uid]);
        if (!mail) return undefined;
        const parsed = (await mailParser())(headersOf(mail.raw));
        return { facts: factsOf(mail), parsed: { ...parsed, truncated: { ...parsed.truncated, body: true } }, headersOnly: true };
      },
      part: async (uid, part, maxBytes) => {
        const [mail] = await read([uid]);
        return mail && partOf(mail.raw, part, maxBytes);
      },
      close: () => undefined,
    };
  },
});

const rangeOf = (among: Among): SandboxRange => {
  if ("numbers" in among) return { skip: among.numbers[0] - 1, limit: among.numbers[1] - among.numbers[0] + 1 };
  return "uids" in among ? { uids: among.uids } : { above: among.above, upTo: among.upTo };
};

const factsOf = ({ uid, at, raw }: SandboxMail): MessageFacts => ({ uid, size: raw.length, receivedAt: at, seen: false, own: false });

const partOf = async (raw: Buffer, part: string, maxBytes: number): Promise<EncodedPart | undefined> => {
  if (part === "") return { encoding: "", content: raw.subarray(0, maxBytes), complete: raw.length <= maxBytes };
  const { readMimeTree } = await import("../mail/read/mime/mime-entity.ts");
  const leaf = readMimeTree(raw).leaves.find((one) => one.part === part);
  if (!leaf) return undefined;
  return { encoding: leaf.encoding, content: leaf.body.subarray(0, maxBytes), complete: leaf.body.length <= maxBytes };
};
