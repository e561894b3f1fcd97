import { anyOf } from "../languages/phrases.ts";

/** Local parts that only a mail system has, lower case. */
export const daemonLocalPart =
  /^(?:mailer[-_.]?daemon|mail[-_.]?daemon|mail[-_.]delivery[-_.]s\w+|mmdf|mdaemon|delivery[-_.]?notification)(?:[-+.=].*)?$/;

/** Local parts and display names that mail systems share with people who run them, lower case. */
export const systemLocalPart = /^post[-_.]?master(?:[-+.=].*)?$/;
export const systemName =
  /mailer[- ]?daemon|mail(?:er)? deliver[yd]? (?:sub)?s[yi]stem|mail delivery|delivery (?:sub)?system|postmaster|system administrator|internet mail|mail system|e?mail administrator|ndr administrator|undeliver/;

/** Domains from which a mail service mails its events as JSON (Amazon SNS). */
export const notificationDomain = /^sns\.amazonaws\.com$|(?:^|\.)amazonses\.com$/;

/** Lines of an SMTP session (RFC 5321), which no person writes. */
export const smtpDialogue = /\brcpt to: ?<?[^\s@]{1,64}@|(?:<<<|>>>) ?\d{3} |\b[45]\d\d[ -]{1,3}[45]\.\d{1,3}\.\d{1,3}\b/i;

/** A subject that a person's program made of a notice's. */
export const answeredOrForwarded = /^\s*(?:re|aw|sv|vs|antw|odp|fwd?|wg|tr|rv|enc|doorst|vb|i)\s?(?:\[\d+\])?\s*[:：]/i;

