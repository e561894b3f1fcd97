import type { Operation } from "../contract/operation.ts";
import type { KeyInUse } from "../domain/auth/ports.ts";
import { wrongMode } from "../domain/errors.ts";

/** Throws 403 where an operation is for live mail alone, or for test worlds alone, and the key is of the other mode. */
export const assertMode = ({ mode }: Operation, key: KeyInUse): void => {
  if (mode !== undefined && mode !== (key.mode ?? "live")) throw wrongMode(mode);
};
