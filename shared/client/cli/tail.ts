import type { Send } from "../generated.ts";
import { wait } from "../requests.ts";
import { type Asked, type Command, text, untilStopped } from "./command.ts";
import { type Column, shortTime, show } from "./terminal.ts";

const AT_MOST = 20;
const PAUSE_MS = 2_000;

/** The reason for a send's state. */
const reasonOf = ({ last_error, waiting_for, next_attempt_at }: Send): string =>
  last_error !== ""
    ? last_error
    : waiting_for === ""
      ? ""
      : `waits for ${waiting_for}${next_attempt_at === undefined ? "" : ` until ${next_attempt_at}`}`;

const columns: readonly Column<Send>[] = [
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
  const filter = { tenant: text(values["tenant"]), tag: text(values["tag"]), limit: AT_MOST };
  const sends = (await client.sends.list(filter, { signal: terminal.signal })).toReversed();
  const changed = sends.filter((send) => seen.get(send.id) !== stateOf(send));
  for (const send of changed) seen.set(send.id, stateOf(send));
  if (first || changed.length > 0) show(terminal, columns, changed, first);
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
