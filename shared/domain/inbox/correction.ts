import type { InboundKind } from "../mail/read/classify.ts";

/** A person's correction of what the rules decided about a message. */
export interface Correction {
  readonly kind?: InboundKind | undefined;
  /** The send that it answers or reports on; "" when none. */
  readonly emailJobId?: string | undefined;
}

/** A stored correction. */
export interface KeptCorrection extends Correction {
  /** The conversation to which the message was moved. */
  readonly threadId?: string | undefined;
}
