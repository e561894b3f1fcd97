import type { Dialect } from "./common.ts";

/** Coremail: QQ, NetEase (163, 126, yeah) and Chinese enterprises. */
export const coremail: Dialect = {
  failures: {
    您的邮件被退回: "抱歉，您的邮件被退回来了……",
    退信原因: "退信原因：收件人邮件地址不存在",
    无法送达: "邮件无法送达",
  },
  introductions: {
    收件人邮件地址: "收件人邮件地址不存在",
  },
  labels: {
    收件人: "收件人：lost@gone.example",
  },
  notice: {
    from: "PostMaster@qq.example",
    subject: "系统退信",
    lines: [
      "抱歉，您的邮件被退回来了……",
      "",
      "原邮件信息：",
      "时  间：2026-11-20 10:14:00",
      "主  题：Offer",
      "收件人：lost@gone.example",
      "",
      "退信原因：收件人邮件地址（lost@gone.example）不存在，邮件无法送达。",
      "host mx.gone.example said: 550 User not found: lost@gone.example",
      "",
    ],
  },
};

/** Gmail and Google Workspace (mailer-daemon@googlemail.com). */
export const gmail: Dialect = {
  subjects: {
    "delivery status notification ({failure|delay})": "Delivery Status Notification (Failure)",
  },
  failures: {
    "your message wasn't delivered to": "Your message wasn't delivered to lost@gone.example because the address couldn't be found",
    "there was a problem delivering your message": "There was a problem delivering your message to a@b.example",
  },
  delays: {
    "gmail will retry for": "Gmail will retry for 46 more hours.",
    "message will be retried for": "Message will be retried for 2 more day(s)",
  },
  introductions: {
    "{group|address} you tried to contact": "the group you tried to contact (a@b.example) may not exist",
    "your message wasn't delivered to": "Your message wasn't delivered to a@b.example because",
    "failed permanently:": "Delivery to the following recipient failed permanently:",
  },
  returned: {
    "original message": "----- Original message -----",
  },
  notice: {
    from: "Mail Delivery Subsystem <mailer-daemon@googlemail.com>",
    subject: "Delivery Status Notification (Failure)",
    status: "5.4.1",
    lines: [
      "Delivery to the following recipient failed permanently:",
      "",
      "     lost@gone.example",
      "",
      "Technical details of permanent failure:",
      "The error that the other server returned was:",
      "550 5.4.1 Recipient address rejected",
      "",
      "----- Original message -----",
      "",
    ],
  },
};

/** GMX, WEB.DE, IONOS and mail.com (one operator with a form that others do not use). */
export const gmx: Dialect = {
  failures: {
    "smtp error from remote server for": "SMTP error from remote server for RCPT TO command, host: mx.gone.example",
  },
  introductions: {
    "the following address": "The following address",
  },
  returned: {
    "the header of the original message is following": "--- The header of the original message is following. ---",
  },
  notice: {
    from: "GMX Mailer Daemon <mailer-daemon@gmx.example>",
    subject: "Mail delivery failed: returning message to sender",
    status: "5.1.1",
    lines: [
      "This message was created automatically by mail delivery software.",
      "",
      "A message that you sent could not be delivered to one or more of",
      "its recipients. This is a permanent error. The following address",
      "failed:",
      "",
      '"lost@gone.example":',
      "SMTP error from remote server for RCPT TO command, host: mx.gone.example (192.0.2.7) reason: 550 5.1.1 <lost@gone.example>: Recipient address rejected",
      "",
      "--- The header of the original message is following. ---",
      "",
    ],
  },
};

/** au by KDDI and other Japanese carriers and portals. */
export const kddi: Dialect = {
  failures: {
    "as their mailbox is full": "As their mailbox is full.",
    "could not be delivered to": "Could not be delivered to: <a@b.example>",
    への送信に失敗: "以下のメールアドレスへの送信に失敗しました。",
  },
  introductions: {
    以下のメールアドレス: "以下のメールアドレスへの送信に失敗しました。",
  },
  returned: {
    "original mail info": "-------original mail info",
  },
  notice: {
    from: "no-reply@au.example",
    subject: "Mail could not be delivered",
    lines: [
      "Your mail sent on: Fri, 20 Nov 2026 10:14:00",
      "     Could not be delivered to: <lost@gone.example>",
      "     As their mailbox is full.",
      "",
    ],
  },
};

/** mail.ru, Yandex and other Russian portals. */
export const mailru: Dialect = {
  failures: {
    "не может быть доставлено": "Ваше письмо не может быть доставлено одному или нескольким получателям:",
    "не удалось доставить": "Нам не удалось доставить ваше письмо",
  },
  introductions: {
    "одному или нескольким получателям": "Ваше письмо не может быть доставлено одному или нескольким получателям:",
  },
  returned: {
    "копия … письма": "------ Копия исходного письма ------",
  },
  notice: {
    from: "mailer-daemon@portal.example",
    subject: "Ваше сообщение не доставлено. Mail failure.",
    lines: [
      "Это письмо создано автоматически.",
      "",
      "К сожалению, Ваше письмо не может быть доставлено одному или нескольким получателям:",
      "",
      "  lost@gone.example",
      "    Unrouteable address",
      "",
      "------ This is a copy of the message, including all the headers. ------",
      "",
    ],
  },
};

