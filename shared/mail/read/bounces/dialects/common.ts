import type { Phrases } from "../../languages/language.ts";

/** A complete bounce message as a mail system writes it, about a mail to `lost@gone.example`, without the returned message. A test reads it. */
export interface ExampleBounce {
  readonly from: string;
  readonly subject: string;
  readonly lines: readonly string[];
  /** The enhanced status in the message (RFC 3463). */
  readonly status?: string;
}

/** The phrases in bounce messages of a family of mail systems. A dialect is one constant of this type and its line in `prose.ts`. */
export interface Dialect {
  /** Display names in its From. */
  readonly senders?: Phrases;
  /** Phrases anywhere in its subjects. */
  readonly subjects?: Phrases;
  /** Phrases for mail that was not delivered; narrow enough that people's own sentences do not match by chance. */
  readonly failures?: Phrases;
  /** Phrases for mail that it still tries to deliver. */
  readonly delays?: Phrases;
  /** Phrases that say that it gives up; they outweigh those of a delay. */
  readonly givesUp?: Phrases;
  /** Phrases in the line above the failed recipients. */
  readonly introductions?: Phrases;
  /** Labels of a failed recipient at the start of a line; a colon or "=" follows. */
  readonly labels?: Phrases;
  /** The line, after any dashes, at which the returned message begins. */
  readonly returned?: Phrases;
  readonly notice: ExampleBounce;
}

