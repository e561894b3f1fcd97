import type { KnownProvider } from "./discovered.ts";

type Rest = Partial<Omit<KnownProvider, "id" | "name" | "domains">>;

const provider = (
  id: string,
  name: string,
  domains: string,
  servers: readonly [smtp: string, imap: string, page: string],
  rest: Rest = {},
) => ({
  id,
  name,
  domains,
  smtp: servers[0],
  imap: servers[1],
  page: servers[2],
  login: "password" as const,
  ...rest,
});

/** Two-step sign-in refuses the account's own password there. */
const app = (appPasswordUrl: string, rest: Rest = {}): Rest => ({ login: "app_password", appPasswordUrl, ...rest });
const local: Rest = { isLocalName: true };
/** No page with these facts was found, so that they are shown as guesses. */
const NO_PAGE = "";
const ispdb = (name: string) => `https://autoconfig.thunderbird.net/v1.1/${name}`;

const ZOHO = "https://www.zoho.com/mail/help/imap-access.html";
const GOOGLE = "https://developers.google.com/workspace/gmail/imap/imap-smtp";
const MICROSOFT = "https://support.microsoft.com/office/pop-imap-and-smtp-settings-for-outlook-com-d088b986-291d-42b8-9564-9c414e2aa040";

/**
 * The known providers, compared with Thunderbird's collection on 24 November 2026. `page` is the collection's page where it has the provider, else
 * the provider's own. Proton, Tuta and HEY are missing, because they offer no SMTP and IMAP to servers.
 */
