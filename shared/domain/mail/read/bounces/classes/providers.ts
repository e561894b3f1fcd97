import type { ClassPhrases } from "./phrases.ts";

/** Providers' own texts: Gmail ("SMTP error reference"), Yahoo ("SMTP error codes"), Apple, Comcast, Cox, AT&T, GMX, T-Online. */
export const providers: ClassPhrases = {
  unknown_user: {
    "p=nosuchuser": "550-5.1.1 Learn more at https://support.google.com/mail/?p=NoSuchUser",
    "p=disableduser": "550 5.2.1 https://support.google.com/mail/?p=DisabledUser",
    "not our customer": "550 5.1.1 Not our Customer",
    "that you tried to reach {does not exist|is disabled}": "550-5.1.1 The email account that you tried to reach does not exist",
    "mail action aborted, mailbox not found": "552 1 Requested mail action aborted, mailbox not found",
    "this mailbox is disabled":
      "554 delivery error: dd Sorry, your message to lost@gone.example cannot be delivered. This mailbox is disabled (554.30).",
  },
  mailbox_full: {
    "p=overquota": "552-5.2.2 https://support.google.com/mail/?p=OverQuotaPerm",
    "inbox is out of storage": "452-4.2.2 The recipient's inbox is out of storage space",
  },
  policy: {
    "p={receivingrate|ratelimit|blockedmessage|policy|busy}": "550 5.2.1 https://support.google.com/mail/?p=ReceivingRatePerm",
    "blocked because its content presents a potential security":
      "552-5.7.0 This message was blocked because its content presents a potential security issue",
    "{tss0|cs0|ph0|hm0|pr0}": "554 5.7.1 [CS01] Message rejected due to local policy",
    "{ht204137|postmaster.yahooinc|senders.yahooinc}": "Please visit https://support.apple.com/en-us/HT204137",
    "aup#": "550 5.1.0 <me@x.example> sender rejected. AUP#CDRBL",
    "{bad dns ptr|nemesis esmtp service not available}": "554-Bad DNS PTR resource record.",
    clarify: "554 IP=192.0.2.1 - A problem occurred. Ask your postmaster for help to clarify.",
    "reject due to": "554 Reject due to policy restrictions",
    "unexpected volume": "421 4.7.0 [TSS04] temporarily deferred due to unexpected volume",
  },
  spam: {
    "p=unsolicited": "550-5.7.1 https://support.google.com/mail/?p=UnsolicitedMessageError",
    "likely {unsolicited|suspicious}": "550-5.7.1 this message is likely suspicious due to the very low reputation",
    "smtp-error-codes": "554 see http://postmaster.comcast.net/smtp-error-codes.php#BL000001",
    "{barracudacentral|mxtoolbox|senderscore}": "see http://www.senderscore.org",
  },
};

/** QQ and Tencent's enterprise mail, NetEase (163, 126, yeah.net; "退信代码说明"), Sina, Alibaba; mail.ru and Yandex; docomo, au and SoftBank. */
export const easternProviders: ClassPhrases = {
  unknown_user: {
    "mailbox unavailable or access denied": "550 Mailbox unavailable or access denied https://open.work.weixin.qq.com/help2/pc/20057",
    "may contain a non-existent account": "550 The recipient may contain a non-existent account, please check the recipient address",
    "message was not accepted -- invalid mailbox":
      "550 Message was not accepted -- invalid mailbox. Local mailbox lost@gone.example is unavailable: user not found",
    "no such user!": "550 5.7.1 No such user!",
    "user not found:": "550 User not found: lost@gone.example",
  },
  policy: {
    "{user|domain|ip|connection|mail} frequency limited": "550 Domain frequency limited",
    "{dt|mi|hl|rp|ir|wm}:{sum|cel|nhd|dmc|sfq|stc|rep|icc|ifc|mep|qrc|drc|trc|rod|fcr|sps|dmf|lvl}":
      "421 HL:REP 163 smtp5 http://mail.163.com/help/help_spam_16.htm",
    "suspected bounce attacks": "550 Suspected bounce attacks",
    "rejected by recipient": "550 Mail is rejected by recipients",
    "policy rejection on the target": "550 5.7.1 Policy rejection on the target address",
    "{smtp auth error limit|too much fail authentication|connection denied}": "554 IP is rejected, smtp auth error limit exceed",
    "id refuse to receive": "We failed to deliver mail because the following address recipient id refuse to receive mail",
  },
  spam: {
    "{dt|mi|hl|rp}:{spm|spb|spf|sbl}": "554 DT:SPM 163 smtp5 http://mail.163.com/help/help_spam_16.htm",
    "mail content denied": "550 Mail content denied",
    "under suspicion of spam": "554 5.7.1 Message rejected under suspicion of SPAM",
    "{notspam|antispam} support": "550 spam message rejected. Please visit notspam support",
  },
};