/** Phrases that many mail systems share. */
export const common: Dialect = {
  senders: {
    "mailer[-| ]daemon": "Mailer-Daemon",
    "mail[er] deliver{y|d} [sub]system": "Mail Delivery Subsystem",
    "mail delivery": "Mail Delivery",
    "delivery [sub]system": "Delivery System",
    postmaster: "Postmaster",
    "system administrator": "System Administrator",
    "mail system": "Mail System",
    "[e|e-]mail administrator": "Email Administrator",
    undeliver: "Undelivered Mail",
  },
  subjects: {
    "undeliver{able|ed}": "Undeliverable: Offer",
    "un-deliver": "Un-deliverable mail",
    "{mail|message|email|e-mail|delivery|mailing|send}[-|: |, | ][delivery ]{status notification|failed|failure|failing|error|problem}":
      "Mail delivery failed: returning message to sender",
    "{mail|message|mailing} delivery {failed|failure|error|problem|status}": "Message delivery failure",
    "delivery {status|failure|failed|notification|report|problem|error|delay|has failed|incomplete|unsuccessful|aborted}":
      "Delivery has failed",
    "{failure|failed} {notice|delivery|to deliver|mail}": "Failure notice",
    "failure-notice": "failure-notice",
    "returned {mail|email|e-mail|to sender|message}": "Returned mail: see transcript for details",
    "mail returned": "Mail returned",
    "return[ing] {message|mail} to sender": "Return mail to sender",
    "bounce[d] {mail|message}": "Bounced mail",
    "could[ ]{n't|not} [be ]{deliver|send|sent}": "Mail could not be delivered",
    "{not|non|never}[-| ][been ]deliver{ed|able}": "Message not delivered",
    "non[-| ]delivery": "Non-delivery report",
    "mail system error": "Mail System Error - Returned Mail",
    "error sending [your ]{mail|message}": "Error sending your mail",
    "problem delivering": "Problem delivering your mail",
    "unable to deliver": "Unable to deliver your message",
    "rejected {mail|message|posting}": "Rejected posting",
    "message {rejected|delayed|status}": "Message rejected",
    "mail {failed|failure|rejected}": "Mail failure",
    "{user|recipient|mailbox|address} {unknown|not found|unavailable|rejected}": "User unknown",
    "no such {user|address}": "No such user",
    "quota exceeded": "Quota exceeded",
    "mailbox [is ]full": "Mailbox is full",
    "{attachment|message|mail|e-mail|email|content|contents}[s][ was| were| has been]{ blocked| quarantined| removed| stripped| deleted| discarded}":
      "Attachment blocked: Offer",
    "{virus|banned contents|unsolicited bulk email|malware} … {found|detected|from you|in mail|apparently from}":
      "BANNED contents from you",
    "loop alert": "Loop alert",
    "mail loop": "Mail loop",
    "warning{: |- |-| }{could not|message|delivery|mail}": "Warning: could not send message for past 4 hours",
    "delivery temporarily": "Delivery temporarily suspended",
    "delayed {mail|message}": "Delayed Mail (still being retried)",
    "mail delayed": "Mail delayed",
  },
  failures: {
    "{could|can|was|were|has|have|did|is|are}{ not|not|n't}[ yet][ be| been] [able to ][be ]{deliver|reach|send|sent|relay|process}":
      "Your message could not be delivered",
    undeliverable: "UNDELIVERABLE MAIL",
    "{not |non-}deliverable": "The mail is not deliverable",
    "failed permanently": "Delivery failed permanently",
    "delivery [has ]fail{ed|ure}": "Delivery has failed",
    "d{e|i}livery to the following": "Delivery to the following recipient failed",
    "delivery was aborted": "Delivery was aborted",
    "unable to {deliver|send|relay|complete|reach}": "Unable to deliver the message",
    "trouble {delivering|sending}": "We had trouble delivering your message",
    "error {occurred|delivering|sending|while}": "An error occurred",
    "error{s|} {has |have }occurred": "An error has occurred",
    "fail{ed|ure} to deliver": "Failed to deliver",
    "failed recipient": "Failed recipient: a@b.example",
    "{following|these} [e][-][mail ]{address|recipient|destination}[es|s|(es)|(s)][ or groups]{ | … }{fail|error|problem|reject|not |could |unknown|returned}":
      "The following address failed",
    "{following|these} [e][-][mail ]{address|recipient|destination}[es|s|(es)|(s)][ or groups]:": "The following addresses:",
    "permanent [fatal ]error": "This is a permanent error",
    "giving up": "Giving up on 192.0.2.7",
    "returned {to you|to sender|mail|message|below}": "Your mail is returned to you",
    "message [has been |was ]{rejected|refused|returned|bounced|delayed|blocked}": "Your message was rejected",
    "{unknown|no such|invalid|nonexistent|inactive|disabled} [local ]{user|recipient|mailbox|address|account|domain|host}":
      "No such user here",
    "{user|recipient|mailbox|address|account|host|domain|inbox}[ name| address][ is| was| has][ been] {unknown|not known|not found|not recognized|not exist|not listed|not valid|full|unavailable|disabled|over|invalid|rejected|inactive|suspended|does not exist|doesn't exist|doesnot exist}":
      "The mailbox is full",
    "over quota": "This account is over quota",
    "storage quota": "The storage quota is exceeded",
    "{remote host|server} said": "Remote host said: 550",
    "technical {report|details}": "Technical details of permanent failure",
    "{will|shall|can} not be {delivered|forwarded|accepted}": "The message was deleted and will not be delivered",
    "{message|mail|e-mail|email|attachment}[s] {was|were|has been|have been|is} {deleted|removed|discarded|quarantined|stripped|blocked}":
      "The message was deleted by the filter",
    "duplicated message-id": "Duplicated Message-ID",
    "failure reasons": "Failure Reasons",
  },
  delays: {
    "{still|not yet|hasn't|has not yet} [being ][been ]{deliver|retr|tr{y|i}}": "Your message has not yet been delivered",
    "will {be retried|continue to try|continue to retry|keep trying|keep on trying|try again|retry}": "The system will continue to try",
    "{has been|is|was|been} [temporarily ]delay[ed]": "Delivery has been delayed",
    "{held|quarantined|waiting|awaits|awaiting|pending} … {review|approval|moderat|release|inspection|decision}":
      "Your message is held for approval",
    "need to resend": "You do not need to resend your message",
    "delivery [is ]delayed": "Delivery is delayed",
  },
  givesUp: {
    "giv{en|ing} up": "I've given up",
    "not going to try again": "I'm not going to try again",
    "permanent[ly] {error|fail|fatal}": "This is a permanent error",
    "failed permanently": "It failed permanently",
    "no longer [be ]{tried|try}": "It will no longer be tried",
    "too long": "It was in the queue too long",
    "cannot be delivered": "It cannot be delivered",
    "time[d][ ]out … return": "It timed out and is returned",
  },
  introductions: {
    "{following|these|this|listed|below|intended|specified} [e][-][mail ]{address|recipient|destination|user|mailbox}":
      "The following address failed:",
    "deliver…to ": "We could not deliver your mail to a@b.example",
    "not {delivered|sent|reach}": "Your message was not delivered to",
    "delivering your": "There was a problem delivering your message",
    "failure reasons": "------- Failure Reasons  --------",
  },
  labels: {
    "[unknown |invalid |failed |undeliverable |rejected |intended |final[-| ]|original[-| ]|unknown local[-| ]]{to|recipient[s]|user[s]|address|mailbox|account|rcpt[ to]|part}":
      "Failed recipient: a@b.example",
    "delivery failed": "Delivery failed: a@b.example",
    "could not be delivered to": "Could not be delivered to: <a@b.example>",
  },
  returned: {
    "below this line is {a|the} copy": "--- Below this line is a copy of the message.",
    "this is a copy of {the|your} message": "------ This is a copy of the message, including all the headers. ------",
    "{enclosed|included|below|here} is a copy of": "Enclosed is a copy of your message",
    "[the ]header[s] of {the [original|returned]|original|your|returned} message": "The headers of your message",
    "message header": "Message headers follow",
    "the body of the message": "The body of the message is",
    "{message|mail} {text|body} follows": "Message text follows",
    "received message follows": "Received message follows",
    "original mail as follows": "Original mail as follows",
  },
  notice: {
    from: "postmaster@portal.example",
    subject: "Delivery failure",
    lines: [
      "Unable to deliver message to the following address(es).",
      "",
      "<lost@gone.example>:",
      "Sorry, your message to lost@gone.example cannot be delivered.  This account is over quota.",
      "",
      "--- Original message follows.",
      "",
    ],
  },
};