export const knownProviders: readonly KnownProvider[] = [
  provider("google", "Google", "gmail.com googlemail.com", ["smtps://smtp.gmail.com", "imaps://imap.gmail.com", GOOGLE], {
    type: "google",
    login: "oauth",
    mx: "google.com googlemail.com",
    appPasswordUrl: "https://myaccount.google.com/apppasswords",
  }),
  provider("microsoft365", "Microsoft 365", "", ["smtp://smtp.office365.com", "imaps://outlook.office365.com", MICROSOFT], {
    type: "outlook",
    login: "oauth",
    mx: "mail.protection.outlook.com mx.microsoft",
  }),
  provider(
    "outlook",
    "Outlook.com",
    "outlook.* hotmail.* live.* msn.com passport.com windowslive.com",
    ["smtp://smtp-mail.outlook.com", "imaps://outlook.office365.com", MICROSOFT],
    { type: "outlook", login: "oauth", mx: "olc.protection.outlook.com" },
  ),
  provider(
    "yahoo",
    "Yahoo",
    "yahoo.* ymail.com rocketmail.com myyahoo.com",
    ["smtps://smtp.mail.yahoo.com", "imaps://imap.mail.yahoo.com", "https://help.yahoo.com/kb/SLN4075.html"],
    app("https://login.yahoo.com/account/security", { mx: "yahoodns.net" }),
  ),
  provider(
    "yahoo-japan",
    "Yahoo! JAPAN",
    "yahoo.co.jp",
    ["smtps://smtp.mail.yahoo.co.jp", "imaps://imap.mail.yahoo.co.jp", NO_PAGE],
    local,
  ),
  provider(
    "aol",
    "AOL",
    "aol.com aim.com aol.de aol.fr aol.co.uk",
    [
      "smtps://smtp.aol.com",
      "imaps://imap.aol.com",
      "https://help.aol.com/articles/how-do-i-use-other-email-applications-to-send-and-receive-my-aol-mail",
    ],
    app("https://login.aol.com/account/security"),
  ),
  provider(
    "icloud",
    "iCloud",
    "icloud.com me.com mac.com",
    ["smtp://smtp.mail.me.com", "imaps://imap.mail.me.com", "https://support.apple.com/en-us/102525"],
    app("https://account.apple.com/account/manage", { mx: "mail.icloud.com" }),
  ),
  provider(
    "gmx",
    "GMX",
    "gmx.net gmx.de gmx.at gmx.ch gmx.eu gmx.biz gmx.org gmx.info",
    ["smtps://mail.gmx.net", "imaps://imap.gmx.net", ispdb("gmx.net")],
    { mx: "emig.gmx.net" },
  ),
  provider("gmx-com", "GMX", "gmx.com gmx.us gmx.co.uk gmx.fr gmx.es", ["smtps://mail.gmx.com", "imaps://imap.gmx.com", ispdb("gmx.com")]),
  provider("webde", "WEB.DE", "web.de email.de", ["smtps://smtp.web.de", "imaps://imap.web.de", ispdb("web.de")], local),
  provider("mailcom", "mail.com", "mail.com email.com usa.com", ["smtps://smtp.mail.com", "imaps://imap.mail.com", ispdb("mail.com")]),
  provider(
    "t-online",
    "Telekom Mail",
    "t-online.de magenta.de",
    ["smtps://securesmtp.t-online.de", "imaps://secureimap.t-online.de", ispdb("t-online.de")],
    app("https://www.telekom.de/hilfe/apps-dienste/e-mail/programme/passwort-verwalten"),
  ),
  provider("freenet", "freenet", "freenet.de", ["smtps://mx.freenet.de", "imaps://mx.freenet.de", ispdb("freenet.de")]),
  provider(
    "ionos",
    "IONOS",
    "online.de onlinehome.de",
    [
      "smtps://smtp.ionos.de",
      "imaps://imap.ionos.de",
      "https://www.ionos.de/hilfe/e-mail/allgemeine-themen/serverinformationen-fuer-imap-pop3-und-smtp/",
    ],
    { mx: "kundenserver.de ionos.de" },
  ),
  provider(
    "ionos-com",
    "IONOS",
    "",
    [
      "smtps://smtp.ionos.com",
      "imaps://imap.ionos.com",
      "https://www.ionos.com/help/email/general-topics/settings-for-your-email-programs-imap-pop3/",
    ],
    { mx: "perfora.net ionos.com" },
  ),
  provider("strato", "STRATO", "", ["smtps://smtp.strato.de", "imaps://imap.strato.de", ispdb("strato.de")], { mx: "rzone.de" }),
  provider("mailboxorg", "mailbox.org", "mailbox.org", ["smtps://smtp.mailbox.org", "imaps://imap.mailbox.org", ispdb("mailbox.org")], {
    mx: "mailbox.org",
  }),
  provider("posteo", "Posteo", "posteo.de posteo.net posteo.org posteo.eu posteo.at posteo.ch", [
    "smtps://posteo.de",
    "imaps://posteo.de",
    ispdb("posteo.de"),
  ]),
  provider(
    "fastmail",
    "Fastmail",
    "fastmail.com fastmail.fm",
    ["smtps://smtp.fastmail.com", "imaps://imap.fastmail.com", "https://www.fastmail.help/hc/en-us/articles/1500000278342"],
    app("https://app.fastmail.com/settings/security/integrations", { mx: "messagingengine.com" }),
  ),
  provider(
    "zoho",
    "Zoho Mail",
    "zoho.com zohomail.com",
    ["smtps://smtp.zoho.com", "imaps://imap.zoho.com", ZOHO],
    app("https://accounts.zoho.com/home#security/app_password"),
  ),
  provider(
    "zoho-pro",
    "Zoho Mail",
    "",
    ["smtps://smtppro.zoho.com", "imaps://imappro.zoho.com", ZOHO],
    app("https://accounts.zoho.com/home#security/app_password", { mx: "zoho.com" }),
  ),
  provider(
    "zoho-eu",
    "Zoho Mail",
    "zohomail.eu zoho.eu",
    ["smtps://smtppro.zoho.eu", "imaps://imappro.zoho.eu", ZOHO],
    app("https://accounts.zoho.eu/home#security/app_password", { mx: "zoho.eu" }),
  ),
  provider(
    "zoho-in",
    "Zoho Mail",
    "zohomail.in zoho.in",
    ["smtps://smtppro.zoho.in", "imaps://imappro.zoho.in", ZOHO],
    app("https://accounts.zoho.in/home#security/app_password", { mx: "zoho.in" }),
  ),
  provider("migadu", "Migadu", "", ["smtps://smtp.migadu.com", "imaps://imap.migadu.com", ispdb("migadu.com")], { mx: "migadu.com" }),
  provider(
    "gandi",
    "Gandi",
    "",
    ["smtps://mail.gandi.net", "imaps://mail.gandi.net", "https://docs.gandi.net/en/gandimail/standard_email_settings/"],
    { mx: "gandi.net" },
  ),
  provider("ovh", "OVHcloud", "", ["smtps://ssl0.ovh.net", "imaps://ssl0.ovh.net", "http://gids.ovh.nl/EmailSmtpPop3Imap"], {
    mx: "mail.ovh.net",
  }),
  provider(
    "infomaniak",
    "Infomaniak",
    "ik.me ikmail.com etik.com",
    ["smtps://mail.infomaniak.com", "imaps://mail.infomaniak.com", "https://www.infomaniak.com/en/support/faq/2427"],
    { mx: "infomaniak.ch" },
  ),
  provider("rackspace", "Rackspace Email", "", ["smtps://secure.emailsrvr.com", "imaps://secure.emailsrvr.com", ispdb("emailsrvr.com")], {
    mx: "emailsrvr.com",
  }),
  provider("godaddy", "GoDaddy", "", ["smtps://smtpout.secureserver.net", "imaps://imap.secureserver.net", NO_PAGE], {
    mx: "secureserver.net",
  }),
  provider(
    "namecheap",
    "Namecheap Private Email",
    "",
    [
      "smtps://mail.privateemail.com",
      "imaps://mail.privateemail.com",
      "https://www.namecheap.com/support/knowledgebase/article.aspx/1179/2175/",
    ],
    { mx: "privateemail.com" },
  ),
  provider(
    "hostinger",
    "Hostinger",
    "",
    [
      "smtps://smtp.hostinger.com",
      "imaps://imap.hostinger.com",
      "https://www.hostinger.com/support/1575756-how-to-get-email-account-configuration-details-for-hostinger-email/",
    ],
    { mx: "hostinger.com" },
  ),
  provider(
    "titan",
    "Titan",
    "",
    ["smtps://smtp.titan.email", "imaps://imap.titan.email", "https://support.titan.email/hc/en-us/articles/900000215446"],
    { mx: "titan.email" },
  ),
  provider(
    "yandex",
    "Yandex",
    "yandex.ru yandex.com yandex.by yandex.kz ya.ru",
    ["smtps://smtp.yandex.com", "imaps://imap.yandex.com", ispdb("yandex.ru")],
    app("https://id.yandex.ru/security/app-passwords", { mx: "mx.yandex.net" }),
  ),
  provider(
    "mailru",
    "Mail.ru",
    "mail.ru bk.ru inbox.ru list.ru internet.ru",
    ["smtps://smtp.mail.ru", "imaps://imap.mail.ru", ispdb("mail.ru")],
    app("https://account.mail.ru/user/2-step-auth/passwords/", { mx: "mail.ru" }),
  ),
  provider("rambler", "Rambler", "rambler.ru lenta.ru autorambler.ru myrambler.ru ro.ru", [
    "smtps://smtp.rambler.ru",
    "imaps://imap.rambler.ru",
    ispdb("rambler.ru"),
  ]),
  provider("ukrnet", "ukr.net", "ukr.net", ["smtps://smtp.ukr.net", "imaps://imap.ukr.net", NO_PAGE], { login: "app_password" }),
  provider("seznam", "Seznam", "seznam.cz email.cz post.cz", ["smtps://smtp.seznam.cz", "imaps://imap.seznam.cz", NO_PAGE], {
    mx: "seznam.cz",
  }),
  provider("wp", "Wirtualna Polska", "wp.pl", ["smtps://smtp.wp.pl", "imaps://imap.wp.pl", NO_PAGE]),
  provider("o2pl", "o2.pl", "o2.pl tlen.pl go2.pl", ["smtps://poczta.o2.pl", "imaps://poczta.o2.pl", ispdb("o2.pl")], local),
  provider("onet", "Onet", "onet.pl op.pl vp.pl onet.eu poczta.onet.pl", [
    "smtps://smtp.poczta.onet.pl",
    "imaps://imap.poczta.onet.pl",
    NO_PAGE,
  ]),
  provider("interia", "Interia", "interia.pl interia.eu", ["smtps://poczta.interia.pl", "imaps://poczta.interia.pl", NO_PAGE]),
  provider("orange", "Orange", "orange.fr wanadoo.fr", ["smtps://smtp.orange.fr", "imaps://imap.orange.fr", ispdb("orange.fr")]),
  provider("free", "Free", "free.fr", ["smtps://smtp.free.fr", "imaps://imap.free.fr", ispdb("free.fr")], local),
  provider("laposte", "La Poste", "laposte.net", ["smtps://smtp.laposte.net", "imaps://imap.laposte.net", NO_PAGE], local),
  provider("sfr", "SFR", "sfr.fr neuf.fr", ["smtps://smtp.sfr.fr", "imaps://imap.sfr.fr", NO_PAGE]),
  provider("libero", "Libero", "libero.it inwind.it iol.it blu.it giallo.it", [
    "smtps://smtp.libero.it",
    "imaps://imapmail.libero.it",
    ispdb("libero.it"),
  ]),
  provider("virgilio", "Virgilio", "virgilio.it", ["smtps://out.virgilio.it", "imaps://in.virgilio.it", ispdb("virgilio.it")]),
  provider("tiscali", "Tiscali", "tiscali.it", ["smtps://smtp.tiscali.it", "imaps://imap.tiscali.it", ispdb("tiscali.it")]),
  provider("aruba", "Aruba", "aruba.it", ["smtps://smtps.aruba.it", "imaps://imaps.aruba.it", NO_PAGE], { mx: "aruba.it" }),
  provider("bluewin", "Bluewin", "bluewin.ch bluemail.ch", ["smtps://smtpauths.bluewin.ch", "imaps://imaps.bluewin.ch", NO_PAGE]),
  provider(
    "att",
    "AT&T",
    "att.net sbcglobal.net bellsouth.net",
    ["smtps://smtp.mail.att.net", "imaps://imap.mail.att.net", ispdb("att.net")],
    { login: "app_password" },
  ),
  provider(
    "verizon",
    "Verizon (AOL)",
    "verizon.net",
    ["smtps://smtp.aol.com", "imaps://imap.aol.com", ispdb("verizon.net")],
    app("https://login.aol.com/account/security"),
  ),
  provider("btinternet", "BT", "btinternet.com btopenworld.com", ["smtps://mail.btinternet.com", "imaps://mail.btinternet.com", NO_PAGE]),
  provider("uol", "UOL", "uol.com.br", ["smtp://smtps.uol.com.br", "imaps://imap.uol.com.br", ispdb("uol.com.br")], local),
  provider("bol", "BOL", "bol.com.br", ["smtps://smtps.bol.com.br", "imaps://imap.bol.com.br", ispdb("bol.com.br")], local),
  provider("qq", "QQ Mail", "qq.com foxmail.com", ["smtps://smtp.qq.com", "imaps://imap.qq.com", ispdb("qq.com")], {
    login: "app_password",
  }),
  provider("qq-business", "Tencent Exmail", "", ["smtps://smtp.exmail.qq.com", "imaps://imap.exmail.qq.com", NO_PAGE], {
    mx: "mxbiz1.qq.com mxbiz2.qq.com",
  }),
  provider("netease163", "NetEase 163", "163.com", ["smtps://smtp.163.com", "imaps://imap.163.com", NO_PAGE], {
    login: "app_password",
  }),
  provider("netease126", "NetEase 126", "126.com", ["smtps://smtp.126.com", "imaps://imap.126.com", NO_PAGE], {
    login: "app_password",
  }),
  provider("neteaseYeah", "NetEase yeah.net", "yeah.net", ["smtps://smtp.yeah.net", "imaps://imap.yeah.net", NO_PAGE], {
    login: "app_password",
  }),
  provider("naver", "Naver", "naver.com", ["smtps://smtp.naver.com", "imaps://imap.naver.com", ispdb("naver.com")], {
    login: "app_password",
  }),
  provider("daum", "Daum", "daum.net hanmail.net", ["smtps://smtp.daum.net", "imaps://imap.daum.net", ispdb("daum.net")], {
    login: "app_password",
  }),
];
