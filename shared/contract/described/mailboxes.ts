import { checkDns, configureInbox, connectMailbox, deleteMailbox, getMailbox, oauthUrl, patchMailbox, testMailbox } from "../mailboxes.ts";
import { CREATED, type Described, named, object, query } from "./described.ts";

const imap = {
  imap_host: "The IMAP server's name or address; without it the mailbox only sends.",
  imap_port: "The IMAP server's port; 993 when absent.",
  imap_username: "The login name at the IMAP server; the SMTP login name when absent.",
  imap_password: "The password at the IMAP server. It is stored encrypted and never shown.",
};
const smtp = {
  smtp_host: "The SMTP server's name or address.",
  smtp_port: "The SMTP server's port; 587 when absent.",
  smtp_secure: "`tls` from the first byte, or `starttls`; when absent `tls` on port 465, `starttls` elsewhere. Never unencrypted.",
  smtp_username: "The login name at the SMTP server; the mailbox's address when absent.",
  smtp_password: "The password at the SMTP server. It is stored encrypted and never shown.",
};
const grant = {
  code: "The authorization code that the consent page gave back; either this or `refresh_token`.",
  redirect_uri: "The address that the consent page went back to; needed with `code`.",
  code_verifier: "The PKCE verifier whose challenge the consent page got; only with `code`.",
  refresh_token: "A refresh token that you hold already; either this or `code`.",
};
const settings = {
  display_name: "The name beside the address in From; empty when absent.",
  aliases: "Further addresses of the same person, up to 20: mail from them counts as the mailbox's own.",
  sync_interval_minutes: "How often its inbox is looked at for new mail, in minutes, 1 to 60; every two minutes when absent.",
  max_daily_sends: "How many emails may leave in any 24 hours; 500 when absent, 1,000 for Outlook. What exceeds it waits.",
};
const connecting = {
  ...settings,
  type: "Which kind of mailbox this is.",
  inbox_sync_enabled: "Whether to read the inbox; true when absent and IMAP can be reached.",
  inbox_sync_from: "Mail received before this time is not read; 30 days ago when absent.",
  ip_id: "The dedicated IP address that its mail leaves from; the account's default when absent.",
};
const record = {
  status: "How the record stands.",
  expected: "What the record should say.",
  current: 'What the DNS says now; "" when there is none.',
};

/** The words of mailboxes. */
export const mailboxes: readonly Described[] = [
  object("Mailbox", getMailbox.response, "A connected mailbox; its passwords and tokens are never shown.", {
    ...settings,
    id: "The mailbox's id.",
    type: "`smtp` with passwords, `google` or `outlook` with OAuth.",
    email: "The mailbox's address, which its mail is from.",
    status:
      "`active`: it works. `error`: its server cannot be reached or answers wrongly; it is tried again by itself. `disconnected`: it refuses the credentials or was deleted; connect it again.",
    imap_host: 'The IMAP server; "" when it only sends, and for Google and Outlook.',
    imap_port: "The IMAP server's port; absent without an `imap_host`.",
    imap_username: 'The login name at the IMAP server; "" without an `imap_host`.',
    inbox_sync_enabled: "Whether its inbox is read.",
    inbox_sync_from: "Mail received before this time is not read; absent when the inbox is not read.",
    inbox_last_sync_at: "When its inbox was last read to the end; absent before the first time.",
    inbox_last_error:
      'Why its inbox could not be read the last time, or which messages its server names and does not give; "" for neither.',
    created_at: CREATED,
    updated_at: "When the record last changed.",
  }),
  named("ConnectMailbox", connectMailbox.body, "The mailbox to connect; `type` decides what else is needed."),
  object("ConnectSmtpMailbox", connectMailbox.body.def.options[0], "A mailbox at any provider, with passwords.", {
    ...connecting,
    ...smtp,
    ...imap,
    email: "The mailbox's address.",
    dkim_selector: "The DKIM selector that the provider signs with, for the DNS check; common ones are tried when absent.",
  }),
  object("ConnectGoogleMailbox", connectMailbox.body.def.options[1], "A Gmail or Google Workspace mailbox, by OAuth.", {
    ...connecting,
    ...grant,
    email: "The address that must have consented; the consenting one when absent.",
  }),
  object("ConnectOutlookMailbox", connectMailbox.body.def.options[2], "An Outlook or Microsoft 365 mailbox, by OAuth.", {
    ...connecting,
    ...grant,
    email: "The address that must have consented; the consenting one when absent.",
  }),
  object("UpdateMailbox", patchMailbox.body, "What to change; what is absent stays. New credentials are tested before they are saved.", {
    ...settings,
    ...smtp,
    ...imap,
    ...grant,
  }),
  object("ConfigureInbox", configureInbox.body, "How to read the inbox; what is absent stays.", {
    ...imap,
    enabled: "Whether to read the inbox.",
    sync_interval_minutes: "How often its inbox is looked at for new mail, in minutes, 1 to 60; every two minutes when absent.",
    sync_from: "Begin anew with mail received since this time, which must lie in the past; it switches reading on.",
  }),
  query(deleteMailbox.query, {
    purge: "True erases the mailbox's messages, conversations and bodies for good; false keeps them readable.",
  }),
  object("MailboxTest", testMailbox.response, "The mailbox works.", { status: "`ok`; a mailbox that does not work answers 502." }),
  object("DnsCheck", checkDns.response, "What receivers find in the DNS of the mailbox's domain.", {
    mailbox_id: "The mailbox's id.",
    dkim: "The key that signatures are checked with.",
    spf: "Which servers may send for the domain.",
    dmarc: "What receivers do with mail that fails both.",
  }),
  object("DnsRecord", checkDns.response.shape.dkim, "One DNS record.", {
    ...record,
    status: "`verified`; `missing`; `invalid`; `error` when the DNS did not answer; `not_applicable` for addresses at free mail providers.",
  }),
  query(oauthUrl.query, {
    redirect_uri: "The address of yours that the consent page goes back to with the code.",
    code_challenge: "The S256 challenge of your PKCE verifier; recommended.",
    login_hint: "The address to sign in with, which the page fills in.",
  }),
  object("ConsentPage", oauthUrl.response, "Where to send your user.", {
    url: "The consent page: open it in your user's browser.",
    state: "A random word that the page gives back: compare it, to know that the answer belongs to your question.",
  }),
];
