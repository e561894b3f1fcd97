import { GOOGLE, type Tokens } from "./http/tokens.ts";
import { createTransport } from "nodemailer";
import { randomUUID } from "node:crypto";
import { headerOf, type ParsedMessage } from "#shared/mail/parsed-message.ts";
import { parseMessage } from "#shared/mail/read/mime/parse-message.ts";
import { answersAs, answersTo, type Behaviour, behaviourOf, type Received, refusalOf } from "#shared/sandbox/correspondents.ts";
import type { Arrival } from "#shared/sandbox/ports.ts";

/** The secret that a client logs in with: a password, or an OAuth access token for XOAUTH2. */
export interface Secret {
  readonly password?: string | null | undefined;
  readonly accessToken?: string | null | undefined;
}

/** Whether the user may log in with the secret; a token of Microsoft's kind needs the scope. */
export type Accepts = (user: string, secret: Secret, scope: "SMTP.Send" | "IMAP.AccessAsUser.All") => boolean;

/** The resource whose tokens open Microsoft's mail servers (learn.microsoft.com, "Authenticate … using OAuth"). */
const OUTLOOK = "https://outlook.office.com";
/** The one scope that opens Google's (developers.google.com/workspace/gmail/imap/xoauth2-protocol). */
const GOOGLE_SCOPE = "mail.google.com";

/** Whether an address is a shared mailbox, which everybody who is signed in may use: its local part begins with `shared.`. */
export const isShared = (address: string): boolean => address.toLowerCase().startsWith("shared.");

/**
 * Whether SMTP AUTH and IMAP are switched off for the address, so that only its provider's HTTP interface reaches it: at a domain that begins with
 * `graph-only.` or `gmail-only.`.
 */
export const isApiOnly = (address: string): boolean => /@(?:graph|gmail)-only\./i.test(address);
const isGmailOnly = (address: string): boolean => /@gmail-only\./i.test(address);

/**
 * The SMTP refusal for such an address: of a tenant with SMTP AUTH switched off
 * (learn.microsoft.com/exchange/…/authenticated-client-smtp-submission), or Google's.
 */
export const smtpIsOff = (address: string): string => (isGmailOnly(address) ? GOOGLE_REFUSES : MICROSOFT_REFUSES);
/** For a grant without the scope that SMTP needs (developers.google.com/workspace/gmail/imap/xoauth2-protocol, "Error response"). */
const GOOGLE_REFUSES =
  "5.7.8 Username and Password not accepted. For more information, go to https://support.google.com/mail/?p=BadCredentials";
const MICROSOFT_REFUSES =
  "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant. Visit https://aka.ms/smtp_auth_disabled for more information.";

/** Logins with the sandbox's password, or with a token of its OAuth server. */
export const createAccepts =
  (password: string, tokens: Pick<Tokens, "read">): Accepts =>
  (user, secret, scope) => {
    if (!user.includes("@")) return false;
    if (typeof secret.accessToken !== "string") return secret.password === password;
    const access = tokens.read("access", secret.accessToken);
    if (!access || (access.email !== user.toLowerCase() && !isShared(user))) return false;
    return (
      (access.audience === GOOGLE && access.scopes.includes(GOOGLE_SCOPE)) || (access.audience === OUTLOOK && access.scopes.includes(scope))
    );
  };

/** An accepted message on its way to one correspondent. */
export interface Delivery {
  readonly envelopeFrom: string;
  readonly recipient: string;
  readonly raw: Buffer;
}

/** The refusal of a RCPT TO; undefined when it is accepted. `slow.` refuses each email once, as greylisting does. */
export const createRefusals = () => {
  const waiting = new Set<string>();
  return (from: string, to: string): ReturnType<typeof refusalOf> => {
    const pair = `${from} ${to}`;
    const refused = refusalOf(to, waiting.delete(pair));
    if (refused) waiting.add(pair);
    return refused;
  };
};

/** Timers wait for at most this long, ms. */
const TIMER_MAX_MS = 2 ** 31 - 1;

const received = ({ envelopeFrom, recipient, raw }: Delivery): Received => ({
  from: envelopeFrom,
  to: recipient,
  raw,
  mail: parseMessage(raw),
  at: new Date(),
  id: randomUUID(),
});

/** Clicks the unsubscribe link with this token, as RFC 8058 (3.2) says. */
const click = async (mail: ParsedMessage, token: string): Promise<void> => {
  const link = headerOf(mail, "list-unsubscribe")
    .split(/[<>,\s]+/)
    .find((one) => one.endsWith(`/${token}`));
  if (link === undefined) return;
  const answer = await fetch(link, { method: "POST", body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) });
  if (!answer.ok) throw new Error(`${link} answered ${answer.status}`);
};

/** The people of the sandbox: they read what arrives and answer by real SMTP through the sandbox's server (shared/sandbox/correspondents.ts). */
export const startCorrespondents = (smtps: { port: number; password: string; ca: string }) => {
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host: "127.0.0.1",
    port: smtps.port,
    secure: true,
    tls: { ca: smtps.ca },
    auth: { user: "correspondents@sandbox.test", pass: smtps.password },
  });
  const timers = new Set<NodeJS.Timeout>();

  /** Submits an answer by SMTP: a report with the null return path (RFC 5321, 4.5.5), every other answer with its author's address. */
  const leave = async (mail: ParsedMessage, { raw, token }: Arrival, { recipient, envelopeFrom }: Delivery): Promise<void> => {
    if (token !== undefined) await click(mail, token);
    if (!raw) return;
    const answer = parseMessage(raw);
    const isReport = answer.reports.length > 0;
    const to = answer.to.map(({ email }) => email);
    await transport.sendMail({ raw, envelope: { from: isReport ? "" : recipient, to: isReport ? [envelopeFrom] : to } });
  };

  const at = (moment: Date, work: () => void): void => {
    const ms = moment.getTime() - Date.now();
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        if (ms > TIMER_MAX_MS) at(moment, work);
        else work();
      },
      Math.min(ms, TIMER_MAX_MS),
    );
    timers.add(timer);
  };

  return {
    /** Answers a message at once, whoever received it; false for automatic mail, which is not answered. */
    async answer(behaviour: Behaviour, delivery: Delivery): Promise<boolean> {
      const email = received(delivery);
      const answers = answersAs(behaviour, email);
      for (const arrival of answers) await leave(email.mail, arrival, delivery);
      return answers.length > 0;
    },
    /** Called for every accepted message; answers are lost when the process ends before. */
    receive(delivery: Delivery): void {
      if (!behaviourOf(delivery.recipient)) return;
      const email = received(delivery);
      for (const arrival of answersTo(email))
        at(arrival.at, () => {
          leave(email.mail, arrival, delivery).catch((error: unknown) =>
            console.error(`sandbox: ${delivery.recipient} could not answer:`, error),
          );
        });
    },
    stop(): void {
      for (const timer of timers) clearTimeout(timer);
      transport.close();
    },
  };
};
