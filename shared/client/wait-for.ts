import { EmailServiceError, TimeoutError } from "./errors.ts";
import type { Send, SendStatus } from "./generated.ts";
import type { RequestOptions } from "./options.ts";
import { wait } from "./requests.ts";

/** The send ended in another state than the awaited one; `send` says how and why. */
export class SendEndedError extends EmailServiceError {
  override readonly name = "SendEndedError";
  readonly send: Send;

  constructor(send: Send, wanted: string) {
    super(`The send is ${send.status}, not ${wanted}${send.last_error === "" ? "" : `: ${send.last_error}`}`);
    this.send = send;
  }
}

/** How long to wait. */
export interface WaitOptions extends RequestOptions {
  /** The longest wait, ms; 60,000 when absent. */
  readonly withinMs?: number | undefined;
}

const WITHIN_MS = 60_000;
const FIRST_MS = 250;
const LONGEST_MS = 5_000;
const ENDED: readonly SendStatus[] = ["sent", "failed", "cancelled"];

/** Polls a send until it has a state; throws SendEndedError when it ended in another, TimeoutError after the time limit. */
export const waitForStatus = async (
  read: (id: string, options: RequestOptions) => PromiseLike<Send>,
  { id }: { readonly id: string },
  wanted: SendStatus,
  options: WaitOptions,
): Promise<Send> => {
  const end = Date.now() + (options.withinMs ?? WITHIN_MS);
  for (let pause = FIRST_MS; ; pause = Math.min(pause * 1.5, LONGEST_MS)) {
    const send = await read(id, options);
    if (send.status === wanted) return send;
    if (ENDED.includes(send.status)) throw new SendEndedError(send, wanted);
    if (Date.now() + pause > end) throw new TimeoutError(`The send is still ${send.status}`);
    await wait(pause, options.signal);
  }
};
