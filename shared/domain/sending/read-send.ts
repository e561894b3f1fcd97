import { notFound } from "../errors.ts";
import { cutToAnswer } from "../mail/text-size.ts";
import type { Sends } from "./ports.ts";
import type { Send, SendBody } from "./send.ts";

/** How much of an answer each of the two bodies may take, in bytes as Lambda counts them: the record has the rest. */
const BODY_MAX_BYTES = 3_000_000;

/** A send with its bodies, each cut where an answer has no room for it. Throws 404. */
export const readSend = async (
  sends: Pick<Sends, "find" | "bodies">,
  userId: string,
  id: string,
): Promise<{ readonly send: Send; readonly body: SendBody }> => {
  const [send, bodies] = await Promise.all([sends.find(userId, id), sends.bodies(userId, [id])]);
  if (!send) throw notFound("Send");
  const { html = "", text = "" } = bodies.get(id) ?? {};
  return { send, body: { html: cutToAnswer(html, BODY_MAX_BYTES), text: cutToAnswer(text, BODY_MAX_BYTES) } };
};
