import { barracuda, interscan, mailmarshal, mimecast } from "./gateways.ts";
import { common, type Dialect } from "./common.ts";
import { coremail, gmail, gmx, kddi, mailru, yahoo, zoho } from "./providers.ts";
import { courier, exim, opensmtpd, postfix, qmail, sendmail } from "./unix.ts";
import { domino, exchange, groupwise, imail, james, mdaemon } from "./servers.ts";

/** All supported dialects. A new one is a file and a line here. */
export const dialects: Readonly<Record<string, Dialect>> = {
  common,
  qmail,
  exim,
  postfix,
  sendmail,
  exchange,
  gmail,
  yahoo,
  gmx,
  opensmtpd,
  domino,
  groupwise,
  kddi,
  courier,
  mailmarshal,
  james,
  imail,
  interscan,
  mailru,
  coremail,
  mdaemon,
  zoho,
  barracuda,
  mimecast,
};
