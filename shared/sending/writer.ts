import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { insufficientScope } from "#shared/platform/errors.ts";
import type { Send } from "./send.ts";

/** Who has an email written or changed: its API key. */
export type Writer = Pick<KeyInUse, "id" | "scopes" | "bounds" | "name" | "member">;

/** Whether what a key writes may leave. All that another key writes is held for approval, whatever it asks for. */
export const mayLetLeave = ({ scopes }: Writer): boolean => scopes.includes("send");

/** The id of the key whose held emails alone a writer may change; undefined when it may change all. */
export const ownOnly = (by: Writer): string | undefined => (mayLetLeave(by) ? undefined : by.id);

/** Throws 403 where a key that may not send would change what another key wrote, or what does not wait for approval any more. */
export const assertMayChange = (send: Send, by: Writer): void => {
  const own = ownOnly(by);
  if (own !== undefined && (send.heldBy !== own || send.approvedAt)) throw insufficientScope("send");
};
