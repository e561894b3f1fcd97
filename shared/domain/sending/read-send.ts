import { notFound } from "../errors.ts";
import { cutToAnswer } from "../mail/text-size.ts";
import type { Sends } from "./ports/sends.ts";
import type { Send, SendBody } from "./send.ts";
import { type Wait, type WaitPorts, waitsOf } from "./waiting.ts";

/** How much of an answer each of the two bodies may take, in bytes as Lambda counts them: the record has the rest. */
const BODY_MAX_BYTES = 3_000_000;

/** The ports of reading a send. */
export interface ReadPorts extends WaitPorts {
  readonly sends: Pick<Sends, "find" | "bodies" | "pauses">;
}

/** A send with what it waits for and its bodies, each cut where an answer has no room for it. Throws 404. */
export const readSend = async (
  ports: ReadPorts,
  userId: string,
  id: string,
): Promise<{ readonly send: Send; readonly body: SendBody; readonly wait: Wait }> => {
  const [send, bodies] = await Promise.all([ports.sends.find(userId, id), ports.sends.bodies(userId, [id])]);
  if (!send) throw notFound("Send");
  const { html = "", text = "" } = bodies.get(id) ?? {};
  const wait = (await waitsOf(ports, userId, [send]))(send);
  return { send, wait, body: { html: cutToAnswer(html, BODY_MAX_BYTES), text: cutToAnswer(text, BODY_MAX_BYTES) } };
};
