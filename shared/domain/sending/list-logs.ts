import { ANSWER_BYTES, answerBytes } from "../mail/text-size.ts";
import type { Page } from "../ports.ts";
import type { SendFilter, Sends } from "./ports/sends.ts";
import { labelsOf, type Send, type SendBody } from "./send.ts";
import { type Wait, type WaitPorts, waitsOf } from "./waiting.ts";

/**
 * The most bytes of a record without bodies, headers, references, copies and labels: its subject has up to 998 characters, and a quotation mark takes
 * four bytes.
 */
const BARE_BYTES = 8_000;
/** The most bytes of a record without bodies, headers and references. */
const bareBytes = (send: Send): number => BARE_BYTES + answerBytes(labelsOf(send));
/** How many bodies are read at a time. */
const STEP = 10;

/**
 * A send with its bodies. Where the answer had no room left, the bodies are undefined, and headers, references and copies are left out; the status
 * operation has them.
 */
export interface LogRow {
  readonly send: Send;
  readonly body: SendBody | undefined;
  readonly wait: Wait;
}

/** The ports of listing. */
export interface LogPorts extends WaitPorts {
  readonly sends: Pick<Sends, "list" | "bodies" | "pauses">;
}

const bare = ({ cc: _cc, bcc: _bcc, attachments: _attachments, refused: _refused, bounces: _bounces, ...send }: Send): Send => ({
  ...send,
  headers: {},
  references: [],
});

/** A page of the log, newest first, with whole records as far as the answer's size allows (contract/README.md, "Sending"). */
export const listLogs = async (ports: LogPorts, userId: string, filter: SendFilter, page: Page): Promise<readonly LogRow[]> => {
  const found = await ports.sends.list(userId, filter, page);
  const waitOf = await waitsOf(ports, userId, found);
  const rows: LogRow[] = [];
  let room = ANSWER_BYTES - found.reduce((sum, send) => sum + bareBytes(send), 0);
  for (let start = 0; start < found.length; start += STEP) {
    const step = found.slice(start, start + STEP);
    const ids = step.map(({ id }) => id);
    const bodies = room > 0 ? await ports.sends.bodies(userId, ids) : new Map<string, SendBody>();
    for (const send of step) {
      const body = bodies.get(send.id);
      room -= Math.max(0, answerBytes(send, send.bounces ?? "", body) - bareBytes(send));
      const wait = waitOf(send);
      rows.push(room > 0 ? { send, body, wait } : { send: bare(send), body: undefined, wait });
    }
  }
  return rows;
};