/** Barracuda and other filters that return blocked mail. */
export const barracuda: Dialect = {
  subjects: {
    "message you sent blocked": "**Message you sent blocked by our bulk email filter**",
  },
  failures: {
    "was blocked by our spam firewall": "was blocked by our Spam Firewall.",
    "has not been delivered": "The email you sent has NOT BEEN DELIVERED:",
  },
  labels: {
    "your message to": "Your message to: lost@gone.example",
  },
  notice: {
    from: "Postmaster <postmaster@filter.example>",
    subject: "**Message you sent blocked by our bulk email filter**",
    lines: [
      "Your message to: lost@gone.example",
      "was blocked by our Spam Firewall. The email you sent with the following subject has NOT BEEN DELIVERED:",
      "",
      "Subject: Offer",
      "",
    ],
  },
};

/** Trend Micro InterScan and MailFoundry, gateways that report for other servers. */
export const interscan: Dialect = {
  failures: {
    "unable to deliver message to": "Unable to deliver message to <lost@gone.example>.",
    "delivery failed for the following reason": "Delivery failed for the following reason:",
  },
  introductions: {
    "unable to deliver message to": "Unable to deliver message to: <lost@gone.example>",
  },
  notice: {
    from: "InterScan Notification <postmaster@scan.example>",
    subject: "Mail could not be delivered",
    status: "5.1.1",
    lines: [
      "*****",
      "Message from InterScan Messaging Security Suite",
      "",
      "Sent <<< RCPT TO:<lost@gone.example>",
      "Received >>> 550 5.1.1 <lost@gone.example>... user unknown",
      "",
      "Unable to deliver message to <lost@gone.example>.",
      "*****",
      "",
    ],
  },
};

/** Trustwave MailMarshal. */
export const mailmarshal: Dialect = {
  failures: {
    "could not be delivered because of": "Could not be delivered because of",
  },
  introductions: {
    "the following recipients were affected": "The following recipients were affected:",
  },
  notice: {
    from: "MailMarshal <postmaster@marshal.example>",
    subject: "Undeliverable Mail: Offer",
    status: "5.1.1",
    lines: [
      "Your message:",
      "   From:    me@sender.example",
      "   Subject: Offer",
      "",
      "Could not be delivered because of",
      "",
      "550 5.1.1 User unknown",
      "",
      "The following recipients were affected:",
      "    lost@gone.example",
      "",
      "Additional Information",
      "======================",
      "Original Sender:    <me@sender.example>",
      "Sender-MTA:         <192.0.2.1>",
      "",
    ],
  },
};

/** Mimecast's gateways ("Postmaster notifications"). */
export const mimecast: Dialect = {
  subjects: {
    "{e-mail|email|message} delivery warning": "[Postmaster] Email Delivery Warning",
  },
  failures: {
    "this is a delivery {failure|warning} notification message": "This is a delivery failure notification message indicating that",
  },
  delays: {
    "this is a delivery warning notification": "This is a delivery warning notification message indicating that",
  },
  introductions: {
    "an e[-]mail you addressed to": "an email you addressed to email address :",
  },
  notice: {
    from: "postmaster@gone.example",
    subject: "[Postmaster] Email Delivery Failure",
    status: "5.1.1",
    lines: [
      "This is a delivery failure notification message indicating that",
      "an email you addressed to email address :",
      "-- lost@gone.example",
      "",
      "could not be delivered. The problem appears to be :",
      "-- Recipient email server rejected the message",
      "",
      "Additional information follows :",
      "-- 5.1.1 User unknown",
      "",
      "This condition occurred after 1 attempt(s) to deliver over",
      "a period of 0 hour(s).",
      "",
    ],
  },
};
