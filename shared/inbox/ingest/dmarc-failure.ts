import { readAuthenticationResults } from "#shared/mail/read/mime/field-values.ts";
import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import { matchOf } from "#shared/mail/read/readable-text.ts";
import { mailProvider } from "#shared/mailboxes/dns/mail-providers.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";

/** The mailbox's servers, which decide whose Authentication-Results are trusted. */
export type Receiver = Pick<Mailbox, "type" | "smtp" | "imap">;

/**
 * The line in which the mailbox's own provider says that the From address failed DMARC; undefined for none. Only the topmost fields can be the
 * provider's, because the sender may have written those below (RFC 8601, 5). A field is the provider's when it stands above every Received field,
 * because each server adds its own on top (RFC 5321, 4.4), or when it names the provider, the IMAP server's domain, or the domain of a server that
 * relayed the mail in a Received field above it. The search ends at the first field that is not the provider's.
 */
export const dmarcFailure = (parsed: Pick<ParsedMessage, "headers">, mailbox: Receiver): string | undefined => {
  for (const { value, dmarc } of providersResults(parsed, mailbox))
    if (dmarc !== "") return dmarc === "fail" ? matchOf("dmarc", `Authentication-Results: ${value}`).evidence : undefined;
  return undefined;
};

/**
 * Whether the provider's topmost field confirms the domain of the From address: DMARC passed, or DKIM or SPF passed for an aligned domain (RFC 7489,
 * 3.1, relaxed).
 */
export const isAuthenticated = (parsed: Pick<ParsedMessage, "headers" | "from">, mailbox: Receiver): boolean => {
  const [topmost] = providersResults(parsed, mailbox);
  if (!topmost) return false;
  const { dmarc, passed } = topmost;
  const domain = parsed.from.email.toLowerCase().split("@").at(-1) ?? "";
  const isAligned = (one: string) => one === domain || one.endsWith(`.${domain}`) || (one.includes(".") && domain.endsWith(`.${one}`));
  return domain !== "" && (dmarc === "" ? passed.some(isAligned) : dmarc === "pass");
};

/** The provider's own fields, topmost first. */
const providersResults = function* ({ headers }: Pick<ParsedMessage, "headers">, mailbox: Receiver) {
  const provider = mailProvider(mailbox.type, mailbox.smtp.host);
  const servers = mailbox.imap ? [mailbox.imap.host] : [];
  let passedOn = false;
  for (const { name, value } of headers) {
    if (name === "received") {
      passedOn = true;
      for (const [, server = ""] of value.slice(0, 2000).matchAll(/\bby\s+([^\s;()]{1,255})/gi)) servers.push(server);
    }
    if (name !== "authentication-results") continue;
    const results = readAuthenticationResults(value);
    const { authservId } = results;
    const names = provider?.authservDomain === undefined ? servers : [provider.authservDomain, ...servers];
    const unnamed = authservId === "" && provider?.authservDomain === "";
    if (passedOn && !unnamed && !names.some((server) => sameDomain(server, authservId))) return;
    yield { ...results, value };
  }
};

/**
 * Whether two host names end in the same two labels. Under a suffix such as co.uk this treats strangers as one, who could only report their own mail
 * as failed.
 */
const sameDomain = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((host) => host.toLowerCase().split(".").slice(-2));
  return a!.length === 2 && !/^\d*$/.test(a![1]!) && a!.join(".") === b!.join(".");
};
