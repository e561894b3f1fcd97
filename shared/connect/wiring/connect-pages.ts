import { mongoMailboxesOfLink } from "../store.ts";
import { deps } from "#shared/accounts/wiring/endpoint.ts";
import { auditLog } from "#shared/accounts/wiring/stores.ts";
import { callbackOf } from "./connect-urls.ts";
import { connecting } from "#shared/mailboxes/wiring/connecting.ts";
import { connect } from "#shared/platform/wiring/database.ts";
import { keyring } from "#shared/platform/wiring/keyring.ts";
import { openLinks } from "./stores.ts";
import { outsideCalls } from "#shared/accounts/wiring/outside-calls.ts";
import { resuming } from "#shared/sending/wiring/accepting.ts";

const { mailboxes: _mailboxes, mailAccounts: _accounts, ...tested } = connecting;

/** The dependencies of connecting by a link: those of connecting, with mailboxes whose writes complete the link. */
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
