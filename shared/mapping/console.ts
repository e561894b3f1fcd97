import type { getSession } from "../contract/console.ts";
import type { AnswerOf } from "../contract/operation.ts";
import type { KeyInUse, User } from "../domain/auth/ports.ts";
import { dateOut } from "./dates.ts";

/** Who is signed in. An exception: it joins an account and a key. */
export const sessionOut = ({ email, name }: User, { scopes, expiresAt, mode }: KeyInUse): AnswerOf<typeof getSession> => ({
  email,
  name,
  scopes: [...scopes],
  mode: mode ?? "live",
  ...(expiresAt && { expires_at: dateOut(expiresAt) }),
});
