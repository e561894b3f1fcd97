/** The SMTP endpoints of Amazon SES, with their region (AWS, "Amazon SES endpoints and quotas"). */
const SES_HOST = /(?:^|\.)email-smtp(?:-fips)?\.([a-z]{2}(?:-[a-z]{2,12}){1,3}-\d)\.(?:(?:vpce\.)?amazonaws\.com|api\.aws)$/i;
/** Matches "250 Ok 0100019d311bed04-dbb67b48-c55d-4e6a-962a-a0f8b714f2e7-000000": the id comes without its domain. */
const SES_REPLY = /^250 Ok ([\da-f]{8,20}(?:-[\da-f]{4,12}){5,7})$/i;
/** Matches Exchange Online's "250 2.0.0 OK <id@host> [Hostname=…]". */
const EXCHANGE_REPLY = /^250 2\.0\.0 OK (<[^<>\s@]{1,250}@[^<>\s@]{1,250}>) \[Hostname=/i;

/**
 * The Message-ID by which a provider replaced ours, from its reply to the final dot; undefined when the reply names none. Amazon SES always replaces
 * it (AWS, "Amazon SES header fields"); without this no answer could be linked to its send.
 */
export const providerMessageId = (host: string, reply: string): string | undefined => {
  const region = SES_HOST.exec(host)?.[1]?.toLowerCase();
  if (region === undefined) return EXCHANGE_REPLY.exec(reply)?.[1];
  const id = SES_REPLY.exec(reply)?.[1];
  return id && `<${id}@${region === "us-east-1" ? "email" : region}.amazonses.com>`;
};

/** The header that makes Postmark keep our Message-ID; Postmark removes the header (Postmark, "Send email with SMTP"). Empty for other hosts. */
export const keepingOurId = (host: string): Readonly<Record<string, string>> =>
  /(?:^|\.)postmarkapp\.com$/i.test(host) ? { "X-PM-KeepID": "true" } : {};
