import { ANSWER_BYTES, answerBytes, cutToAnswer } from "#shared/mail/text.ts";
import type { Page, IsInMaintenance, Log } from "#shared/platform/ports.ts";
import type { SendFilter, Sends } from "./ports/sends.ts";
import { labelsOf, type Send, type SendBody } from "./send.ts";
import { type Wait, type WaitPorts, waitsOf } from "./waiting.ts";
import { notFound } from "#shared/platform/errors.ts";
import { etaOf } from "./forecast/eta.ts";
import type { getSend, getSendStatus } from "./contract/sending.ts";
import { sendRecordOut } from "./wire.ts";
import type { Run } from "#shared/api/http/endpoint.ts";

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
 * A send with its bodies. When the answer has no room left, the bodies are undefined, and headers, references, copies, attachments, refused and
 * bounced recipients are left out; GET /v1/send/{id}/status has them.
 */
export interface LogRow {
  readonly send: Send;
  readonly body: SendBody | undefined;
  readonly wait: Wait;
}

/** The dependencies of listing sends. */
export interface LogPorts extends WaitPorts {
  readonly sends: Pick<Sends, "list" | "bodies" | "pauses">;
}

const bare = ({ cc: _cc, bcc: _bcc, attachments: _attachments, refused: _refused, bounces: _bounces, ...send }: Send): Send => ({
  ...send,
  headers: {},
  references: [],
});

/** A page of the log, newest first, with complete records as far as the answer has room (api/README.md, "Sending"). */
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

/** How much of an answer each of the two bodies may take, in bytes as Lambda counts them; the remainder is for the record. */
const BODY_MAX_BYTES = 3_000_000;
/** Up to this size of an answer a draft is shown with the contents of its files. */
const FILES_BYTES = 5_500_000;

/** The dependencies of reading a send. */
interface ReadPorts extends WaitPorts {
  readonly sends: Pick<Sends, "find" | "bodies" | "pauses" | "loads" | "noteEta">;
  readonly isInMaintenance: IsInMaintenance;
  readonly log: Log;
}

/** Stores the first forecast that a client is shown, so that the metrics can compute its error. A failure does not change the answer. */
const noteEta = async ({ sends, isInMaintenance, log }: ReadPorts, send: Send, eta: Date | undefined): Promise<void> => {
  const { userId, id, dueAt, firstEta } = send;
  if (!eta || !dueAt || firstEta) return;
  try {
    if (!(await isInMaintenance())) await sends.noteEta(userId, id, dueAt, eta);
  } catch (error) {
    log.warn("the forecast of a send could not be kept", { sendId: id, error });
  }
};

/** A send with what it waits for, when it is expected to leave, and its bodies, each cut when the answer has no room. Throws 404. */
export const readSend = async (
  ports: ReadPorts,
  userId: string,
  id: string,
): Promise<{ readonly send: Send; readonly body: SendBody; readonly wait: Wait }> => {
  const [send, bodies] = await Promise.all([ports.sends.find(userId, id), ports.sends.bodies(userId, [id])]);
  if (!send) throw notFound("Send");
  const { html = "", text = "", draftState } = bodies.get(id) ?? {};
  const [waitOf, eta] = await Promise.all([waitsOf(ports, userId, [send]), etaOf(ports, send)]);
  await noteEta(ports, send, eta);
  return {
    send,
    wait: { ...waitOf(send), eta },
    body: {
      html: cutToAnswer(html, BODY_MAX_BYTES),
      text: cutToAnswer(text, BODY_MAX_BYTES),
      ...(draftState !== undefined && { draftState }),
    },
  };
};

/** What the editor of a draft needs besides: its state, and its files as far as the answer has room. */
const editorsPart = async (
  sends: Pick<Sends, "contents">,
  { userId, id, draft, attachments = [] }: Send,
  { draftState, ...body }: SendBody,
) => {
  if (!draft) return undefined;
  const contents = (attachments.length > 0 && (await sends.contents(userId, id))) || [];
  const files = attachments.map((file, i) => ({ ...file, ...(contents[i] && { content: Buffer.from(contents[i]).toString("base64") }) }));
  const fits = answerBytes(files, body, draftState ?? "") < FILES_BYTES;
  return { draftState, ...(fits && files.length > 0 && { attachments: files }) };
};

/** The handler that shows one send, for two operations. */
export const showSend =
  (ports: ReadPorts & { readonly sends: Pick<Sends, "contents"> }): Run<typeof getSend | typeof getSendStatus> =>
  async ({ userId, params: { id } }) => {
    const { send, body, wait } = await readSend(ports, userId, id);
    return sendRecordOut(send, body, wait, await editorsPart(ports.sends, send, body));
  };
