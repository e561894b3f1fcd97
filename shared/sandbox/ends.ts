import { isSandbox, type ReadAccount, type SubmissionAccount } from "#shared/mailboxes/mailbox.ts";
import type { Among, EncodedPart, MailReader, MailSession, MessageFacts } from "#shared/inbox/ports/mail-session.ts";
import type { SandboxMail, SandboxMails, SandboxRange, Arrival } from "./ports.ts";
import type { SentFolder, Outcome, OutgoingMessage, RefusedReply, Submissions } from "#shared/sending/ports/submission.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { answersTo, behaviourOf, headersOf, refusalOf } from "./correspondents.ts";

/** The mailbox of a sandbox account; throws for any other, which has a server. */
const mailboxIdOf = (account: SubmissionAccount | ReadAccount): string => {
  if (!isSandbox(account)) throw new TypeError("not an account of the sandbox");
  return account.mailboxId;
};

/** Loaded with the first mail: it brings the tables of all charsets. */
const mailParser = async () => (await import("#shared/mail/read/mime/parse-message.ts")).parseMessage;

/** The only folder of a sandbox mailbox. */
const INBOX = { path: "INBOX", role: "inbox", uidValidity: "1" } as const;

/** Reads sandbox mailboxes through the interface of a server: each has one folder with the mail that has arrived. */
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
  const { readMimeTree } = await import("#shared/mail/read/mime/mime-entity.ts");
  const leaf = readMimeTree(raw).leaves.find((one) => one.part === part);
  if (!leaf) return undefined;
  return {
    encoding: leaf.encoding,
    charset: leaf.type.params["charset"],
    content: leaf.body.subarray(0, maxBytes),
    complete: leaf.body.length <= maxBytes,
  };
};

/** The Sent folder of sandbox mailboxes: it holds what was accepted, so that no copies are filed, and has no drafts. */
export const sandboxSentFolder = (sandboxMails: Pick<SandboxMails, "holds">): SentFolder => ({
  draft: async () => ({ kind: "missing" }),
  contains: async (account, messageId, use) => use === "sent" && sandboxMails.holds(mailboxIdOf(account), messageId),
  count: async (account, messageId) => ((await sandboxMails.holds(mailboxIdOf(account), messageId)) ? 1 : 0),
  append: async function* (_account, copies) {
    yield* copies;
  },
});

interface SubmissionPorts {
  readonly sandboxMails: Pick<SandboxMails, "send">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "random">;
}

/**
 * Submission in a test world. Nothing leaves: each recipient acts by the first word of the address, and its answers are scheduled when the email is
 * sent.
 */
export const sandboxSubmissions = (ports: SubmissionPorts): Submissions => ({
  open: async (account) => ({
    open: true,
    submit: async (message, intend) => {
      const refused = refusedOf(message);
      const [first] = refused;
      if (first && refused.length === message.to.length)
        return { kind: "refused", code: first.code, reply: first.reply, recipients: refused };
      const fence = await intended(() => intend(refused));
      if (fence) return fence;
      return accept(ports, mailboxIdOf(account), message, refused);
    },
    close: () => undefined,
  }),
});

const intended = async (intend: () => Promise<boolean>): Promise<Outcome | undefined> => {
  try {
    return (await intend()) ? undefined : { kind: "fenced" };
  } catch (error) {
    return { kind: "internal", error };
  }
};

const refusedOf = ({ to, isRepeated = false }: OutgoingMessage): readonly RefusedReply[] =>
  to.flatMap((email) => {
    const refusal = refusalOf(email, isRepeated);
    return refusal ? [{ email, ...refusal, reply: `${refusal.code} ${refusal.reply}` }] : [];
  });

const accept = async (
  { sandboxMails, clock, ids }: SubmissionPorts,
  mailboxId: string,
  { from, to, raw }: OutgoingMessage,
  refused: readonly RefusedReply[],
): Promise<Outcome> => {
  const taken = to.filter((email) => !refused.some((one) => one.email === email));
  const at = clock.now();
  const isAnswered = taken.some((email) => behaviourOf(email));
  // Loaded with the first email: it brings the tables of all charsets.
  const mail = isAnswered ? (await import("#shared/mail/read/mime/parse-message.ts")).parseMessage(raw) : undefined;
  const arrivals = mail
    ? taken.flatMap((email): readonly Arrival[] => answersTo({ from, to: email, raw, mail, at, id: ids.random(12) }))
    : [];
  try {
    await sandboxMails.send(mailboxId, arrivals, await messageIdOf(raw));
  } catch {
    // The body was sent but its outcome is unknown, as after a lost connection.
    return { kind: "unknown" };
  }
  return { kind: "sent", reply: "250 2.0.0 accepted by the sandbox" };
};

/** The Message-ID in angle brackets, in which form the Sent folder is searched for it. */
const messageIdOf = async (raw: Buffer): Promise<string> => {
  const { field, parseFields } = await import("#shared/mail/read/mime/headers.ts");
  return field(parseFields(headersOf(raw).toString("latin1")), "message-id").trim();
};