/** Yahoo and AOL ("Failure Notice"). */
export const yahoo: Dialect = {
  failures: {
    "we were unable to deliver your message": "Sorry, we were unable to deliver your message to the following address.",
    "message not accepted for policy reasons": "554: 5.7.9 Message not accepted for policy reasons.",
  },
  introductions: {
    "unable to deliver your message to the following": "Sorry, we were unable to deliver your message to the following address.",
  },
  notice: {
    from: "MAILER-DAEMON@mx.yahoo.example",
    subject: "Failure Notice",
    status: "5.7.9",
    lines: [
      "Sorry, we were unable to deliver your message to the following address.",
      "",
      "<lost@gone.example>:",
      "554: 5.7.9 Message not accepted for policy reasons.",
      "",
      "--- Below this line is a copy of the message.",
      "",
    ],
  },
};

/** Zoho Mail. */
export const zoho: Dialect = {
  failures: {
    "error code :": "lost@gone.example, ERROR CODE :550 - 5.1.1 User unknown",
  },
  notice: {
    from: "mailer-daemon@mail.zoho.example",
    subject: "Undelivered Mail Returned to Sender",
    status: "5.1.1",
    lines: [
      "This message was created automatically by mail delivery software.",
      " A message that you sent could not be delivered to one or more of its recipients. This is a permanent error. ",
      "",
      "lost@gone.example, ERROR CODE :550 - 5.1.1 <lost@gone.example>: Recipient address rejected: User unknown",
      "",
    ],
  },
};

/** Microsoft Exchange 5.5, 2000 to 2019 and Microsoft 365 ("Email non-delivery reports in Exchange Online"). */
export const exchange: Dialect = {
  senders: {
    "system administrator": "System Administrator",
    "ndr administrator": "NDR Administrator",
  },
  subjects: {
    "undeliverable:": "Undeliverable: Offer",
  },
  failures: {
    "delivery has failed to these recipients": "Delivery has failed to these recipients or groups:",
    "did not reach the following recipient": "did not reach the following recipient(s):",
    "couldn't be {delivered|found}": "Your message couldn't be delivered",
  },
  delays: {
    "delivery to these recipients … delayed": "Delivery to these recipients or groups has been delayed",
    "this is a warning message only": "THIS IS A WARNING MESSAGE ONLY",
  },
  introductions: {
    "did not reach the following recipient": "did not reach the following recipient(s):",
    "failed to these recipients": "Delivery has failed to these recipients or groups:",
    "delivery to the following recipients failed": "Delivery to the following recipients failed.",
  },
  returned: {
    "original message headers": "Original message headers:",
  },
  notice: {
    from: "Microsoft Outlook <postmaster@gone.example>",
    subject: "Undeliverable: Offer",
    status: "5.1.10",
    lines: [
      "Delivery has failed to these recipients or groups:",
      "",
      "lost@gone.example<mailto:lost@gone.example>",
      "The address you entered couldn't be found.",
      "",
      "Diagnostic information for administrators:",
      "",
      "Generating server: A1.prod.example",
      "",
      "lost@gone.example",
      "Remote Server returned '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found'",
      "",
      "Original message headers:",
      "",
    ],
  },
};

/** HCL (Lotus) Notes and Domino ("DELIVERY FAILURE"). */
export const domino: Dialect = {
  subjects: {
    "delivery failure:": "DELIVERY FAILURE: User lost not listed in Domino Directory",
  },
  failures: {
    "not listed in {domino directory|public name & address book}": "User lost (lost@gone.example) not listed in Domino Directory",
    "failure reasons": "------- Failure Reasons  --------",
  },
  introductions: {
    "was not delivered to": "was not delivered to:",
  },
  returned: {
    "returned message": "------- Returned Message --------",
  },
  notice: {
    from: "Postmaster@gone.example",
    subject: "DELIVERY FAILURE: User lost (lost@gone.example) not listed in Domino Directory",
    lines: [
      "Your message",
      "",
      "  Subject: Offer",
      "",
      "was not delivered to:",
      "",
      "  lost@gone.example",
      "",
      "because:",
      "",
      "  User lost (lost@gone.example) not listed in Domino Directory",
      "",
    ],
  },
};

/** Novell GroupWise Internet Agent ("Mail System Error - Returned Mail"). */
export const groupwise: Dialect = {
  failures: {
    "was undeliverable to the following": "The message that you sent was undeliverable to the following:",
  },
  introductions: {
    "was undeliverable to the following": "The message that you sent was undeliverable to the following:",
  },
  returned: {
    "possibly truncated original message follows": "Possibly truncated original message follows:",
  },
  notice: {
    from: "Mailer-Daemon@gw.example",
    subject: "Mail System Error - Returned Mail",
    lines: [
      "The message that you sent was undeliverable to the following:",
      "\tlost@gone.example (user not found)",
      "",
      "Possibly truncated original message follows:",
      "",
    ],
  },
};
