import type { Message, MessageKind, Send, ThreadMessage } from "../generated.ts";
import {
  type Asked,
  type Column,
  type Command,
  jsonLine,
  plain,
  shortTime,
  show,
  type Terminal,
  text,
  untilStopped,
  UsageError,
} from "./command.ts";
import { wait } from "../requests.ts";

const KINDS: readonly MessageKind[] = ["reply", "inbound", "bulk", "bounce", "auto_reply"];
const MOST_MESSAGES = 20;

const messageColumns: readonly Column<Message>[] = [
  ["RECEIVED", ({ received_at }) => shortTime(received_at, "minute")],
  ["KIND", ({ kind }) => kind],
  ["FROM", ({ from }) => from.email],
  ["ID", ({ id }) => id],
  ["THREAD", ({ thread_id }) => thread_id],
  ["SUBJECT", ({ subject, snippet }) => `${subject} | ${snippet}`],
];

const kindOf = (kind: string | undefined): MessageKind | undefined => {
  if (kind === undefined || KINDS.includes(kind as MessageKind)) return kind as MessageKind | undefined;
  throw new UsageError(`--kind is one of ${KINDS.join(", ")}`);
};

/** `inbox`: the latest messages. */
export const inbox: Command = {
  usage: "inbox [--kind KIND] [--unread] [--mailbox ID] [--tenant NAME] [--tag TAG] [--fresh] [-q WORDS]",
  summary: "Show the latest messages",
  help: `  --kind KIND     only of a kind: ${KINDS.join(", ")}
  --unread        only those that nobody has read
  --mailbox ID    only of one mailbox
  --tenant NAME   only of this tenant's mailboxes
  --tag TAG       only answers to emails with this tag, and reports on them
  --fresh         read the mailboxes now
  -q WORDS        only those that hold all words

  email-service inbox --kind reply --unread
  email-service inbox | jq -r .reply_text`,
  options: {
    kind: { type: "string" },
    unread: { type: "boolean" },
    mailbox: { type: "string" },
    tenant: { type: "string" },
    tag: { type: "string" },
    fresh: { type: "boolean" },
    query: { type: "string", short: "q" },
  },
  takes: 0,
  run: async ({ client, terminal, values }) => {
    const query = {
      kind: kindOf(text(values["kind"])),
      mailbox_id: text(values["mailbox"]),
      tenant: text(values["tenant"]),
      tag: text(values["tag"]),
      q: text(values["query"]),
      ...(values["unread"] === true && { unread: true }),
      ...(values["fresh"] === true && { fresh: true }),
      limit: MOST_MESSAGES,
    };
    const { messages } = await client.messages.list(query, { signal: terminal.signal });
    show(terminal, messageColumns, messages);
    return 0;
  },
};

/** The most lines that are shown of one message. */
const LINES_MAX = 2_000;

const showMessage = ({ out }: Terminal, message: ThreadMessage): void => {
  const { direction, from, to, status, reply_text, body_text, snippet, date } = message;
  const people = `${from.email} → ${to.map(({ email }) => email).join(", ")}`;
  out.write(`\n${direction === "inbound" ? "◀" : "▶"} ${plain(`${shortTime(date, "minute")}  ${people}  ${status}`)}\n`);
  const lines = (reply_text || body_text || snippet).split(/\r?\n/);
  for (const line of lines.slice(0, LINES_MAX)) out.write(`  ${plain(line)}\n`);
  if (lines.length > LINES_MAX) out.write(`  … ${lines.length - LINES_MAX} more lines\n`);
};

/** `thread ID`: a conversation, oldest message first. */
export const thread: Command = {
  usage: "thread ID",
  summary: "Show a conversation, oldest message first",
  help: `  Quotes are left out where the message says something new.

  email-service thread 655f1c2e9b1e8a0012345686`,
  options: {},
  takes: 1,
  run: async ({ client, terminal, given: [id = ""] }) => {
    const conversation = await client.threads.get(id, { signal: terminal.signal });
    if (!terminal.out.isTTY) {
      for (const message of conversation.messages) terminal.out.write(`${jsonLine(message)}\n`);
      return 0;
    }
    terminal.out.write(`${plain(conversation.thread.subject)}\n`);
    for (const message of conversation.messages) showMessage(terminal, message);
    return 0;
  },
};

const MOST_SENDS = 20;
const PAUSE_MS = 2_000;

/** The reason for a send's state. */
const reasonOf = ({ last_error, waiting_for, next_attempt_at }: Send): string =>
  last_error !== ""
    ? last_error
    : waiting_for === ""
      ? ""
      : `waits for ${waiting_for}${next_attempt_at === undefined ? "" : ` until ${next_attempt_at}`}`;

const sendColumns: readonly Column<Send>[] = [
  ["ACCEPTED", ({ created_at }) => shortTime(created_at, "second")],
  ["STATUS", ({ status }) => status],
  ["TO", ({ to_email }) => to_email],
  ["ID", ({ id }) => id],
  ["SUBJECT", (send) => [send.subject, reasonOf(send)].filter((part) => part !== "").join(" | ")],
];

/** The parts of a send that may change while it is watched. */
const stateOf = ({ status, attempts, last_error, waiting_for, replied_at, bounced_at }: Send): string =>
  JSON.stringify([status, attempts, last_error, waiting_for, replied_at, bounced_at]);

/** Shows the sends that changed since they were seen, all the first time. */
const showChanges = async ({ client, terminal, values }: Asked, seen: Map<string, string>, first: boolean): Promise<void> => {
  const filter = { tenant: text(values["tenant"]), tag: text(values["tag"]), limit: MOST_SENDS };
  const sends = (await client.sends.list(filter, { signal: terminal.signal })).toReversed();
  const changed = sends.filter((send) => seen.get(send.id) !== stateOf(send));
  for (const send of changed) seen.set(send.id, stateOf(send));
  if (first || changed.length > 0) show(terminal, sendColumns, changed, first);
};

/** `tail`: the latest sends, and their changes. */
export const tail: Command = {
  usage: "tail [--follow] [--tag TAG] [--tenant NAME]",
  summary: "Show the latest sends, and what becomes of them",
  help: `  -f, --follow    go on, with a line for each change; Ctrl-C ends it
  --tag TAG       only emails with this tag
  --tenant NAME   only of this tenant's mailboxes

  email-service tail -f`,
  options: { follow: { type: "boolean", short: "f" }, tag: { type: "string" }, tenant: { type: "string" } },
  takes: 0,
  run: async (asked) => {
    const seen = new Map<string, string>();
    await showChanges(asked, seen, true);
    if (asked.values["follow"] !== true) return 0;
    return untilStopped(asked.terminal, async () => {
      for (;;) {
        await wait(PAUSE_MS, asked.terminal.signal);
        await showChanges(asked, seen, false);
      }
    });
  },
};
