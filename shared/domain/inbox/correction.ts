import type { InboundKind } from "../mail/read/classify.ts";

/** What a person says of a message instead of the rules. */
export interface Correction {
  readonly kind?: InboundKind | undefined;
  /** The send that it answers or reports on; "" for none. */
  readonly emailJobId?: string | undefined;
}

/** A correction as it is kept. */
export interface KeptCorrection extends Correction {
  /** The conversation that the message was put into. */
  readonly threadId?: string | undefined;
}
