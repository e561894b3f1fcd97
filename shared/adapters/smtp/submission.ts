import { Readable } from "node:stream";
import type { SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import { MailFailure } from "../../domain/mailboxes/connection/mail-failure.ts";
import type { Outcome, OutgoingMessage, RefusedReply, Submission } from "../../domain/sending/ports/submission.ts";
import { refusalOf } from "./smtp-error.ts";
import type { SmtpSession } from "./smtp-session.ts";

/** Many servers close a connection after a hundred messages. */
const MESSAGES_PER_CONNECTION = 100;
const RESET_MS = 10_000;
/** How many characters of a positive reply are read. */
const REPLY_MAX = 1_000;

/** Thrown into the body stream to stop it before its first byte. */
class Stopped extends Error {
  readonly outcome: Outcome;
  constructor(outcome: Outcome) {
    super("stopped before the body");
    this.outcome = outcome;
  }
}

const intended = async (intend: () => Promise<boolean>): Promise<void> => {
  const holds = await intend().catch((error: unknown) => {
    throw new Stopped({ kind: "internal", error });
  });
  if (!holds) throw new Stopped({ kind: "fenced" });
};

/**
 * A server that answers DATA with anything but 354 has sent one reply too many before, or does not speak SMTP: its further replies cannot be matched
 * to commands.
 */
const refuseOutOfStep = ({ connection }: SmtpSession): void => {
  if (!String(connection.lastServerResponse).startsWith("354")) throw new Stopped(unreached(new Error("no 354 to DATA")));
};

const unreached = (cause: unknown): Outcome => ({ kind: "unreached", failure: new MailFailure("SMTP", "unreachable", { cause }) });

/**
 * A reply between 354 and the body answers nothing of this message, whatever it says: the answer to DATA comes after its final dot (RFC 5321, 4.1.1.4).
 * The connection is closed before the body can begin, while the intent may still be under way.
 */
const closeOutOfStep = async (session: SmtpSession, asked: Promise<boolean>): Promise<Outcome> => {
  session.destroy();
  try {
    return (await asked) ? unreached(new Error("a reply that answers nothing")) : { kind: "fenced" };
  } catch (error) {
    return { kind: "internal", error };
  }
};

/** The size of a piece of the body: what the server has not yet taken can still be withheld when it answers too early. */
const SLICE_BYTES = 65_536;

/**
 * The body as a stream that is read only after 354, and whose first read waits for the intent, so that nothing leaves earlier (G3 in
 * shared/domain/README.md).
 */
const lazyBody = (raw: Buffer, intend: () => Promise<boolean>, onStart: () => void): Readable => {
  let started: Promise<void> | undefined;
  let at = 0;
  const next = (): Buffer | null => (at < raw.length ? raw.subarray(at, (at += SLICE_BYTES)) : null);
  return new Readable({
    highWaterMark: 1,
    read() {
      started ??= intended(intend).then(onStart);
      started.then(
        () => this.push(next()),
        (error: Error) => this.destroy(error),
      );
    },
  });
};

type Envelope = Parameters<SmtpSession["connection"]["send"]>[0] & { readonly rejectedErrors?: readonly unknown[] };

/** The recipients that the server refused, with its replies. A missing reply counts as temporary, so that the recipient is tried again. */
const refusedIn = ({ rejectedErrors = [] }: Envelope): readonly RefusedReply[] =>
  rejectedErrors.map((error) => {
    const { code = 450, reply = "450 the server refused the recipient" } = refusalOf(error) ?? {};
    return { email: String((error as { readonly recipient?: unknown }).recipient), code, reply };
  });

/** A logged-in session as the delivery worker uses it. */
export const submission = (session: SmtpSession, envelopeMs: number, isAnonymous = false): Submission => {
  let count = 0;
  const submit: Submission["submit"] = async ({ from, to, raw }: OutgoingMessage, intend, replyTimeoutMs): Promise<Outcome> => {
    count += 1;
    let begun = false;
    let asked: Promise<boolean> | undefined;
    let extendBy = (): void => undefined;
    // Before DATA, nodemailer stores each recipient's result in it.
    const envelope: Envelope = { from, to: [...to], size: raw.length };
    const body = lazyBody(
      raw,
      () => {
        refuseOutOfStep(session);
        asked = intend(refusedIn(envelope));
        return asked;
      },
      () => {
        begun = true;
        // A large body takes time, which is added to the limit for the reply.
        extendBy();
      },
    );
    try {
      const accepted = await session.step<SMTPConnectionSendInfo>(envelopeMs, (done, extend) => {
        extendBy = () => extend(replyTimeoutMs);
        session.connection.send(envelope, body, done);
      });
      if (body.readableEnded) return { kind: "sent", reply: accepted?.response.slice(0, REPLY_MAX) };
      if (asked && !begun) return await closeOutOfStep(session, asked);
      // A positive reply while the body is still being sent does not answer it.
      session.destroy();
      return { kind: "unknown" };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal && asked && !begun) return closeOutOfStep(session, asked);
      const refused = refusedIn(envelope);
      if (refusal && !begun) await reset(session);
      // Once the body has begun, a refusal may have come before the final dot, whose reply is then still to come.
      else session.destroy();
      if (refusal && refused.length === to.length) return { kind: "refused", ...refusal, recipients: refused };
      if (refusal) return { kind: "refused", ...refusal };
      if (error instanceof Stopped) return error.outcome;
      return begun ? { kind: "unknown" } : unreached(error);
    }
  };
  return {
    isAnonymous,
    get open() {
      return session.alive && count < MESSAGES_PER_CONNECTION;
    },
    submit,
    close: () => {
      if (session.alive) session.connection.quit();
      setTimeout(() => session.destroy(), RESET_MS).unref();
    },
  };
};

/**
 * After a refused envelope the transaction is still open at the server: without RSET the next MAIL FROM would be out of sequence (RFC 5321, 4.1.4).
 */
const reset = async (session: SmtpSession): Promise<void> => {
  if (!session.alive) return;
  await session.step<boolean>(RESET_MS, (done) => session.connection.reset(done)).catch(() => session.destroy());
};
