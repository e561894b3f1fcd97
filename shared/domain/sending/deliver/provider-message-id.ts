/** The SMTP endpoints of Amazon SES, with their region (AWS, "Amazon SES endpoints and quotas"). */
const SES_HOST = /(?:^|\.)email-smtp(?:-fips)?\.([a-z]{2}(?:-[a-z]{2,12}){1,3}-\d)\.(?:(?:vpce\.)?amazonaws\.com|api\.aws)$/i;
/** "250 Ok 0100019d311bed04-dbb67b48-c55d-4e6a-962a-a0f8b714f2e7-000000": without the domain of the id. */
const SES_REPLY = /^250 Ok ([\da-f]{8,20}(?:-[\da-f]{4,12}){5,7})$/i;
/** "250 2.0.0 OK <id@host> [Hostname=…]", Exchange Online's. */
const EXCHANGE_REPLY = /^250 2\.0\.0 OK (<[^<>\s@]{1,250}@[^<>\s@]{1,250}>) \[Hostname=/i;

/**
 * The Message-ID that a provider gives an email in place of ours, as its reply to the final dot tells; undefined where it tells of none. Amazon SES always
 * does (AWS, "Amazon SES header fields"): without it no answer could be tied to its send.
 */
export const providerMessageId = (host: string, reply: string): string | undefined => {
  const region = SES_HOST.exec(host)?.[1]?.toLowerCase();
  if (region === undefined) return EXCHANGE_REPLY.exec(reply)?.[1];
  const id = SES_REPLY.exec(reply)?.[1];
  return id && `<${id}@${region === "us-east-1" ? "email" : region}.amazonses.com>`;
};

/** The header by which Postmark leaves an email our Message-ID; it takes the header away (Postmark, "Send email with SMTP"). Other hosts need none. */
export const keepingOurId = (host: string): Readonly<Record<string, string>> =>
  /(?:^|\.)postmarkapp\.com$/i.test(host) ? { "X-PM-KeepID": "true" } : {};
