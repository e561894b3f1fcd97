import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { attachment } from "../attachment.ts";
import type { AcceptedEmail, Email, NewAttachment, Send } from "../generated.ts";
import { TimeoutError } from "../errors.ts";
import { SendEndedError } from "../client.ts";
import { type Asked, type Command, listed, plain, show, type Terminal, text, UsageError } from "./command.ts";

/** Finds the mailbox by its id or address; the only one when absent. An address may also be on mailboxes that were disconnected. */
const mailboxOf = async ({ client, terminal: { signal } }: Asked, from: string | undefined): Promise<string> => {
  const listed = await client.mailboxes.list({}, { signal });
  if (listed.some(({ id }) => id === from)) return from!;
  const mailboxes = listed.filter(({ status }) => status !== "disconnected");
  const found = mailboxes.filter(({ email }) => from === undefined || from.toLowerCase() === email.toLowerCase());
  if (found.length === 1) return found[0]!.id;
  const known = mailboxes.map(({ email }) => email).join(", ") || "none is connected";
  throw new UsageError(`--from names a mailbox by its id or address: ${known}`);
};

const bodyOf = async ({ input }: Terminal, given: string | undefined): Promise<string> =>
  given === "-" ? textOf(input as AsyncIterable<Buffer>) : (given ?? "");

const fileOf = async (path: string): Promise<NewAttachment> => {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--attach: ${path} cannot be read (${error.code})`);
  });
  return attachment(basename(path), bytes);
};

const emailOf = async (asked: Asked): Promise<Email> => {
  const { terminal, values } = asked;
  const [to, subject, body] = [text(values["to"]), text(values["subject"]), text(values["text"])];
  if (to === undefined || subject === undefined || body === undefined) throw new UsageError("--to, --subject and --text are needed");
  const files = await Promise.all(listed(values["attach"]).map(fileOf));
  return {
    mailbox_id: await mailboxOf(asked, text(values["from"])),
    to,
    subject,
    body_text: await bodyOf(terminal, body),
    tags: listed(values["tag"]),
    scheduled_at: text(values["at"]),
    attachments: files,
  };
};

/** Waits until a send has left; returns how it ended, or what is known of it when the time is over. Its id is shown whatever happens. */
const waitedFor = async ({ client, terminal }: Asked, accepted: AcceptedEmail): Promise<Send | AcceptedEmail> => {
  try {
    return await client.waitFor(accepted, "sent", { signal: terminal.signal });
  } catch (error) {
    if (error instanceof SendEndedError) return error.send;
    if (error instanceof TimeoutError) return (terminal.err.write(`${plain(error.message)}\n`), accepted);
    terminal.err.write(`The email was accepted: ${plain(accepted.id)}\n`);
    throw error;
  }
};

/** Sends the email. What a signal interrupts may have been accepted. */
const acceptedOf = async (asked: Asked): Promise<AcceptedEmail> => {
  const { client, terminal, values } = asked;
  const email = await emailOf(asked);
  try {
    return await client.sends.create(email, { idempotencyKey: text(values["key"]), signal: terminal.signal });
  } catch (error) {
    if (terminal.signal.aborted) terminal.err.write("Interrupted: whether the email was accepted is not known\n");
    throw error;
  }
};

/** `send`: sends one email. */
export const send: Command = {
  usage: "send --to ADDRESS --subject TEXT --text TEXT [--from MAILBOX] [--attach FILE]… [--tag TAG]… [--at TIME] [--wait]",
  summary: "Send an email",
  help: `  --to ADDRESS      the recipient
  --subject TEXT
  --text TEXT       the body; - reads it from standard input
  --from MAILBOX    the id or address of the mailbox; not needed where there is one
  --attach FILE     a file; may be given more than once
  --tag TAG         may be given more than once
  --at TIME         when it leaves, RFC 3339
  --wait            up to a minute until it has left; exit code 1 when it has not
  --key TEXT        an Idempotency-Key, where the command may be run again

  email-service send --to jane@example.com --subject Hello --text "How are you?" --wait
  date | email-service send --to jane@example.com --subject Time --text -`,
  options: {
    to: { type: "string" },
    subject: { type: "string" },
    text: { type: "string" },
    from: { type: "string" },
    attach: { type: "string", multiple: true },
    tag: { type: "string", multiple: true },
    at: { type: "string" },
    wait: { type: "boolean" },
    key: { type: "string" },
  },
  takes: 0,
  run: async (asked) => {
    const { terminal, values } = asked;
    const accepted = await acceptedOf(asked);
    const columns = [["ID", (row: { id: string }) => row.id] as const, ["STATUS", (row: { status: string }) => row.status] as const];
    if (values["wait"] !== true) return (show(terminal, columns, [accepted]), 0);
    const ended = await waitedFor(asked, accepted);
    show(terminal, [...columns, ["REASON", (row: Send | AcceptedEmail) => ("last_error" in row ? row.last_error : "")] as const], [ended]);
    return ended.status === "sent" ? 0 : 1;
  },
};
