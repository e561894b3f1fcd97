import type { User, Users } from "./auth/ports.ts";
import { type ContactLimit, LOW_BALANCE, acceptedThisHour, type Wallets } from "./credits.ts";
import { notFound } from "#shared/platform/errors.ts";
import type { Clock } from "#shared/platform/ports.ts";

/** The dependencies of reading and changing an account. */
export interface AccountPorts {
  readonly clock: Clock;
  readonly users: Pick<Users, "find" | "changeSettings">;
  readonly wallets: Pick<Wallets, "find" | "setLowBalance" | "setContactLimit">;
}

/** The settings of an account. */
export interface AccountSettings {
  /** Whether a recipient whose delivery failed permanently is suppressed. */
  readonly suppressBounced: boolean;
  /** Whether a recipient who complained is suppressed. */
  readonly suppressComplained: boolean;
  /** Whether a sender whose answer asks for no more email is suppressed. */
  readonly suppressAsked: boolean;
  /** Whether its corrections of messages may be exported as cases for the evaluation. */
  readonly shareCorrections: boolean;
  /** The domains whose people are the account's own; empty: those of each tenant's mailboxes. */
  readonly ownDomains: readonly string[];
  /** The balance at which `wallet.low` is published, credits. */
  readonly lowBalance: number;
  /** What the page of connect links calls the product, the account's name by default. */
  readonly connectName: string;
  /** Empty: no logo. */
  readonly connectLogoUrl: string;
  readonly connectRedirectUris: readonly string[];
  readonly connectFrameOrigins: readonly string[];
}

/** An account with its settings and the operator's limits. */
export interface Account extends Pick<User, "id" | "email" | "name" | "createdAt">, AccountSettings {
  /** The most first emails to the same people; absent for no limit. */
  readonly maxContacts?: ContactLimit;
  /** The most emails accepted in a clock hour; absent: as many as the balance covers. */
  readonly hourlySendLimit?: number;
  readonly sendsThisHour: number;
}

/** Finds the account; throws 404. */
export const findAccount = async ({ users, wallets, clock }: AccountPorts, userId: string): Promise<Account> => {
  const [user, wallet] = await Promise.all([users.find(userId), wallets.find(userId)]);
  if (!user) throw notFound("Account");
  const {
    id,
    email,
    name,
    createdAt,
    suppressBounced = false,
    suppressComplained = true,
    suppressAsked = false,
    shareCorrections = false,
    ownDomains = [],
  } = user;
  const { connectName = name, connectLogoUrl = "", connectRedirectUris = [], connectFrameOrigins = [] } = user;
  return {
    id,
    email,
    name,
    createdAt,
    suppressBounced,
    suppressComplained,
    suppressAsked,
    shareCorrections,
    ownDomains,
    connectName,
    connectLogoUrl,
    connectRedirectUris,
    connectFrameOrigins,
    lowBalance: wallet?.lowBalance ?? LOW_BALANCE,
    ...(wallet?.contactLimit && { maxContacts: wallet.contactLimit }),
    ...(wallet?.hourlyLimit !== undefined && { hourlySendLimit: wallet.hourlyLimit }),
    sendsThisHour: acceptedThisHour(wallet ?? {}, clock.now()),
  };
};

/** The settings to change; `maxContacts` null for no limit. */
type AccountChanges = { readonly [K in keyof AccountSettings]?: AccountSettings[K] | undefined } & {
  readonly maxContacts?: ContactLimit | null | undefined;
};

/** Changes settings; returns the account. Throws 404. */
export const changeAccount = async (
  ports: AccountPorts,
  userId: string,
  { lowBalance, maxContacts, ...settings }: AccountChanges,
): Promise<Account> => {
  const changed = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
  if (Object.keys(changed).length > 0) await ports.users.changeSettings(userId, changed);
  if (lowBalance !== undefined) await ports.wallets.setLowBalance(userId, lowBalance);
  if (maxContacts !== undefined) await ports.wallets.setContactLimit(userId, maxContacts ?? undefined);
  return findAccount(ports, userId);
};
