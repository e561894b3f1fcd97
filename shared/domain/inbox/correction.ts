import type { InboundKind } from "../mail/read/classify.ts";

/** What a person says of a message instead of the rules. */
export interface Correction {
  readonly kind?: InboundKind | undefined;
  /** The send that it answers or reports on; "" for none. */
  readonly emailJobId?: string | undefined;
}