/** Subjects of delivery notices; as Exchange, Postfix, Notes, Exim and web mailers write them. */
export const noticeSubjects: readonly RegExp[] = [
  /undeliver(?:able|ed)|un-deliver/i,
  /(?:mail|message|e-?mail|delivery|mailing|send)[^a-z]{0,3}(?:delivery )?(?:status notification|fail(?:ed|ure|ing)|error|problem)/i,
  /\bdelivery (?:status|failure|failed|notification|report|problem|error|delay|has failed|incomplete|unsuccessful|aborted)/i,
  /\bfail(?:ure|ed) (?:notice|delivery|to deliver|mail)|\bfailure[- ]notice/i,
  /returned (?:mail|e-?mail|to sender|message)|mail returned|return(?:ing)? (?:message|mail) to sender|bounced? (?:mail|message)/i,
  /could ?n[o']t (?:be )?(?:deliver|send|sent)|(?:not|non|never)[- ](?:been )?deliver(?:ed|able)|non[- ]?delivery/i,
  /mail system error|error sending (?:your )?(?:mail|message)|problem delivering|unable to deliver|rejected (?:mail|message|posting)|message (?:rejected|delayed|status)|mail (?:failed|failure|rejected)/i,
  /(?:user|recipient|mailbox|address) (?:unknown|not found|unavailable|rejected)|no such (?:user|address)|quota exceeded|mailbox (?:is )?full/i,
  /loop alert|mail loop|warning[-: ]+(?:could not|message|delivery|mail)|delivery temporarily|delayed (?:mail|message)|mail delayed/i,
  new RegExp(anyOf("noticeSubjects"), "iu"),
];

/** What a notice says in its own words about mail that did not arrive. Narrow enough for a person's prose not to match by chance. */
export const failureProse: readonly RegExp[] = [
  /(?:could|can|was|were|has|have|did|is|are)(?: ?not|n't)(?: yet)?(?: be| been)? (?:able to )?(?:be )?(?:deliver|reach|sen[dt]\b|relay|process)/i,
  /(?:undeliverable|not deliverable|non-deliverable|failed permanently|delivery (?:has )?(?:failed|failure|was aborted|to the following)|del[ei]very to the following)/i,
  /unable to (?:deliver|send|relay|complete|reach)|trouble (?:delivering|sending)|error (?:occurred|delivering|sending|while)|errors? (?:has |have )?occurred|fail(?:ed|ure) to deliver|failed recipient/i,
  /(?:following|these) (?:e-?mail )?(?:address(?:es)?|recipients?|destinations?)(?:\(es\)|\(s\))?(?: or groups)?[^.\n]{0,40}(?:fail|error|problem|reject|not|could|:|unknown|returned)/i,
  /transcript of session follows|permanent (?:fatal )?error|giving up|i've given up|returned (?:to (?:you|sender)|mail|message|below)|message (?:has been |was )?(?:rejected|refused|returned|bounced|delayed|blocked)/i,
  /(?:unknown|no such|invalid|nonexistent|inactive|disabled) (?:local )?(?:user|recipient|mailbox|address|account|domain|host)|(?:user|recipient|mailbox|address|account|host|domain|inbox)(?: name| address)?(?: is| was| has)?(?: been)? (?:unknown|not (?:known|found|recognized|exist|listed|valid)|full|unavailable|disabled|over|invalid|rejected|inactive|suspended|does ?n[o']t exist)/i,
  /(?:remote host|server) said|smtp error from remote|(?:5|4)\d\d[ -#]{1,2}[45]\.\d{1,3}\.\d{1,3}\b|\b(?:rcpt|data|mail) (?:to|from)?:? ?<[^>\n]*>[^\n]{0,20}\b[45]\d\d\b|failure reasons|duplicated message-id|technical (?:report|details)|over quota|mailbox (?:is )?full|storage quota/i,
  /(?:nicht|konnte)[^.\n]{0,60}(?:zugestellt|zustellen|ausgeliefert)|n'(?:a|ont) pas (?:pu )?(?:été|être) (?:remis|distribu|délivr)|impossible de (?:remettre|distribuer)|no (?:se )?(?:ha|han|pudo|puede)[^.\n]{0,30}(?:entreg|enviar)|non (?:è stato|può essere|è stata)[^.\n]{0,30}(?:consegn|recapit)|não (?:foi|pôde|pode)[^.\n]{0,30}(?:entreg|enviad)|niet[^.\n]{0,40}(?:afgeleverd|bezorgd)/i,
  /не (?:может быть|было|удалось|вдалося|може бути)[^.\n]{0,30}достав|送信(?:でき|に失敗)|配信(?:でき|に失敗)|お届けでき|エラー|投稿できな|(?:无法|無法|未能)[^。\n]{0,20}(?:投递|送达|传递|傳遞|遞送|送達)|退信|전달[^.\n]{0,10}못|배달[^.\n]{0,10}(?:못|실패)/i,
];

/** A notice about mail that is still being tried: no failure (RFC 3464, 2.3.3, "delayed"). */
export const delayProse =
  /(?:still|not yet|hasn't|has not yet) (?:being )?(?:deliver|retr|tr[yi]|been deliver)|warning message only|will (?:be retried|continue to (?:try|retry)|keep (?:on )?trying|try again|retry)|(?:has been|is|was|been) (?:temporarily )?delay(?:ed)?\b|need to resend|could not send (?:mail|message) for past|delivery (?:is )?delayed|no action is required on your part/i;

/** Its opposite: what says that trying has ended. */
export const gaveUpProse =
  /giv(?:en|ing) up|not going to try again|permanent(?:ly)? (?:error|fail|fatal)|failed permanently|no longer (?:be )?(?:tried|try)|too long|cannot be delivered|timed? ?out.{0,40}return/i;

/** Lines from which on a notice only quotes the message that failed. */
export const returnedMessageStarts =
  /^[\s\-=_*>|#]*(?:below this line is (?:a|the) copy|this is a copy of (?:the|your) message|(?:enclosed|included|below|here) is a copy of|(?:the )?(?:original|returned|unsent|undelivered|failed)[- ]?(?:e-?mail |mail |message |messages |your )*(?:message|mail|headers?|info)?(?: headers?| info| text| body| header)?\s*(?:follows?|is following|as follows|attached|:|-{2,}|$)|(?:the )?headers? of (?:the )?(?:original|your|returned) message|message headers? (?:follows?|are)|message header|(?:unsent|returned) message|the body of the message|(?:message|mail) (?:text|body) follows|received message follows|original mail as follows)/i;
