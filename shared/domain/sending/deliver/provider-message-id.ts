/** The SMTP endpoints of Amazon SES, with their region (AWS, "Amazon SES endpoints and quotas"). */
const SES_HOST = /(?:^|\.)email-smtp(?:-fips)?\.([a-z]{2}(?:-[a-z]{2,12}){1,3}-\d)\.(?:(?:vpce\.)?amazonaws\.com|api\.aws)$/i;
/** Matches "250 Ok 0100019d311bed04-dbb67b48-c55d-4e6a-962a-a0f8b714f2e7-000000": the id comes without its domain. */
const SES_REPLY = /^250 Ok ([\da-f]{8,20}(?:-[\da-f]{4,12}){5,7})$/i;
/** Matches Exchange's "250 2.0.0 OK <id@host> [Hostname=…]" and "250 2.6.0 <id@host> [InternalId=…] Queued mail for delivery". */
const EXCHANGE_REPLY = /^250 2\.(?:0\.0 OK|6\.0) (<[^<>\s@]{1,250}@[^<>\s@]{1,250}>) \[(?:Hostname|InternalId)=/i;
/** SES's form of an id: every region writes its own domain, us-east-1 "email". */
const SES_ID = /^<([\da-f]{8,20}(?:-[\da-f]{4,12}){5,7})@[a-z\d-]{1,40}\.amazonses\.com>$/i;

/**
 * The Message-ID by which a provider replaced ours, from its reply to the final dot; undefined when the reply names none. Amazon SES always replaces
 * it (AWS, "Amazon SES header fields"); without this no answer could be linked to its send. Behind a host of another name its region is unknown,
 * and the id gets us-east-1's domain (`regionless`).
 */
export const providerMessageId = (host: string, reply: string): string | undefined => {
  const region = SES_HOST.exec(host)?.[1]?.toLowerCase() ?? "us-east-1";
  const id = SES_REPLY.exec(reply)?.[1];
  return id ? `<${id}@${region === "us-east-1" ? "email" : region}.amazonses.com>` : EXCHANGE_REPLY.exec(reply)?.[1];
};

/** An id of SES with us-east-1's domain, under which a send whose region was unknown has it; undefined for any other id. */
export const regionless = (messageId: string): string | undefined => {
  const id = SES_ID.exec(messageId)?.[1];
  return id && `<${id}@email.amazonses.com>`;
};

/** The header that makes Postmark keep our Message-ID; Postmark removes the header (Postmark, "Send email with SMTP"). Empty for other hosts. */
export const keepingOurId = (host: string): Readonly<Record<string, string>> =>
  /(?:^|\.)postmarkapp\.com$/i.test(host) ? { "X-PM-KeepID": "true" } : {};
