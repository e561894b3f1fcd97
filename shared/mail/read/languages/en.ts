import type { Language } from "./language.ts";

/** English. */
export const en: Language = {
  wrote: {
    wrote: "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:",
    writes: "Jane Doe <jane@example.com> writes:",
    "has written": "Jane Doe <jane@example.com> has written:",
    "sent:": "On 20 Nov 2026 10:15, Jane Doe <jane@example.com> sent:",
  },
  wroteJoined: {
    wrote: "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com>wrote:",
  },
  beforeDate: {
    on: "On Fri, Nov 20, 2026 at 10:15 AM Jane Doe <jane@example.com> wrote:",
    at: 'At 2026-11-20 10:15:22, "Jane Doe" <jane@example.com> wrote:',
    "in a message dated": "In a message dated 11/20/2026 10:15:00 A.M. Eastern Standard Time, jane@example.com writes:",
    "in message": "In message 20261120101500, 20 Nov 2026 10:15, Jane Doe <jane@example.com> wrote:",
    quoting: "Quoting 20 Nov 2026 10:15, Jane Doe <jane@example.com>:",
  },
  afterHour: {
    "{a|p}[.][ ]m": "On 20 Nov 2026 at 10 am, Jane Doe <jane@example.com> wrote:",
  },
  quoting: {
    quoting: "Quoting Jane Doe <jane@example.com>:",
    "quotation from": "Quotation from Jane Doe <jane@example.com>:",
  },
  inMessage: {
    "in message": ">>> On 11/20/2026 at 10:15 AM, in message <5F@example.com>, Jane Doe <jane@example.com> wrote:",
  },
  firstPerson: {
    "{I|We|we}": "On 16 November I wrote:",
  },
  asSomebody: {
    "{As|as|Like|like}": "As Jane wrote on 16.11.2026 at 09:12:",
  },
  labels: {
    from: {
      from: "From: Jane Doe <jane@example.com>",
      sender: "Sender: Jane Doe <jane@example.com>",
    },
    date: {
      "send time": "Send Time:2026 Nov. 20 (Fri.) 10:15",
      date: "Date: 20.11.2026 10:15",
      sent: "Sent: 20.11.2026 10:15",
      "sent at": "Sent at: 20.11.2026 10:15",
      "sent on": "Sent on: 20.11.2026 10:15",
      received: "Received: 20.11.2026 10:15",
      "message from": "Message from: 20.11.2026 10:15",
    },
    to: {
      to: "To: Max Muster <max@example.com>",
      recipient: "Recipient: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      bcc: "Bcc: Eve Doe <eve@example.com>",
      "c.c.": "C.c.: Eve Doe <eve@example.com>",
    },
    subject: {
      subject: "Subject: Offer",
    },
    other: {
      "reply-to": "Reply-to: x",
      importance: "Importance: x",
      priority: "Priority: x",
      attachments: "Attachments: x",
      attachment: "Attachment: x",
      "list-id": "List-id: x",
      organization: "Organization: x",
      "mailed-by": "Mailed-by: x",
      time: "Time: x",
    },
  },
  originalMessage: {
    "reply to message": "----------Reply to Message----------",
    "original message": "----- Original message -----",
    original: "----- Original -----",
    "original mail": "----- Original mail -----",
    "original message header": "----- Original message header -----",
    "reply message": "----- Reply message -----",
    "replied message": "----- Replied message -----",
  },
  forwardedMessage: {
    "forwarded message": "---------- Forwarded message ----------",
    "forwarded mail": "---------- Forwarded mail ----------",
    "forwarded email": "---------- Forwarded email ----------",
    "forwarded by …": "---------- Forwarded by Jane Doe ----------",
    "begin forwarded message": "---------- Begin forwarded message ----------",
    "start of forwarded message": "---------- Start of forwarded message ----------",
  },
  replyAboveThisLine: {
    "[please ]reply … above this line": "--- Please reply above this line ---",
    "[please ]respond … above this line": "--- Respond above this line ---",
    "[please ]answer … above this line": "--- Answer above this line ---",
    "[please ]type … above this line": "##- Please type your reply above this line -##",
    "[please ]write … above this line": "--- Write above this line ---",
    "[please ]enter your {reply|response} … above this line": "--- Enter your reply above this line ---",
    "[please ]your {reply|response} … above this line": "--- Your reply above this line ---",
  },
  sentFrom: {
    "yahoo mail: search, organi{z|s}e, conquer": "Yahoo Mail: Search, Organize, Conquer",
    "{sent|posted|written} {from|via|with|using}": "Sent from my iPhone",
    "get {outlook|bluemail|typeapp|nine|spark} for": "Get Outlook for Android <https://aka.ms/ghei36>",
  },
  devices: {
    phone: "Sent from my phone",
    smartphone: "Sent from my smartphone",
    mobil: "Sent from my mobile",
    "mail{-| }app": "Sent with the mail app",
  },
  speakers: {
    "{i|we|you}": "Sent from my phone, I am on the road",
  },
  replyPrefixes: {
    re: "RE: Offer",
  },
  forwardPrefixes: {
    fw: "FW: Offer",
    fwd: "Fwd: Offer",
  },
  autoReplySubjects: {
    "auto: … {{no longer|not} {active|valid|in use|monitored|used|available}|has {changed|left}}": "Auto: Email address no longer active",
    "auto: … out of [the ]office": "AUTO: Jane Doe is out of the office (returning 11/23/2026)",
    "{ticket|request} received": "Ticket Received - Offer",
    "{we have|we've} received your {message|request|email|e-mail|inquiry|enquiry|ticket}": "We have received your request",
    "{automatic|automated|auto}[-| ]{reply|response|responder|answer|acknowledgement|acknowledgment|acknowledge}": "Automatic reply: Offer",
    "autorespon{d|se}": "Autorespond: Offer",
    "[i am |i'm |we are ][currently |away |now ][currently |away |now ]out{ |-}of{ |-}[the ]office": "Out of office: Offer",
    ooo: "OOO: back on Monday",
    "{vacation|absence|holiday}{-| }{reply|message|response|notice|notification|autoreply|auto-reply|autoresponse|auto-response|auto-responder|autoresponder|note}":
      "Vacation reply",
    "away message": "Away message: Offer",
    "away from [the |my ]{office|desk|mail|email|e-mail}": "Away from my desk",
    "auto:[ ]{re|aw|fw}": "Auto: Re: Offer",
  },
  autoReplyTags: {
    "{auto|automatic|automated}[{-| }]{reply|response}": "Offer [auto-reply]",
    "{request|ticket|message} received": "[Request received] Offer",
  },
  afterAutoReply: {
    "{re|fw|fwd}": "Automatic reply RE Offer",
    "{reply|response}": "Autoresponse response",
    "{e-mail|email|mail|message|notification|notice}": "Automatic reply message",
    "{auto|automatic|automated|autoreply|autoresponse}": "Out of office autoreply",
    "{to|by|on|for your|today|tomorrow|this|and}": "Automatic reply to your mail",
  },
  absenceSubjects: {
    "[i am |i'm |we are ][currently ]on {vacation|holiday|leave|annual leave|maternity leave|paternity leave|parental leave}":
      "On vacation until Monday",
    "[i am |i'm |we are ][currently ]{away|out}": "Away until Monday",
    vacation: "Vacation",
    absence: "Absence",
  },
  untilWords: {
    "{until|till|from}": "Vacation until Monday",
  },
  autoReplyBodies: {
    "this is an {automatic|automated|auto} {reply|response|answer}": "This is an automated response.",
    "{automatic|automated|auto}[-| ]{reply|response}…do not {reply|respond|answer}": "Automatic reply: please do not reply",
    "this {automatic|automated} {reply|response} to your": "I apologize for this automatic reply to your email.",
    "protecting myself from receiving junk": "I'm protecting myself from receiving junk mail.",
    "auto[-]generated {reply|response}": "This is an auto-generated reply",
    "you are receiving this {automatic|automated} {reply|response}": "You are receiving this automated response because",
    "this is a {return|read|delivery} receipt for": "This is a Return Receipt for the mail that you sent to jane@example.com.",
    "this {return |read |}receipt {only |}{acknowledges|verifies|confirms}":
      "This Return Receipt only acknowledges that the message was displayed",
    "disposition: {manual|automatic}-action/": "Disposition: manual-action/MDN-sent-manually; displayed",
  },
  absenceBodies: {
    "{i have|i've|i} left {the company|the firm|the organisation|the organization|the team|my}": "I have left the company",
    "{mailbox|address|account|inbox} is no longer {valid|available|read|attended|in service}": "This address is no longer valid",
    "{mailbox|address|account|inbox} {has been|will be|was} {closed|deactivated|discontinued|retired}": "This mailbox has been closed",
    "my [new ]{e-mail|email|mail} address [has ]{changed|is now}": "My email address has changed",
    "{i|we} {no longer|do not|don't} {{use|check|read|monitor} this {mailbox|address|account|inbox|e-mail|email}|work {here|for|at|with}}":
      "I no longer use this address",
    "{i have|i've} {changed|moved} {jobs|job|companies|to a new|my [e|e-]mail}": "I have changed jobs",
    "{out of [the |my |our ]office|currently {travelling|traveling|unavailable}}": "I am out of the office until Monday",
    "away from [the |my ]{office|desk|email|e-mail|mail|computer}": "I am away from my desk",
    "{on|be on|for} {annual leave|vacation|holiday|holidays|parental leave|maternity leave|paternity leave|sick leave|leave}":
      "I am currently on annual leave",
    "{i have|i've} {[now |recently |since ]left {the|my|example}|{now|recently|since} {left|retired}}": "I have now left Example Ltd.",
    "no longer {with|work|works|working|employed|part of|at|a part of}": "Jane is no longer with the company",
    "has left {the|our} {company|firm|organisation|organization|business|team}": "Jane has left the company",
    "{we have|we've|have} received your {message|email|e-mail|request|inquiry|enquiry|ticket|application}": "We have received your request",
    "{your {message|email|e-mail|request|inquiry|enquiry|ticket|case}[ (…)| #…]|a [support |new ]ticket} {has been|was} {received|created|registered|opened|logged}":
      "Your request has been received",
    "{mailbox|address|account|inbox} is {no longer|not} {monitored|in use|used|active|checked}": "This mailbox is no longer monitored",
  },
  acknowledgements: {
    "{if|when|in case it is} urgent": "Please call my mobile if urgent",
    "{please|kindly} {write|email|e-mail|reach|call|get in touch|reply|note|resend|remove}": "Please write to max@example.com",
    "my new {e-mail|email|mail|address}": "My new address is jane@new.example",
    "{you can|you may} {reach|contact|write|find}": "You can reach me at jane@new.example",
    "{will|shall} not be {read|forwarded|answered|monitored|delivered|processed}": "Your mail will not be forwarded",
    "{thank you|thanks} for {your|the|this} [recent |kind |interest and ]{message|mail|email|e-mail|note|inquiry|enquiry|request|letter|order|query|understanding|submission|application}":
      "Thank you for your email",
    "{thank you|thanks} for {contacting|writing|reaching|getting|e-mailing|emailing}": "Thank you for contacting us",
    "{{reviewed|handled|processed} by our [support |service ]{staff|team|agents}|to {add|provide|leave} [additional |further |more ]{comments|information|details}}":
      "It is being reviewed by our support staff",
    "{when i {return|get back|am back|come back}|{on|upon|after} my return}": "I will reply when I return",
    "{urgent|emergency|immediate}…{contact|call|reach|email|write}": "For urgent matters please contact Max",
    "{limited|no|intermittent|without} access to {my |}[e|e-]mail[s]": "I have limited access to email",
    "i will {be back|return|reply|respond|get back to you|answer} {on|as|after|when|upon|at}": "I will be back on Monday",
    "{please|kindly} {contact|direct|forward|redirect|update|use|send {any|all|your|further|future}}": "Please contact Max instead",
    "{ticket|case|request|reference} {number|id|no.|#}": "Your ticket number is 123",
    "will {get back|respond|reply|answer|be in touch}…{shortly|soon|possible|hours|days}": "We will get back to you as soon as possible",
  },
  automaticNotes: {
    "this is an {automated|automatic|auto-generated|auto generated|automatically generated|computer generated|computer-generated|system generated|system-generated} {message|email|e-mail|mail|notification|notice}":
      "This is an automated message, please do not reply.",
    "this {message|email|e-mail|mail|notification|response|reply} {was|is|has been} {automatically|auto|auto-} {generated|sent|created}":
      "This email was automatically generated",
    "this {message|email|e-mail|mail|notification|response|reply} {was|is|has been} {generated|sent|created} automatically":
      "This message has been sent automatically",
    "{automatically generated|auto-generated|automated} {message|email|e-mail|mail}…{do not|don't} {reply|respond}":
      "Automated message - please do not reply",
    "generated by … {autoresponder|auto-responder|auto responder|autoreply}": "Generated by Example Autoresponder",
  },
  receiptSubjects: {
    "{not read|read|delivered|relayed}": "Read: Offer",
    "{return|read|delivery}[-| ]receipt": "Return Receipt (displayed) - Offer",
  },
  receiptBodies: {
    "{was|has been} {read|displayed|opened|delivered|deleted without being read}": "Your message was read on Friday",
  },
  weekdayOpenings: {
    "On {Mon|Tues|Tue|Wednes|Wed|Thurs|Thu|Fri|Satur|Sat|Sun}[day], ": "On Fri, 20 Nov 2026 at 10:15, Jane Doe <jane@example.com> wrote:",
  },
  dayEndings: {
    st: "1st November",
    nd: "2nd November",
    rd: "3rd November",
    th: "20th November",
  },
  nameParticles: {
    via: "Jane Doe via Example",
  },
  gatewayTags: {
    ext: "[EXT] Re: Offer",
    external: "[EXTERNAL] Re: Offer",
    "{outside|untrusted|caution|warning}": "[Caution] Re: Offer",
    "[{suspected|possible|probable|likely} ]{spam|junk}[?]": "***SPAM*** Re: Offer",
    bulk: "[BULK] Re: Offer",
  },
  afterGatewayTag: {
    "{e-mail|email|mail|sender|message}": "[External sender] Re: Offer",
  },
  challengeRequests: {
    "{click|follow|visit|reply|respond|answer|fill|enter|type|go to}": "Please click here",
  },
  challengePurposes: {
    "{you|sender} {are|is} [a ]{human|real|person|not a}": "to show that you are a real person",
    "{confirm|verify|authenticate|prove} {yourself|your|the|this|that}": "to verify yourself",
    "{approved|guest|allowed|safe} [sender |senders ]list": "to join the approved senders list",
    whitelist: "to be whitelisted",
    "{your|the|this} {message|e-mail|email} {will|can|to} be {delivered|released}": "so that the message can be delivered",
    "have {your|the|this} {message|e-mail|email} {delivered|released}": "to have your message delivered",
    "{release|deliver} {your|the|this} {message|e-mail|email}": "to release this message",
  },
  challengeProofs: {
    "{you|sender} {are|is} [a ]{human|real person}": "to show that you are a real person",
    "{approved|guest|allowed|safe} sender[s] list": "to join the approved senders list",
    "your {message|e-mail|email} {will|can|to} be {delivered|released}": "so that your message will be delivered",
    "{release|deliver} your {message|e-mail|email}": "to release your message",
  },
  bounceContacts: {
    "{contact|support|assistance|help|write|forward|report|question[s]}": "Please contact it@example.com",
    "send [e|e-]mail": "You may send email to it@example.com",
  },
  bounceReasons: {
    said: "mx.example.com said so about lost@gone.example",
    error: "An error with lost@gone.example",
    unknown: "We find lost@gone.example unknown",
    reject: "It rejects lost@gone.example",
    deliver: "We cannot deliver this to lost@gone.example",
  },
  bounceRecipients: {
    "{recipient|address|destination}[s|es|(s)|(es)]": "All the addresses that failed:",
  },
  bounceDelays: {
    "{not|n't} … yet [been |be ]{delivered|reached|sent|accepted}": "Your message could not yet be delivered",
    "{{further|more|additional|other|new} [delivery ]{attempts|tries|retries} {will|are}|next {attempt|try} {will|is}}":
      "Further delivery attempts will be made",
    "{no action is|nothing to do|do not need to|don't need to} {required|send|resend|do|take}": "You do not need to send it again",
    "{will|shall} [be ]{retried|try|retry|tried|keep|continue} … {again|deliver|for|until|trying}": "We will try again for 3 more days",
    "{{delivery|message|mail} [has been |is |was ]{delayed|deferred|queued}|still in the queue|remain[s] queued|attempts continue}":
      "Delivery delayed",
  },
  bounceGivesUp: {
    "{{won't|will not} [be ]{retried|tried|try} again|{no further|no more} [delivery ]{attempts|tries}}": "It will not be tried again",
    "{final|permanent|undeliverable|{has|have|been} {returned|failed|expired|bounced}}": "The message has expired",
    "{could not|was not|couldn't|cannot} … {within|after|delivered for} [the last ]…{days|hours|tries|attempts}":
      "It could not be delivered within 5 days",
  },
  bounceReasonLabels: {
    "{reason|cause|error|explanation|details}": "Reason: the mailbox is full",
  },
  closings: {
    "{{kind|best|warm|many|} {regards|wishes}|thanks|thank you|cheers|many thanks}": "Kind regards",
  },
};
