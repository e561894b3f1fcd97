import type { User } from "#shared/accounts/auth/ports.ts";
import { ids } from "#shared/platform/system.ts";

/** An account; state only what matters. */
export const aUser = (facts: Partial<User> = {}): User => {
  const { id = ids.objectId() } = facts;
  return { id, email: `${id}@example.com`, name: "Ann", passwordHash: "$argon2id$", createdAt: new Date("2026-11-21T09:00:00Z"), ...facts };
};
