import type { OAuthProviderName } from "#shared/providers/index.ts";
import type { FailureCause } from "#shared/mailboxes/connection/mail-failure.ts";

/** Why a step failed: the login, or something about the link, the browser or the input. */
export type Problem = FailureCause | "address" | "settings" | "denied" | "again" | "limit" | "connected" | "notHere" | "otherBrowser";

/** The texts of a connect link's page, with the placeholders `{product}`, `{email}`, `{provider}` and `{domain}`. */
export interface PageWords {
  readonly title: string;
  readonly intro: string;
  /** The same where the link asks for sending alone. */
  readonly introSend: string;
  readonly reconnect: string;
  readonly address: string;
  readonly next: string;
  readonly withProvider: string;
  /** How a sentence names providers, where the language gives their names an article. */
  readonly providers?: Partial<Readonly<Record<OAuthProviderName, string>>>;
  readonly consentNote: string;
  readonly password: string;
  readonly appPassword: string;
  readonly appPasswordNote: string;
  readonly appPasswordLink: string;
  readonly usePassword: string;
  readonly settings: string;
  readonly settingsNote: string;
  readonly outgoing: string;
  readonly incoming: string;
  readonly server: string;
  readonly port: string;
  readonly security: string;
  readonly username: string;
  /** Above the names of servers that the owner confirms before a password is asked for, and what to do about them. */
  readonly outside: string;
  readonly outsideNote: string;
  readonly confirm: string;
  readonly others: string;
  /** Where no servers were found. */
  readonly unknown: string;
  readonly connect: string;
  readonly otherAddress: string;
  readonly storedNote: string;
  readonly done: string;
  readonly doneText: string;
  readonly back: string;
  readonly used: string;
  readonly usedText: string;
  readonly expired: string;
  readonly expiredText: string;
  readonly noLink: string;
  readonly noLinkText: string;
  readonly problems: Readonly<Record<Problem, string>>;
}
