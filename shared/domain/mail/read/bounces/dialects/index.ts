import { barracuda } from "./barracuda.ts";
import { common } from "./common.ts";
import { coremail } from "./coremail.ts";
import { courier } from "./courier.ts";
import { domino } from "./domino.ts";
import { exchange } from "./exchange.ts";
import { exim } from "./exim.ts";
import { gmail } from "./gmail.ts";
import { gmx } from "./gmx.ts";
import { groupwise } from "./groupwise.ts";
import { imail } from "./imail.ts";
import { interscan } from "./interscan.ts";
import { james } from "./james.ts";
import { kddi } from "./kddi.ts";
import { mailmarshal } from "./mailmarshal.ts";
import { mailru } from "./mailru.ts";
import { mdaemon } from "./mdaemon.ts";
import { mimecast } from "./mimecast.ts";
import { opensmtpd } from "./opensmtpd.ts";
import { postfix } from "./postfix.ts";
import { qmail } from "./qmail.ts";
import { sendmail } from "./sendmail.ts";
import { yahoo } from "./yahoo.ts";
import { zoho } from "./zoho.ts";
import type { Dialect } from "./dialect.ts";

/** All supported dialects. A new one is its file and its line here. */
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
