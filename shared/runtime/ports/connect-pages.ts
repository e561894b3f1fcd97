import { mongoMailboxesOfLink } from "../../adapters/mongo/connect-links/mailboxes-of-link.ts";
import { deps } from "../endpoint-deps.ts";
import { auditLog } from "./audit-log.ts";
import { callbackOf } from "./connect-urls.ts";
import { connecting } from "./connecting.ts";
import { connect } from "./database.ts";
import { keyring } from "./keyring.ts";
import { openLinks } from "./open-links.ts";
import { outsideCalls } from "./outside-calls.ts";
import { resuming } from "./resuming.ts";

const { mailboxes: _mailboxes, mailAccounts: _accounts, ...tested } = connecting;

/** The ports of connecting by a link: those of connecting, with mailboxes whose writes complete the link. */
export const connectPages = {
  ...tested,
  ...resuming,
  openLinks,
  mailboxesOfLink: mongoMailboxesOfLink(connect, keyring),
  auditLog,
  callbackOf,
  outsideCalls,
  rateLimits: deps.rateLimits,
  accountBucket: deps.accountBucket,
};
