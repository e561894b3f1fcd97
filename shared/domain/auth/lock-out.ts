import type { ApiKeys, Users } from "./ports.ts";

/** The ports of locking an account. */
export interface LockOutPorts {
  readonly users: Pick<Users, "setLocked">;
  readonly apiKeys: Pick<ApiKeys, "deleteAll">;
}

/** Locks an account: first no login, so that no new key is made, then every API key is revoked; returns how many. */
export const lockOut = async ({ users, apiKeys }: LockOutPorts, userId: string, at: Date): Promise<number> => {
  await users.setLocked(userId, at);
  return apiKeys.deleteAll(userId);
};
