import type { Message, MessageKind } from "../generated.ts";
import { type Command, text, UsageError } from "./command.ts";
import { type Column, shortTime, show } from "./terminal.ts";

const KINDS: readonly MessageKind[] = ["reply", "inbound", "bulk", "bounce", "auto_reply"];
const AT_MOST = 20;

const columns: readonly Column<Message>[] = [
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
      limit: AT_MOST,
    };
    const { messages } = await client.messages.list(query, { signal: terminal.signal });
    show(terminal, columns, messages);
    return 0;
  },
};
