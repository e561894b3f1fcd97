import { providers } from "#shared/providers/index.ts";
import type { MailboxType } from "../mailbox.ts";

/** Providers of addresses under a shared domain, whose DNS records only the provider can change. */
const domains: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com msn.com passport.com windowslive.com ymail.com rocketmail.com myyahoo.com aol.com aim.com icloud.com me.com mac.com
   gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.us web.de freenet.de t-online.de email.de mail.de posteo.de mailbox.org mail.com email.com usa.com
   proton.me protonmail.com protonmail.ch pm.me tutanota.com tutamail.com tuta.io hushmail.com fastmail.com fastmail.fm zoho.com zohomail.com
   mail.ru bk.ru inbox.ru list.ru internet.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net i.ua
   orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr libero.it virgilio.it tiscali.it alice.it wp.pl o2.pl onet.pl interia.pl seznam.cz
   comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net btinternet.com sky.com talktalk.net
   uol.com.br bol.com.br terra.com.br qq.com 163.com 126.com yeah.net sina.com sohu.com foxmail.com naver.com daum.net hanmail.net rediffmail.com`.split(
    /\s+/,
  ),
);

/** The four with domains for many countries: yahoo.co.uk, hotmail.fr, outlook.com.br, live.nl, … */
const international = /^(?:yahoo|hotmail|outlook|live)\.(?:com|(?:com?\.)?[a-z]{2})$/;

/** Whether the domain (in lower case) belongs to a freemail provider. */
export const isFreemail = (domain: string): boolean => {
  return domains.has(domain) || international.test(domain);
};

/** A provider whose mail leaves from addresses that are listed only in the provider's SPF record. */
export interface MailProvider {
  /** The domain for the SPF include. */
  readonly include: string;
  /** The domain in the provider's authserv-id (RFC 8601, 2.5); "" where it uses none; absent: the domain of its servers. */
  readonly authservDomain?: string;
}

/** By the end of the submission host's name; each include is the one on the provider's set-up page. */
const byHost: readonly (readonly [string, MailProvider])[] = [
  ["amazonaws.com", { include: "amazonses.com" }],
  ["sendgrid.net", { include: "sendgrid.net" }],
  ["mailgun.org", { include: "mailgun.org" }],
  ["fastmail.com", { include: "spf.messagingengine.com", authservDomain: "messagingengine.com" }],
];

/** The provider of a mailbox, by its type or its SMTP host; undefined for any other server. */
export const mailProvider = (type: MailboxType, smtpHost: string): MailProvider | undefined => {
  const { dns } = providers[type];
  if (dns) return dns;
  const host = smtpHost.toLowerCase();
  const isIn = (domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
  const known = Object.values(providers).find((one) => one.dns?.hosts.some(isIn));
  return known?.dns ?? byHost.find(([domain]) => isIn(domain))?.[1];
};
