import type { Clock, Ids } from "../ports.ts";
import type { Outcome, OutgoingMessage, RefusedReply, Submissions } from "../sending/ports/submission.ts";
import { answersTo, behaviourOf, refusalOf } from "./correspondents.ts";
import { headersOf } from "./headers-of.ts";
import { mailboxIdOf } from "./mailbox-id-of.ts";
import type { Arrival, SandboxMails } from "./ports.ts";

interface SubmissionPorts {
  readonly sandboxMails: Pick<SandboxMails, "send">;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "random">;
}

/** Submission in a test world: nothing leaves; each recipient does what the address says, and answers are on their way when the email is sent. */
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
  const mail = isAnswered ? (await import("../mail/read/mime/parse-message.ts")).parseMessage(raw) : undefined;
  const arrivals = mail
    ? taken.flatMap((email): readonly Arrival[] => answersTo({ from, to: email, raw, mail, at, id: ids.random(12) }))
    : [];
  try {
    await sandboxMails.send(mailboxId, arrivals, await messageIdOf(raw));
  } catch {
    // The body was given and its end is not known, as when a connection is lost.
    return { kind: "unknown" };
  }
  return { kind: "sent", reply: "250 2.0.0 accepted by the sandbox" };
};

/** Its Message-ID with angle brackets, as the Sent folder is asked for it. */
const messageIdOf = async (raw: Buffer): Promise<string> => {
  const { field, parseFields } = await import("../mail/read/mime/header-block.ts");
  return field(parseFields(headersOf(raw).toString("latin1")), "message-id").trim();
};
