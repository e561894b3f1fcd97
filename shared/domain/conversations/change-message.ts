import { notFound } from "../errors.ts";
import { publishEvents, type PublishPorts } from "../events/publish.ts";
import type { Correction } from "../inbox/correction.ts";
import type { Message } from "../inbox/message.ts";
import type { Messages } from "../inbox/ports/messages.ts";
import type { Corrections } from "./corrections.ts";

/** The ports of changing messages. */
export interface CorrectPorts extends PublishPorts {
  readonly messages: Pick<Messages, "find" | "setRead">;
  readonly corrections: Pick<Corrections, "correct" | "takeBack">;
}

/** Changes of a message; undefined fields stay. */
export interface MessageChanges extends Correction {
  readonly isRead?: boolean | undefined;
}

/** Corrects a message and sets its read flag; returns the changed message. Throws 400, 404, 409. */
export const changeMessage = async (
  ports: CorrectPorts,
  userId: string,
  id: string,
  { isRead, kind, emailJobId }: MessageChanges,
): Promise<Message> => {
  if (kind !== undefined || emailJobId !== undefined) {
    if (!(await ports.corrections.correct(userId, id, { kind, emailJobId }))) throw notFound("Message");
    await publishEvents(ports, "messages", [id]);
  }
  const message = isRead === undefined ? await ports.messages.find(userId, id) : await ports.messages.setRead(userId, id, isRead);
  if (!message) throw notFound("Message");
  return message;
};

/** Undoes a correction, so that the rules decide again. Throws 404 for a message that was not corrected, 409. */
export const takeBackCorrection = async (ports: Omit<CorrectPorts, "messages">, userId: string, id: string): Promise<void> => {
  if (!(await ports.corrections.takeBack(userId, id))) throw notFound("Correction");
  await publishEvents(ports, "messages", [id]);
};
