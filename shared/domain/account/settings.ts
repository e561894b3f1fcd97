import type { User, Users } from "../auth/ports.ts";
import { LOW_BALANCE } from "../credits/credit-events.ts";
import type { Wallets } from "../credits/ports.ts";
import { notFound } from "../errors.ts";

/** The ports of looking after an account. */
export interface AccountPorts {
  readonly users: Pick<Users, "find" | "changeSettings">;
  readonly wallets: Pick<Wallets, "find" | "setLowBalance">;
}

/** What an account decides for itself. */
export interface AccountSettings {
  /** Whether a recipient whose delivery failed for good is suppressed. */
  readonly suppressBounced: boolean;
  /** Whether a recipient who complained is suppressed. */
  readonly suppressComplained: boolean;
  /** Whether what it corrects in its inbox may be exported as cases for the evaluation. */
  readonly shareCorrections: boolean;
  /** The balance at which `wallet.low` is published. */
  readonly lowBalance: number;
}

/** An account with its settings. */
export type Account = Pick<User, "id" | "email" | "name" | "createdAt"> & AccountSettings;

/** The account, or 404. */
export const findAccount = async ({ users, wallets }: AccountPorts, userId: string): Promise<Account> => {
  const [user, wallet] = await Promise.all([users.find(userId), wallets.find(userId)]);
  if (!user) throw notFound("Account");
  const { id, email, name, createdAt, suppressBounced = false, suppressComplained = true, shareCorrections = false } = user;
  return {
    id,
    email,
    name,
    createdAt,
    suppressBounced,
    suppressComplained,
    shareCorrections,
    lowBalance: wallet?.lowBalance ?? LOW_BALANCE,
  };
};

/** Changes settings; answers the account. Throws 404. */
export const changeAccount = async (
  ports: AccountPorts,
  userId: string,
  { lowBalance, ...settings }: { [K in keyof AccountSettings]?: AccountSettings[K] | undefined },
): Promise<Account> => {
  const changed = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  if (Object.keys(changed).length > 0) await ports.users.changeSettings(userId, changed);
  if (lowBalance !== undefined) await ports.wallets.setLowBalance(userId, lowBalance);
  return findAccount(ports, userId);
};
