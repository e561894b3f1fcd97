import { notFound } from "../errors.ts";
import { cutToAnswer } from "../mail/text-size.ts";
import type { IsInMaintenance } from "../maintenance.ts";
import type { Log } from "../ports.ts";
import { etaOf } from "./forecast/eta.ts";
import type { Sends } from "./ports/sends.ts";
import type { Send, SendBody } from "./send.ts";
import { type Wait, type WaitPorts, waitsOf } from "./waiting.ts";

/** How much of an answer each of the two bodies may take, in bytes as Lambda counts them; the remainder is for the record. */
const BODY_MAX_BYTES = 3_000_000;

/** The ports of reading a send. */
export interface ReadPorts extends WaitPorts {
  readonly sends: Pick<Sends, "find" | "bodies" | "pauses" | "loads" | "noteEta">;
  readonly isInMaintenance: IsInMaintenance;
  readonly log: Log;
}

/** Keeps the first forecast that a client is told, so that the metrics can say by how much it was wrong. A failure leaves the answer as it is. */
const noteEta = async ({ sends, isInMaintenance, log }: ReadPorts, send: Send, eta: Date | undefined): Promise<void> => {
  const { userId, id, dueAt, firstEta } = send;
  if (!eta || !dueAt || firstEta) return;
  try {
    if (!(await isInMaintenance())) await sends.noteEta(userId, id, dueAt, eta);
  } catch (error) {
    log.warn("the forecast of a send could not be kept", { sendId: id, error });
  }
};

/** A send with what it waits for, when it is expected to leave, and its bodies, each cut where the answer has no room. Throws 404. */
export const readSend = async (
  ports: ReadPorts,
  userId: string,
  id: string,
): Promise<{ readonly send: Send; readonly body: SendBody; readonly wait: Wait }> => {
  const [send, bodies] = await Promise.all([ports.sends.find(userId, id), ports.sends.bodies(userId, [id])]);
  if (!send) throw notFound("Send");
  const { html = "", text = "" } = bodies.get(id) ?? {};
  const [waitOf, eta] = await Promise.all([waitsOf(ports, userId, [send]), etaOf(ports, send)]);
  await noteEta(ports, send, eta);
  return {
    send,
    wait: { ...waitOf(send), eta },
    body: { html: cutToAnswer(html, BODY_MAX_BYTES), text: cutToAnswer(text, BODY_MAX_BYTES) },
  };
};
