import { ANSWER } from "./templates.ts";

const header = (names: string, date: string) =>
  names
    .split("|")
    .map((name, i) => `${name} ${['"Jane Doe" <jane@example.com>', date, '"Max Muster" <max@example.com>', "Re: Offer"][i]}`)
    .join("\n");
const plain = "Shall we meet on Monday?\n\nJane";
const quoted = "> Shall we meet on Monday?\n> \n> Jane";

/** Answers as web mailers, telephones and help desks build them in plain text; all of them say no more than `ANSWER`. */
export const serviceTexts: Readonly<Record<string, string>> = {
  "GMX, web.de": `${ANSWER}\n \n\nGesendet: Freitag, 20. November 2026 um 10:15 Uhr\nVon: "Jane Doe" <jane@example.com>\nAn: max@example.com\nBetreff: Offer\n\n${plain}\n`,
  "GMX in English": `${ANSWER}\n \n\nSent: Friday, November 20, 2026 at 10:15 AM\nFrom: "Jane Doe" <jane@example.com>\nTo: max@example.com\nSubject: Offer\n\n${plain}\n`,
  "GMX, new": `${ANSWER}\n\nAm 20.11.26 um 10:15 schrieb Jane Doe\n\n> Von: "Jane Doe" <jane@example.com>\n> Datum: 20. November 2026\n> An: max@example.com\n> Betreff: Offer\n> ${plain.replaceAll("\n", "\n> ")}\n`,
  "GMX app":
    `${ANSWER}\n-- \nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.\nAm 20.11.26, 10:15 schrieb Jane Doe <jane@example.com>:\n\n${quoted}\n`.replace(
      "-- \n",
      "\n",
    ),
  "web.de app without an address": `${ANSWER}\n\nJane Doe schrieb am 20.11.26 um 10:15:\n\n${plain}\n`,
  "web.de app, wrapped": `${ANSWER}\n\nJane Doe schrieb am Freitag, 20. November 2026\num 10:15:\n\n${plain}\n`,
  "T-Online": `${ANSWER}\n\n-----Original-Nachricht-----\nBetreff: Offer\nDatum: 2026-11-20T10:15:22+0100\nVon: "Jane Doe" <jane@example.com>\nAn: "max@example.com" <max@example.com>\n\n${plain}\n`,
  "mail.ru, web": `${ANSWER}\n\n>Пятница, 20 ноября 2026, 10:15 +03:00 от Jane Doe <jane@example.com>:\n> \n${quoted}\n`,
  "mail.ru, web, without marks": `${ANSWER}\n\nПятница, 20 ноября 2026, 10:15 +03:00 от Jane Doe <jane@example.com>:\n\n${plain}\n`,
  "mail.ru, telephone": `${ANSWER}\n\nОтправлено из мобильной Почты Mail.ru\n\nпятница, 20 ноября 2026г., 10:15 +03:00 от Jane Doe jane@example.com:\n\n${plain}\n`,
  "mail.ru, telephone, brackets":
    `${ANSWER}\n\n--\nОтправлено из Mail.Ru для Android\n\nпятница, 20 ноября 2026г., 10:15 +0300 от Jane Doe <jane@example.com>:\n\n${plain}\n`.replace(
      "--\n",
      "",
    ),
  "mail.ru, date from name": `${ANSWER}\n\n20 ноября 2026, 10:15 от "Jane Doe" <jane@example.com>:\n\n${plain}\n`,
  "mail.ru in English": `${ANSWER}\n\n>Friday, November 20, 2026 10:15 AM +03:00 from Jane Doe <jane@example.com>:\n>\n${quoted}\n`,
  "mail.ru in English, without marks": `${ANSWER}\n\nFriday, November 20, 2026 10:15 AM +03:00 from Jane Doe <jane@example.com>:\n\n${plain}\n`,
  Yandex: `${ANSWER}\n\n20.11.2026, 10:15, "Jane Doe" <jane@example.com>:\n\n${plain}\n`,
  "Yandex, telephone": `${ANSWER}\n\nОтправлено из мобильного приложения Яндекс Почты\n\n20.11.2026, 10:15, Jane Doe <jane@example.com>:\n\n${quoted}\n`,
  QQ: `${ANSWER}\n\n\n\n------------------ 原始邮件 ------------------\n发件人: "Jane Doe" <jane@example.com>;\n发送时间: 2026年11月20日(星期五) 上午10:15\n收件人: "Max"<max@example.com>;\n主题: Re: Offer\n\n\n${plain}\n`,
  "QQ, literal entities": `${ANSWER}\n\n\n\n------------------&nbsp;原始邮件&nbsp;------------------\n发件人:                                                                                                                        "Jane Doe"                                                                                    <jane@example.com&gt;;\n发送时间:&nbsp;2026年11月20日(星期五) 上午10:15\n收件人:&nbsp;"Max"<max@example.com&gt;;\n\n主题:&nbsp;Re: Offer\n\n\n${plain}\n`,
  "QQ in English, literal entities": `${ANSWER}\n\n---Original---\nFrom:&nbsp;"Jane Doe"<jane@example.com&gt;\nDate:&nbsp;Fri, Nov 20, 2026 10:15 AM\nTo:&nbsp;"Max"<max@example.com&gt;;\nSubject:&nbsp;Re: Offer\n\n${plain}\n`,
  "QQ, new": `${ANSWER}\n\n&nbsp;\n\n------------------&nbsp;Original&nbsp;------------------\nFrom: &nbsp;"Jane Doe"<jane@example.com&gt;;\nDate: &nbsp;Fri, Nov 20, 2026 10:15 AM\nTo: &nbsp;"Max"<max@example.com&gt;; \n\nSubject: &nbsp;Re: Offer\n\n&nbsp;\n\n${plain}\n`,
  "NetEase 163": `${ANSWER}\n\n\n\n\n\n\n在 2026-11-20 10:15:22，"Jane Doe" <jane@example.com> 写道：\n\n${plain}\n`,
  "NetEase, telephone": `${ANSWER}\n\n\n---- 回复的原邮件 ----\n| 发件人 | Jane Doe<jane@example.com> |\n| 日期 | 2026年11月20日 10:15 |\n| 收件人 | Max<max@example.com> |\n| 抄送至 | |\n| 主题 | Re: Offer |\n${plain}\n`,
  "NetEase, telephone in English": `${ANSWER}\n\n\n---- Replied Message ----\n| From | Jane Doe<jane@example.com> |\n| Date | 11/20/2026 10:15 |\n| To | Max<max@example.com> |\n| Subject | Re: Offer |\n${plain}\n`,
  Proton: `${ANSWER}\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Friday, November 20th, 2026 at 10:15 AM, Jane Doe <jane@example.com> wrote:\n\n${quoted}\n`,
  "Proton, telephone": `${ANSWER}\n\nSent from Proton Mail for Android.\n\n-------- Original Message --------\nOn Friday, 20/11/26 at 10:15 Jane Doe <jane@example.com> wrote:\n\n${quoted}\n`,
  "Proton in German": `${ANSWER}\n\nGesendet mit Proton Mail E-Mail.\n\nJane Doe <jane@example.com> schrieb am Freitag, 20. November 2026 um 10:15:\n\n${quoted}\n`,
  Tuta: `${ANSWER}\n\n--\nSecured with Tuta Mail\n\nNov 20, 2026, 10:15 by jane@example.com:\n\n${quoted}\n`.replace(
    "--\nSecured with Tuta Mail\n\n",
    "",
  ),
  Zoho: `${ANSWER}\n\n\n\n---- On Fri, 20 Nov 2026 10:15:22 +0100 Jane Doe <jane@example.com> wrote ---\n\n${plain}\n`,
  Fastmail: `${ANSWER}\n\nOn Fri, Nov 20, 2026, at 10:15 AM, Jane Doe wrote:\n${quoted}\n`,
  Spark: `${ANSWER}\nOn 20 Nov 2026 at 10:15 +0100, Jane Doe <jane@example.com>, wrote:\n${quoted}\n`,
  AOL: `${ANSWER}\n\n\n-----Original Message-----\nFrom: Jane Doe <jane@example.com>\nTo: max@example.com\nSent: Fri, Nov 20, 2026 10:15 am\nSubject: Offer\n\n${plain}\n`,
  "Yahoo, telephone": `${ANSWER}\n\nSent from Yahoo Mail on Android \n \n  On Fri, Nov 20, 2026 at 10:15 AM, Jane Doe<jane@example.com> wrote:   ${plain}\n`,
  "Yahoo, iPhone": `${ANSWER}\n\nYahoo Mail: Search, Organize, Conquer\n\nOn Friday, November 20, 2026, 10:15 AM, Jane Doe <jane@example.com> wrote:\n\n${plain}\n`,
  "Windows Mail": `${ANSWER}\n\nSent from Mail for Windows\n\nFrom: Jane Doe\nSent: Friday, November 20, 2026 10:15 AM\nTo: Max Muster\nSubject: Re: Offer\n\n${plain}\n`,
  "Windows Mail in German": `${ANSWER}\n\nGesendet von Mail für Windows\n\nVon: Jane Doe\nGesendet: Freitag, 20. November 2026 10:15\nAn: Max Muster\nBetreff: Re: Offer\n\n${plain}\n`,
  "Lotus Notes": `${ANSWER}\n\n\n\nFrom:   "Jane Doe" <jane@example.com>\nTo:     "Max Muster" <max@example.com>\nDate:   11/20/2026 10:15 AM\nSubject:        Re: Offer\n\n\n\n${plain}\n`,
  Horde: `${ANSWER}\n\nQuoting Jane Doe <jane@example.com>:\n\n${quoted}\n`,
  Roundcube: `${ANSWER}\n\nOn 2026-11-20 10:15, Jane Doe wrote:\n${quoted}\n`,
  Zimbra: `${ANSWER}\n\n----- Original Message -----\nFrom: "Jane Doe" <jane@example.com>\nTo: "Max Muster" <max@example.com>\nSent: Friday, November 20, 2026 10:15:22 AM\nSubject: Re: Offer\n\n${plain}\n`,
  "Zimbra in French": `${ANSWER}\n\n----- Mail original -----\nDe: "Jane Doe" <jane@example.com>\nÀ: "Max Muster" <max@example.com>\nEnvoyé: Vendredi 20 Novembre 2026 10:15:22\nObjet: Re: Offer\n\n${plain}\n`,
  Orange: `${ANSWER}\n\n\n> Message du 20/11/26 10:15\n> De : "Jane Doe" <jane@example.com>\n> A : max@example.com\n> Copie à : \n> Objet : Offer\n> \n${quoted}\n`,
  "Orange, unmarked": `${ANSWER}\n\n\n${header("De :|Envoyé :|À :|Objet :", "vendredi 20 novembre 2026 10:15")}\n\n${plain}\n`,
  Libero: `${ANSWER}\n\n> Il 20/11/2026 10:15 CET Jane Doe <jane@example.com> ha scritto:\n> \n${quoted}\n`,
  "Open-Xchange": `${ANSWER}\n\n> Jane Doe <jane@example.com> hat am 20.11.2026 10:15 CET geschrieben:\n> \n${quoted}\n`,
  WP: `${ANSWER}\n\nDnia 20 listopada 2026 10:15 Jane Doe <jane@example.com> napisał(a):\n\n${plain}\n`,
  Seznam: `${ANSWER}\n\n---------- Původní e-mail ----------\nOd: Jane Doe <jane@example.com>\nKomu: max@example.com\nDatum: 20. 11. 2026 10:15:22\nPředmět: Re: Offer\n\n${plain}\n`,
  Naver: `${ANSWER}\n\n-----Original Message-----\nFrom: "Jane Doe"<jane@example.com>\nTo: <max@example.com>;\nCc:\nSent: 2026-11-20 (금) 10:15:22 (GMT+09:00)\nSubject: Re: Offer\n\n${plain}\n`,
  "Zendesk, answered above the marker": `${ANSWER}\n\nOn Fri, Nov 20, 2026 at 10:15 AM Support <support@example.zendesk.com> wrote:\n\n> ##- Please type your reply above this line -##\n>\n${quoted}\n`,
  "Zendesk, unquoted": `${ANSWER}\n\n##- Please type your reply above this line -##\n\nYour request (5) has been updated.\n\n${plain}\n`,
  Freshdesk: `${ANSWER}\n\nOn Fri, 20 Nov, 2026 at 10:15 AM , Support <support@example.com> wrote:\n\n${plain}\n`,
  "Help Scout": `${ANSWER}\n\n-- \nMax\n\nOn Fri, Nov 20, 2026 at 10:15 AM UTC, Support <help@example.com> wrote:\n\n${plain}\n`.replace(
    "-- \nMax\n\n",
    "",
  ),
  Intercom: `${ANSWER}\n\nOn Fri, Nov 20, 2026 at 10:15 AM, "Jane from Example" <jane.doe@example.intercom-mail.com> wrote:\n${quoted}\n`,
  Jira: `${ANSWER}\n\n—-—-—-—\nReply above this line.\n\nJane Doe commented:\n\n${plain}\n`,
  HubSpot: `${ANSWER}\n\nOn Fri, Nov 20, 2026 at 10:15 AM, Jane Doe <\njane@example.com> wrote:\n\n${plain}\n`,
  Front: `${ANSWER}\n\nOn November 20, 2026, 10:15 AM GMT+1 jane@example.com wrote:\n\n${plain}\n`,
  "Microsoft 365, caution": `${ANSWER}\n\nFrom: Jane Doe <jane@example.com>\nDate: Friday, 20 November 2026 at 10:15\nTo: Max Muster <max@example.com>\nSubject: Re: Offer\n\n[EXTERNAL]\n\n${plain}\n`,
  "Outlook, Mac, emphasised": `${ANSWER}\n\n**From: **Jane Doe <jane@example.com>\n**Date: **Friday, 20 November 2026 at 10:15\n**To: **Max Muster <max@example.com>\n**Subject: **Re: Offer\n\n${plain}\n`,
  "Outlook, Mac, in German": `${ANSWER}\n\nVon: Jane Doe <jane@example.com>\nDatum: Freitag, 20. November 2026 um 10:15\nAn: Max Muster <max@example.com>\nCc: Eve <eve@example.com>\nBetreff: Re: Offer\n\n${plain}\n`,
  "Hungarian, by date": `${ANSWER}\n\nJane Doe <jane@example.com> ezt írta (időpont: 2026. nov. 20., P,\n10:15):\n\n${quoted}\n`,
  "Hungarian, Outlook.com": `${ANSWER}\n\n2026. november 20., péntek 10:15 dátummal Jane Doe <jane@example.com> írta:\n\n${plain}\n`,
  "Thai, Gmail": `${ANSWER}\n\nในวันที่ ศ. 20 พ.ย. 2026 เวลา 10:15 Jane Doe <\njane@example.com> เขียนว่า:\n\n${quoted}\n`,
  "Thai, Apple": `${ANSWER}\n\nเมื่อ 20 พ.ย. 2026, เวลา 10:15, Jane Doe <jane@example.com> เขียน:\n\n${quoted}\n`,
};
