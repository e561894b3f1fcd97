import type { ClassPhrases } from "./english.ts";

/** Mimecast ("Mimecast SMTP error codes"), Proofpoint ("SMTP error codes"), Cisco Secure Email, Barracuda, Symantec, Trend Micro, Sophos and amavis. */
export const gateways: ClassPhrases = {
  unknown_user: {
    "invalid recipient": "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550",
    "#5.1.0 address rejected": "550 #5.1.0 Address rejected.",
    "recipient verify fail": "550 5.1.1 recipient verify failed",
    "recipient verification fail": "550 Recipient verification failed",
  },
  policy: {
    "envelope blocked": "550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550",
    "host network not allowed": "554 Host network not allowed - https://community.mimecast.com/docs/DOC-1369#554",
    "rejected due to security": "554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554",
    "{anti-spoofing|impersonation|greylisting}": "550 Rejected by header based Anti-Spoofing policy: me@x.example",
    "{blocked|denied} sender": "550 Rejected by header based manually Blocked Senders",
    "{content examination|content controls}": "550 Message bounced due to Content Examination Policy",
    "{exceeding outbound|thread limit}": "451 Exceeding outbound thread limit",
    "ipcheck.proofpoint.com": "554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1",
    "dnsbl-lookup": "550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1",
    "submit messages to this": "550 #5.7.1 Your access to submit messages to this e-mail system has been rejected",
    "banned:": "554 5.7.0 Reject, id=1-1 - BANNED: .exe",
    "{bouncedspam|bouncedeny}": "554 Denied [BouncedSPAM]",
    spoofed: "550 5.7.1 spoofed message",
    "header based": "550 Rejected by header based Blocked Senders",
  },
  spam: {
    "barracuda{central| reputation}": "554 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation",
    brbl: "550 listed in BRBL",
    "{trend micro|email reputation|senderbase|talos|cloudmark|spamhaus|spamcop|sorbs|invaluement|uceprotect|abusix|truncate}":
      "550 5.7.1 Service unavailable; Client host blocked using Trend Micro Email Reputation Service",
    fortiguard: "550 5.7.1 blocked by FortiGuard",
    "{ip reputation|reputation policy}": "550 Local CT IP Reputation policy - Rejected",
    "found in rbl": "553 IP found in RBL",
    "{symanteccloud|messagelabs}.com/{trouble|en}": "553-Message filtered. See http://www.symanteccloud.com/troubleshooting",
    "signature matched": "554 Malware signature matched",
    "{infected:|- infected}": "554 5.7.0 Reject, id=1-1 - INFECTED: Eicar",
    spamprofiler: "554 Message refused by MailMarshal SpamProfiler",
    "recurrent pattern": "554 rejected by Recurrent Pattern Detection System",
  },
};

/** Exchange, Exchange Online and Outlook.com ("Email non-delivery reports in Exchange Online", "Outlook.com Postmaster"). */
export const microsoft: ClassPhrases = {
  unknown_user: {
    "recipient address[es] rejected[ ]: access denied": "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
    "resolver.adr.{recip|exrecip|recipient}[ient]notfound":
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "resolver.adr.{bad|invalid}": "550 5.1.1 RESOLVER.ADR.BadPrimary",
    "{accountdisabled|mailboxdisabled|recipientnotfound}": "554 5.2.1 STOREDRV.Deliver.Exception:AccountDisabledException",
    "unknown to address": "Action Required Recipient: Unknown To address",
  },
  mailbox_full: {
    "{quotaexceeded|mailboxfull|overquota|storage.quota}": "554 5.2.2 STOREDRV.Deliver.Exception:QuotaExceededException",
    "resolver.rst.{mailboxfull|quota}": "RESOLVER.RST.MailboxFull",
  },
  too_large: {
    "smtpsend.messagetoolarge": "554 5.6.11 SMTPSEND.MessageTooLarge",
    "resolver.rst.{send|recip|receive}[ient]sizelimit": "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large",
  },
  policy: {
    "resolver.rst.": "550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized",
    "access denied, {bad|banned|tenant|your organi|traffic}": "550 5.1.8 Access denied, bad outbound sender AS(42004)",
    "as({4|8|9|20160613|1430|780090}": "550 5.7.501 Access denied AS(42004)",
    "transport.rules": "550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy",
    "unregistered domain": "550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains",
    "high[er]{-| }risk": "550 5.7.1 message was blocked: the high-risk delivery pool",
    "external forwarding": "550 5.7.520 Access denied, your organization does not allow external forwarding",
    "delivery restriction": "Delivery restriction check failed because the sender was not authenticated",
  },
  spam: {
    "spam abuse": "550 5.7.501 Access denied, spam abuse detected. AS(1410)",
    "banned sending ip": "550 5.7.606 Access denied, banned sending IP [192.0.2.1]",
    "weren't sent": "550 SC-001 Unfortunately, messages from 192.0.2.1 weren't sent",
    "{sc|oc|oft|s3140|s3150}-00": "550 SC-004 (COL0-MC1-F1) Unfortunately, messages were not sent",
    "(s3{140|150})": "550 5.7.1 part of their network is on our list (S3140)",
  },
  relay: {
    tenantattribution: "550 5.7.64 TenantAttribution; Relay Access Denied",
  },
  expired: {
    "message expired": "550 5.4.300 Message expired",
  },
};

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
