import type { ThreadMessage } from "../generated.ts";
import type { Command } from "./command.ts";
import { jsonLine, plain, shortTime, type Terminal } from "./terminal.ts";

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
