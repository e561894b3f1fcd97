import { ApiError, type ThreadMessage } from "../../../client/index.ts";
import { fieldsOf } from "../../data/queries.ts";

/** Whether an answer was refused because its conversation has something that its writer had not seen, or is another one by now. */
export const isUnseen = (error: unknown): boolean =>
  error instanceof ApiError && (error.type === "conversation_changed" || "if_last_message_id" in fieldsOf(error));

/** Whether a message is mail, or an answer that left or still may: an email that failed is no answer. */
const counts = ({ status }: ThreadMessage): boolean => status !== "failed";

/** What the writer of an answer has seen of its conversation: what was there when the form was opened. */
export class Seen {
  readonly #ids: ReadonlySet<string>;
  #last: string | undefined;

  constructor(messages: readonly Pick<ThreadMessage, "id">[]) {
    this.#ids = new Set(messages.map(({ id }) => id));
    this.#last = messages.at(-1)?.id;
  }

  /** Whether the conversation has something newer than what was seen, besides the answer itself, which stands in it once it leaves. */
  lacks(messages: readonly ThreadMessage[], own?: string): boolean {
    return messages.some((message) => message.id !== own && !this.#ids.has(message.id) && counts(message));
  }

  /**
   * Sends an answer that names the last message that was seen. Emails that leave later stand last although others were written after them: when the
   * service names one that was seen too, that is the last.
   */
  async send<T>(attempt: (lastId: string | undefined) => Promise<T>): Promise<T> {
    const tried = new Set<string>();
    for (;;) {
      try {
        return await attempt(this.#last);
      } catch (error) {
        const id = isUnseen(error) ? (error as ApiError).details : undefined;
        if (typeof id !== "string" || !this.#ids.has(id) || tried.has(id)) throw error;
        tried.add(id);
        this.#last = id;
      }
    }
  }
}
