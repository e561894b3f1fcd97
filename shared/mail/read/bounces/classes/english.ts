import type { Phrases } from "../../languages/language.ts";

/** Why a mail bounced; `unknown_user`: the address or its domain does not exist. */
export type BounceClass = "unknown_user" | "mailbox_full" | "policy" | "spam" | "dmarc" | "too_large" | "expired" | "relay" | "other";

/** The words in which servers or people of one language say why mail was refused, by class; `other` has words that speak against a final refusal. */
export type ClassPhrases = Readonly<Partial<Record<BounceClass, Phrases>>>;

/** Servers' texts in English: Postfix, Exim, Sendmail, qmail, Courier, Domino, Exchange and others (their sources and manuals). */
export const english: ClassPhrases = {
  unknown_user: {
    ">{:|} [was |is ]{not found|does not exist|not a valid|no such}": "550 <lost@gone.example> not found",
    "rcpt … does not exist": "550 RCPT <lost@gone.example> does not exist",
    "no [mail box|mailbox] available for this user": "550 no mail box available for this user",
    "mailbox … unavailable": "550 mailbox lost@gone.example unavailable",
    "name directory": "550 lost not in name directory",
    "{archived|former} {recipient|user|employee}": "550 archived recipient",
    "{unknown|no such|invalid|illegal|non[-]existent|nonexisting|undeliverable} [local |virtual |e-mail |email |destination |mail |or illegal |final delivery ]{user|recipient|mailbox|account|address|local[-]part|userid|person|alias|to address}":
      "550 5.1.1 No such user here",
    "bad {destination|recipient|address|mailbox}": "550 5.1.1 Bad destination mailbox address",
    "{unrouteable|unroutable} [mail ]{address|domain|recipient}": "Unrouteable address",
    "{user|recipient|mailbox|account|address|addresses|alias|person|inbox|e-mail|email|customer} … {unknown|not found|not exist|doesn't exist|not known|not recognized|not listed|not present|isn't here|not local|invalid|nonexistent|undeliverable}":
      "550 5.1.1 <lost@gone.example>: Recipient address rejected: User unknown in virtual mailbox table",
    "{user|recipient|mailbox|account|address|domain|person} … no longer {exist|valid|available|active|in use|here|work|accepts|on this server|with}":
      "550 This address is no longer valid",
    "{address|recipient|user|account|mailbox|person|you entered|you sent} … {couldn't|could not|can't|cannot|can not|wasn't|was not|isn't|weren't} [be ]found":
      "The address you entered couldn't be found",
    "wasn't found at": "Lost wasn't found at gone.example.",
    "{user|mailbox|account|address|recipient} … {disabled|inactive|deactivated|discontinued|closed|terminated|deleted|removed|not active|expired}":
      "550 5.2.1 The email account that you tried to reach is disabled",
    "{disabled|inactive|deactivated|deleted} {user|account|mailbox|recipient|address}": "550 Inactive user",
    "not a{n|} {valid|known|existing|active|registered|local} [e-mail |email ]{user|mailbox|address|recipient|account}":
      "550 lost is not a known user",
    "{does not|doesn't|do not} have a{n|} … {account|mailbox}": "554 delivery error: dd This user doesn't have a gone.example account",
    "no {mailbox|account|user|one|person} {here|found|by that name|with|at this|for this|exists|of that name}":
      "550 sorry, no mailbox here by that name",
    "no valid recipient[s]": "Error: No valid recipients for this MM",
    "not in … {directory|address book|validrcptto|rcpt}": "User lost (lost@gone.example) not in the directory",
    "not listed in": "User lost (lost@gone.example) not listed in Domino Directory",
    "{account|mailbox|recipient} {unavailable|not available|does not}": "550 Account not available",
    "[requested action not taken: ]mailbox [is ]{unavailable|not available}": "550 Requested action not taken: mailbox unavailable",
    "[recipient |destination ]address rejected": "550 #5.1.0 Address rejected.",
    "recipient[s] [was |were ]{rejected|not ok|not accepted|refused}": "550 recipient not accepted",
    badrcptto: "550 sorry, badrcptto (#5.1.1)",
    "{host|domain|hostname} … {not found|unknown|does not exist|doesn't exist|not exist|not reachable|isn't reachable|nonexistent|couldn't be found|could not be found|wasn't found}":
      "Host or domain name not found. Name service error for name=gone.example",
    "{unknown|no such|invalid|non[-]existent} {host|domain|mail domain}":
      "550 Host unknown (Authoritative answer from name server) No such domain",
    nxdomain: "DNS error: NXDOMAIN",
    "name or service not known": "gone.example: Name or service not known",
    "{mx|mail exchanger}[s] … {non-existent|nonexistent|no valid|not exist}": "all relevant MX records point to non-existent hosts",
    "no {mx|mail exchanger|mail server} {record[s]|found|for}": "The domain has no MX records",
    "there is no {user|one|such|account|mailbox}": "There is no one at this address",
  },
  mailbox_full: {
    "{user|domain|}[ ]disk quota": "maildir delivery failed: userdisk quota",
    "{over|exceed|exceeds|exceeded|exceeding|above|beyond} … quota": "552 5.2.2 The user is over the quota",
    "disk [is ]full": "550 5.1.1 disk full",
    "{storage|space} [is ]exhausted": "550 5.1.1 inbox storage is exhausted",
    "overquot{a|ed}": "452 4.2.2 User overquota",
    "quota … {exceed|full|limit|violation|reached|used}": "554 Quota exceeded (mailbox for user is full)",
    "{mailbox|mail box|inbox|maildir|mailfolder|mail folder|folder|mail file|account}[ of the recipient| for … |'s mailbox| storage][ is| are| was| has become|:| currently]{| too| temporarily| already} full":
      "552 5.2.2 Mailbox is full",
    "full {mailbox|inbox}": "Full mailbox",
    "{insufficient|not enough|no more|lacks|out of|running out of|low on|enough} … {storage|disk|space}":
      "452 4.3.1 Insufficient system storage",
    "{mailbox|inbox|user|account|storage|disk|recipient|maildir} … {exceeds|exceed|reached|exceeded|exceeding} … {size|space|limit|quota|storage|capacity|allocation|maximum}":
      "User mailbox exceeds allowed size: lost@gone.example",
    "no [free |more |disk ]{space|storage}": "554 The mailbox of this user has no free space",
    "{exceeded|exceeds|exceed} … storage": "552 Requested mail action aborted: exceeded storage allocation",
    "{storage|space|mailbox size|mailbox capacity} … {exceed|full|used up|limit}": "552 5.2.2 Mailbox size limit exceeded",
    "too many messages {in|on}": "User has too many messages on the server",
  },
  too_large: {
    "{message|mail|e-mail|email|size|attachment|attachments|content|body|data|file} … too {large|big}": "552 message too large",
    "{message|mail|email|e-mail|size|attachment} … {exceed|exceeds|exceeded|exceeding|larger than|bigger than|over the} … {limit|maximum|size|max|allowed|bytes|mb|kb}":
      "552 5.3.4 Message size exceeds fixed limit",
    "{maximum|max} [message |mail |allowed |permitted |email |e-mail ]size": "552 5.3.4 exceeds maximum message size",
    "too much mail data": "552 too much mail data",
    "{message|mail} size": "Message size not acceptable",
  },
  dmarc: {
    dmarc: "550 5.7.26 rejected by DMARC policy of peer.example",
    "{spf|sender policy framework|dkim|domainkeys} … {fail|reject|invalid|not pass|did not|didn't|policy|record|unauthorized|not authorized|settings|none}":
      "550 5.7.23 SPF validation failed",
    "{failed|failing|bad|fails|fail} {spf|dkim|sender policy}": "550 Bad SPF records for [peer.example:192.0.2.1]",
    "unauthenticated [e-|e]mail": "550-5.7.26 Unauthenticated email from peer.example is not accepted",
    "sender … {unauthenticated|isn't authenticated}": "the sender is unauthenticated",
    "{not pass|not passed|passed neither|fails|failed} [e-mail |email |message |sender ]authentication":
      "550 message does not pass authentication checks",
    "{email|message|sender} authentication {check|fail|is required|required}": "550 5.7.1 Email authentication failed",
    "{pobox|openspf}.{com|org|net}": "see http://spf.pobox.com/ or http://www.openspf.org",
    "per it's spf": "is not allowed to send from <peer.example> per it's SPF Record",
  },
  relay: {
    "{as|mail|insecure|open|through} [a |an |this ]relay": "550 you cannot use this host as a relay",
    "not a{| mail|n open|n} {gateway|relay}": "550 this host is not a gateway",
    "{relaying mail|configured to relay|relay mail}": "550 this system is not configured to relay mail",
    "{do not|don't|does not|doesn't} {handle|accept|host|serve} mail for": "550 we don't handle mail for gone.example",
    "isn't in my list": "553 sorry, that domain isn't in my list of allowed hosts",
    "not {a |}local host": "550 gone.example is not local host",
    "relay[ing|ed| access]{| is| was|: }[ ]{denied|not permitted|not allowed|prohibited|disallowed|rejected|forbidden|refused}":
      "554 5.7.1 Relay access denied",
    "relay[ing] … {denied|not permitted|not allowed|prohibited|disallowed}":
      "550 relaying to lost@gone.example prohibited by administrator",
    "{unable|not permitted|not allowed|cannot|can't|refuse|refused|not authorized|won't|do not|don't} [to ]relay":
      "550 5.7.1 Unable to relay for lost@gone.example",
    "list of allowed rcpthosts": "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    "when attempting to send to a non-local":
      "530 this mail server requires authentication when attempting to send to a non-local e-mail address",
    "{third|3rd}[-| ]party relay": "we do not allow third-party relay",
    "no[t a|n] {gateway|relay} {user|host}": "550 you are not a relay host",
  },
  spam: {
    "{mail|message} content": "550 rejecting mail content",
    "{bulk.adv|bulk adv|advertis}": "550 REJECT bulk.advertising",
    spam: "554 5.7.1 message contains spam",
    "anti[-| ]spam": "554 rejected by the anti-spam filter",
    "black[-| |]list": "550 your IP is blacklisted",
    "block[-| |]list": "550 part of their network is on our block list",
    "deny[-| ]list": "550 your address is on our deny list",
    "blocked {using|by … list}": "550 5.7.1 Service unavailable; Client blocked using zen.list.example",
    reputation: "554 rejected due to the sending MTA's poor reputation",
    unsolicited: "550 5.7.1 this message is likely unsolicited mail",
    "{dns|r|s|x|p|ur|sur|zen|h}bl": "553 5.3.0 DNSBL:RBL 521< 192.0.2.1 >_is_blocked",
    uribl: "554 5.7.1 Blacklisted URL in message, URIBL",
    "{junk|bulk} {mail|e-mail|email}": "550 rejected as bulk mail",
    "{virus|malware|phish|trojan|infected}": "554 5.7.0 Message contains a virus",
    "content[s] … {rejected|denied|unacceptable|blocked|refused|not accepted|not acceptable}": "550 5.7.1 Message content rejected",
    "{unacceptable|banned|objectionable} content": "554 rejected because of unacceptable content",
    "content {filter|scan}": "550 content filter rejection",
    "{user|too many|recipient} complaint[s]": "deferred due to user complaints",
    "{unwanted|suspicious|dangerous|harmful} {message|mail|email|content|e-mail}": "too many unwanted messages have been sent",
    "message filtered": "553-Message filtered. Refer to the Troubleshooting page",
    "detected … as": "our system has detected your message as dangerous",
    ube: "554 5.7.0 Reject, UBE, id=1-1",
  },
  policy: {
    "{batv|backscatter|senderfilterconfig|captcha}": "550 BATV validation failure",
    "{third-party|unsigned} dsn": "550 no third-party DSNs",
    "{closed mailing list|low priority|registered gateway user|fully qualified}": "550 closed mailing list",
    "{protocol violation|syntax error|emetteur invalide}": "550 protocol violation",
    "list of senders": "550 the sender isn't on the recipient's list of senders",
    "[potentially ]executable": "552 it has a potentially executable attachment",
    "authentication {failure|failed|credential|turned on|error}": "535 authentication failure",
    "{from: domain|from domain|purported responsible}": "550 From: domain is invalid",
    "{cannot|can't|could not|unable to} {find|resolve|lookup|look up|verify} your {hostname|host|address|domain|ip}":
      "550 cannot find your hostname",
    "{mismatches|does not match|doesn't match} … {ip|client|hostname}": "550 helo mismatches client ip",
    "{invalid|bad|extreme bad} ip {for|profile|address}": "550 invalid IP for sending mail of domain",
    "dead domain": "550 Domain peer.example is a dead domain",
    "no valid recipients from": "554 Error: no valid recipients from peer.example",
    "invalid domain, see": "550 invalid domain, see the page",
    "rule imposed": "550 rule imposed mailbox access",
    "polic{y|ies}": "550 5.7.0 Local policy violation",
    "{your|sending} domain": "550 5.1.1 The sending domain has no MX",
    "{unverified|unauthori{z|s}ed|unauthenticated} sender": "550 5.1.1 unverified sender",
    "sender[s|'s]{| e-mail| email} {address|domain|verif|ip|rejected|denied|blocked|refused|is not|not|is spammer}":
      "550 5.1.8 <me@x.example>: Sender address rejected: Domain not found",
    "{invalid|unroutable|unrouteable|bad|unknown|unresolvable|null|empty|bogus} [envelope |outbound ]{sender|mail from|from|<> sender}":
      "550 5.1.8 Access denied, bad outbound sender",
    "{domain of sender|sender … {domain|not resolve|must resolve|must exist}}":
      "553 5.1.8 Domain of sender address me@x.example does not exist",
    "client host": "554 5.7.1 Client host rejected: cannot find your hostname",
    "{reverse|dns ptr|reverse-dns|rdns} [dns|hostname|lookup|resource]": "450 4.7.25 cannot find your reverse hostname",
    "{helo|ehlo|ptr|fcrdns}": "550 5.7.1 HELO does not resolve",
    "{ip|host} name lookup failed": "450 4.7.1 Access denied. IP name lookup failed [192.0.2.1]",
    "{administrative|administratively} {prohibition|prohibited|denied|rejected}": "550 Administrative prohibition",
    "{prohibited|forbidden|banned}": "550 5.7.1 attachments of this type are prohibited",
    "access [is |was ]{denied|rejected|refused|not allowed|restricted}": "550 Access denied",
    "your access to": "554 Your access to this mail system has been rejected",
    "not {authori{z|s}ed|permitted|allowed|accept|accepting|accepted} … {from|to send|sender|by|network|for|message|mail|to post|deliver}":
      "550 5.7.1 You are not authorized to send mail to this group",
    "{aren't|isn't|are not|is not|not be} {allowed|authori{z|s}ed|permitted}": "You are not allowed to send mail to this group",
    "{permission|restricted|restriction}": "you may not have permission to post messages to the group",
    "only … {members|accept|senders|subscribers|internal|authorized|specific}": "this list is for members only: only members may post",
    "{members|subscribers}[-| ]only": "members-only list",
    "{not a member|non[-]member|not subscribed|moderat}": "You are not a member of this list",
    "{refuses|declines|do not accept|don't accept|does not accept|not accepting}":
      "550 Sorry, we do not accept mail from hosts with dynamic IP",
    "attachment[s] … {not allowed|not accepted|blocked|removed|illegal|stripped|prohibited|type}":
      "552 This attachment type is not allowed",
    "{illegal|blocked|forbidden|banned} attachment": "illegal attachment",
    "{blocked|been block|is block|was block}": "550 5.7.1 blocked",
    "{rate[-| ]limit|ratelimit|at a rate|frequency limit|throttl}":
      "550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
    "{too many|too much} {connection|message|mail|email|recipient|e-mail|fail|session|concurrent|error}":
      "550 too many messages from your address",
    "limit … {exceeded|reached}": "550 5.2.121 Recipient's per hour message receive limit from specific sender exceeded",
    "{exceeded|exceed|exceeds|reached} … {limit|threshold|rate}": "550 5.1.90 you have reached your daily limit",
    "{security|organization|organisation|organizational} {reason|setting|restriction|polic}": "550 rejected for security reasons",
    "{headers|header|rfc} … {error|violation|not compliant|not accepted|non-compliant|compliance|multiple|missing}":
      "550 5.7.1 Messages that are not RFC 5322 compliant are rejected: header error",
    "multiple addresses": "550 Messages with multiple addresses in From: header are not accepted",
    "{verification|callout|verify} {fail|failed}": "550 Sender verify failed",
    "{batv|dsn[s]|bounces} … {not|rejected|unsigned}": "550 unsigned DSN is not accepted",
    "{authentication|tls|starttls|encryption} [is ]{required|needed|must}":
      "530 5.7.1 Client was not authenticated: authentication required",
    "must issue a starttls": "530 Must issue a STARTTLS command first",
    "{not owned by user|bad[ly] formed}": "553 mail from not owned by user",
    "go away": "554 Go away!",
    "recipient address rejected: {block|polic|denied|grey|access denied by}":
      "554 5.7.1 <lost@gone.example>: Recipient address rejected: BLOCK-SENDER",
    "service {refused|denied}": "550 5.5.0 Service refused, please try later",
    "no smtp service": "554-No SMTP service",
    "delivery not authorized": "550 Delivery not authorized",
    "dynamic ip": "550 hosts with dynamic IP",
    "{refused|rejected|denied|declined|blocked} by [the |your ]{recipient|user|receiver|owner|administrator|filter|rule}":
      "550 Mail is rejected by recipients",
    "{recipient preferences|user reject|has restricted|is protected}": "550 refused due to recipient preferences",
  },
  expired: {
    "{has been|was|is} delayed": "The mail has been delayed",
    "giv{e|es|ing} up": "We are giving up on it",
    "{multiple|several|repeated} {retries|attempts|tries}": "unable to deliver after multiple retries",
    "{more than|after} … {hours|days}": "could not be delivered for more than 5 days",
    "not been collected": "it has not been collected after 5 days",
    "delivery attempts will": "delivery attempts will continue",
    "{find a gateway|deliver to domain}": "failed to deliver to domain gone.example",
    "{timed out|time out|time-out|timeout}": "connect to mx.peer.example[192.0.2.1]:25: Connection timed out",
    "{message|delivery|retry|queue|mail} … expired": "Delivery expired (message too old)",
    "expired {after|in}": "Message expired after 5 days",
    "retry time": "retry time not reached for any host after a long failure period",
    "{too old|queue too long|queue period}": "this message has been in the queue too long",
    "connection {refused|reset|dropped|closed|lost|failed|failure|error|died|attempt}": "connect to mx.peer.example: Connection refused",
    "lost connection": "lost connection with mx.peer.example",
    "{network|host|route} … {unreachable|down}": "Network is unreachable",
    "no route": "No route to host",
    "{could not|couldn't|unable to|cannot|can't|failed to|not able to|requests to} [be ]{connect|contact|reach the|communicate}":
      "I couldn't connect to any of the hosts",
    "{not|n't|no} {responding|respond|answer|response|reply}": "The recipient server did not respond",
    "establish … connection": "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1)",
    "temporarily suspended": "delivery temporarily suspended: connect to mx.peer.example",
    "{has|have} been failing": "all hosts have been failing for a long time",
    "{giving up|gave up} after": "giving up after 5 days",
    "{over|for} the {last|past} … {hour|day}": "We tried for the past 3 days",
  },
  other: {
    "{host not found|lookup fail|lookup failure|dns failure|dns error}{,|:|} … try again": "host not found, try again",
    "no mx record found for domain=": "no MX record found for domain=peer.example",
    "temporar{y|ily}": "The mailbox is temporarily disabled",
    "try again later": "550 mailbox unavailable, please try again later",
    "{suspended|suspend the|frozen|is locked|account locked|blocked for non-payment}": "550 User suspended",
    "{mail|message|routing} loop": "554 5.4.6 Hop count exceeded - possible mail loop",
    "{hop count|too many hops}": "554 too many hops",
    "{system|configuration|internal|software|server|local} error": "554 5.3.0 internal error",
    "{read-only|read only|being migrated|being moved}": "550 5.1.1 mailbox is being migrated",
    "{unable to|cannot|can't|could not} verify": "550 5.1.1 unable to verify address",
    "{ldap|database|directory|lookup} {error|failure|fail|problem}": "550 5.1.1 LDAP lookup failure",
    "{not a file|exit status|exit code|command died|mailer error}": "Command died with status 2",
  },
};
