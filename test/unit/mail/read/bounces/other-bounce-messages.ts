/** Notices in the manner of systems that have no dialect of their own, about lost@gone.example: sender, subject, text, the status that they name. */
export const otherBounceMessages: Readonly<Record<string, readonly [from: string, subject: string, text: string, status?: string]>> = {
  activehunter: [
    "MAILER-DAEMON@x.example",
    "FAILURE NOTICE :",
    "\n  ----- The following addresses had permanent fatal errors -----\n\n>>> lost@gone.example <lost@gone.example>\n\n  ----- Transcript of session follows -----\n550 sorry, no mailbox here by that name (#5.1.1 - chkuser)\n\n  ----- original message -----\n",
    "5.1.1",
  ],
  v5sendmail: [
    "Mail Delivery Subsystem <MAILER-DAEMON>",
    "Returned mail: User unknown",
    "   ----- Transcript of session follows -----\nWhile talking to mx.gone.example:\n>>> RCPT To:<lost@gone.example>\n<<< 550 User Unknown\n550 <lost@gone.example>... User unknown\n\n   ----- Unsent message follows -----\n",
  ],
  v5hosts: [
    "Mail Delivery Subsystem <MAILER-DAEMON>",
    "Returned mail: Host unknown",
    "   ----- Transcript of session follows -----\n421 gone.example (smtp)... Deferred: Connection timed out\n550 lost@gone.example... Host unknown (Name server: gone.example: host not found)\n\n   ----- Unsent message follows -----\n",
  ],
  fml: [
    "postmaster@ml.example",
    "Message from fml ML",
    "Your mail could not be delivered.\n\nUser unknown: lost@gone.example\n\nOriginal mail as follows:\n\n",
  ],
  messagelabs: [
    "Mail Delivery System <MAILER-DAEMON@messagelabs.example>",
    "Mail Delivery Failure",
    "This is the mail delivery agent at messagelabs.com.\nI was unable to deliver your message to the following addresses:\n\n<lost@gone.example>:\n192.0.2.1 failed after I sent the message.\nRemote host said: 550 5.2.1 mailbox disabled\n\n--- Below this line is a copy of the message.\n\n",
    "5.2.1",
  ],
  powermta: [
    "PowerMTA <postmaster@mta.example>",
    "Delivery report",
    "Hello, this is the mail server on mta.example.\n\nI am sending you this message to inform you on the delivery status of a\nmessage you previously sent.  Immediately below you will find a list of\nthe affected recipients;  also attached is a Delivery Status Notification\n(DSN) report in standard format, as well as the headers of the original\nmessage.\n\n  <lost@gone.example>  delivery failed; will not continue trying\n\n",
  ],
  icloud: [
    "Mail Delivery Subsystem <mailer-daemon@icloud.example>",
    "Undeliverable message",
    "This message was created automatically by the mail system.\n\nYour message cannot be delivered to the following recipients:\n\n  Recipient address: lost@gone.example\n  Reason: Remote SMTP server has rejected address\n  Diagnostic code: smtp;550 5.1.1 <lost@gone.example> unknown\n  Remote system: dns;mx.gone.example (TCP|192.0.2.1|1|192.0.2.2|25)\n\n",
    "5.1.1",
  ],
  x4: [
    "MAILER-DAEMON@x.example",
    "failure notice",
    "We're sorry. There's a problem with the e-mail address(es) listed below.\n\n<lost@gone.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n",
    "5.1.1",
  ],
  de: [
    "Mail Delivery System <mailer-daemon@mx.example>",
    "Unzustellbar: Angebot",
    "Ihre Nachricht an die folgenden Empfänger konnte nicht zugestellt werden:\n\n  lost@gone.example\n    550 5.1.1 Unbekannter Empfänger\n\n----- Ursprüngliche Nachricht -----\n",
    "5.1.1",
  ],
  fr: [
    "Mail Delivery System <mailer-daemon@mx.example>",
    "Échec de remise",
    "Votre message n'a pas pu être remis aux destinataires suivants :\n\n  lost@gone.example\n    550 5.1.1 inconnu\n\n----- Message original -----\n",
    "5.1.1",
  ],
  ja: [
    "Mail Delivery Subsystem <postmaster@mx.example>",
    "Undelivered Mail",
    "メールを配信できませんでした。\n\n宛先: lost@gone.example\n理由: 550 5.1.1 User unknown\n\n",
    "5.1.1",
  ],
  hurricane: [
    "postmaster@x.example",
    "Returned mail: see transcript for details",
    "Failed to deliver to '<lost@gone.example>'\nSMTP module(domain gone.example) reports:\n host mx.gone.example says:\n 550 5.1.1 unknown user\n\n",
    "5.1.1",
  ],
  mercury: [
    "Electronic Postmaster <Postmaster@x.example>",
    "Postmaster Notify: Delivery Failure.",
    'With reference to your message with the subject:\n"Offer"\n\nThe local mail transport system has reported the following problems\nit encountered while trying to deliver your message:\n\n--------------------\n*** lost@gone.example\n550 5.1.1 User unknown.\n\n',
    "5.1.1",
  ],
  hmailserver: [
    "mailer-daemon@x.example",
    "Message undeliverable: Offer",
    "Your message did not reach some or all of the intended recipients.\n\n   Sent: Fri, 20 Nov 2026 10:14:00 +0000\n   Subject: Offer\n\nThe following recipient(s) could not be reached:\n\nlost@gone.example\n   Error Type: SMTP\n   Remote server (192.0.2.1) issued an error.\n   hMailServer sent: RCPT TO:<lost@gone.example>\n   Remote server replied: 550 5.1.1 unknown\n\nhMailServer\n",
    "5.1.1",
  ],
  kerio: [
    "Mail Delivery Subsystem <postmaster@x.example>",
    "Delivery Failure: Offer",
    "Your message to lost@gone.example could not be delivered.\n\n  550 5.1.1 No such user\n\nKerio Connect\n",
    "5.1.1",
  ],
  axigen: [
    "Mail Delivery System <mailer-daemon@x.example>",
    "Undelivered Mail Returned to Sender",
    "The message could not be delivered to the following recipients:\n\n<lost@gone.example>; Remote host said: 550 5.1.1 unknown\n",
    "5.1.1",
  ],
  mimecast: [
    "Mimecast Postmaster <postmaster@x.example>",
    "[Postmaster] Email Delivery Failure",
    "Failed Delivery Status Notification\nYour email to lost@gone.example has failed to be delivered\n\nFor the following reason:\nRecipient address rejected. User unknown\n\n",
  ],
};
