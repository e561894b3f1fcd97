import { providerNames, providers, shownProviders } from "#shared/providers/index.ts";
import { ACCESSES } from "#shared/providers/provider.ts";
import type { ProviderOut } from "./contract/providers.ts";
import { knownProviders } from "./discovery/known-providers.ts";
import { settingsAt } from "./discovery/provider-settings.ts";

const APP_PASSWORD = "Takes an app password, made in the account's security settings, not the account's own.";

/** The rows of the table of known providers that a person can choose by name, under which name, and what they have to do first. */
const offered: readonly (readonly [id: string, name: string, hint: string])[] = [
  ["google", "Gmail, by app password", APP_PASSWORD],
  ["icloud", "iCloud", APP_PASSWORD],
  ["yahoo", "Yahoo", APP_PASSWORD],
  ["fastmail", "Fastmail", APP_PASSWORD],
  ["zoho", "Zoho", "Switch IMAP on in Zoho's settings first."],
  ["gmx", "GMX", "Switch POP3 and IMAP access on in GMX's settings first."],
  ["ionos-com", "IONOS", ""],
];

const serversOf = ([id, name, hint]: (typeof offered)[number]): ProviderOut["servers"] => {
  const row = knownProviders.find((known) => known.id === id);
  const { smtp, imap } = row ? settingsAt(row, "", "provider_table") : {};
  return smtp && imap ? [{ name, hint, smtp: served(smtp), imap: served(imap) }] : [];
};

const served = ({ host, port, secure = "tls" }: { host: string; port: number; secure?: "tls" | "starttls" }) => ({ host, port, secure });

/** What the service knows of each provider, in the API (GET /v1/providers). */
export const listProviders = (): readonly ProviderOut[] =>
  providerNames.map((type): ProviderOut => {
    const { login, oauth, limits, filesSentMail, dns } = providers[type];
    const { dailySends, perMinute } = limits;
    return {
      type,
      ...shownProviders[type],
      login,
      transports: login === "none" ? [] : ["imap_smtp", ...(oauth?.api ? [oauth.api.name] : [])],
      accesses: ACCESSES.filter((access) => oauth?.api?.scopes[access] !== undefined),
      ...(oauth && { smtp: served(oauth.smtp), imap: served(oauth.imap) }),
      max_daily_sends: dailySends,
      ...(perMinute !== undefined && { max_per_minute: perMinute }),
      files_sent_mail: filesSentMail,
      spf_include: dns?.include ?? "",
      dkim_selectors: [...(dns?.selectors ?? [])],
      servers: login === "password" ? offered.flatMap(serversOf) : [],
    };
  });
