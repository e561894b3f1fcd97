import { emailsIn } from "./email-in.ts";

/** How a line of a notice names an address; the best kind that occurs decides who failed. */
const weights = { labelled: 4, listed: 4, introduced: 3, said: 2, mentioned: 1 } as const;

const label =
  /^[\s*>\-\d.)]*(?:(?:unknown|invalid|failed|undeliverable|rejected)?\s*(?:to|recipients?|users?|address|mailbox|account|rcpt(?: to)?|delivery failed|could not be delivered to|failed recipients?|intended recipients?|final[- ]recipients?|original[- ]recipients?|unknown (?:user|local[- ]part|recipient)|宛先|送信先|收件人|邮件地址))\s*[:=：]/i;
const introduction =
  /(?:following|these|this|listed|below|intended|specified) (?:e-?mail )?(?:address|recipient|destination|user|mailbox)|(?:recipient|address|destination)(?:s|es|\(s\)|\(es\))?[^:]{0,60}:\s*$|deliver[^:.]{0,40}\bto\b|not (?:delivered|sent|reach)|had (?:delivery|permanent|transient)[^:]{0,20}error|delivering your|failure reasons|メールアドレス|宛先|あて先|адрес|получател|destinatario|destinataire|empfänger|ontvanger|收件人|地址/i;
const notTheRecipient =
  /^[\s>|*]*(?:from|sender|mail from|message-id|subject|date|sent|reply-to|return-path|cc|x-\S+|references|in-reply-to|reporting-mta|remote-mta|received(?:-from-mta)?|arrival-date|help|support|contact)\s*[:=]|envelope-from|mail from:|(?:contact|support|assistance|help|write|forward|report|questions?|send (?:e-?)?mail)\b[^@]{0,60}@|連絡|@[\w.-]+\.(?:gif|jpe?g|png)\b/i;

/** An address that a notice names, with the lines of the notice that speak of it. */
export interface NamedRecipient {
  readonly email: string;
  readonly context: string;
}

/** Who a notice without a delivery-status part says did not get the message; `self` are the addresses of the notice's own sender and addressee. */
export function recipientsInProse(lines: readonly string[], self: ReadonlySet<string>): NamedRecipient[] {
  const best = new Map<string, { email: string; weight: number; line: number }>();
  let introduced = -100;
  for (const [number, line] of lines.entries()) {
    if (line.length > 1000) continue;
    const emails = emailsIn(line).filter((email) => email.includes("."));
    if (introduction.test(line)) introduced = number;
    if (emails.length === 0 || (notTheRecipient.test(line) && !/rcpt to/i.test(line))) continue;
    const weight = weigh(line, emails.length, number - introduced <= 8);
    for (const email of emails) {
      const key = email.toLowerCase();
      const known = best.get(key);
      if (!known) best.set(key, { email, weight, line: number });
      else if (weight > known.weight) known.weight = weight;
    }
  }
  const named = [...best.values()].filter(
    ({ email }) => !self.has(email.toLowerCase()) && !/^(?:postmaster|mailer-daemon|abuse|support|helpdesk)@/i.test(email),
  );
  const candidates = named.length > 0 ? named : [...best.values()].filter(({ weight }) => weight >= weights.introduced);
  const top = Math.max(...candidates.map(({ weight }) => weight));
  const chosen = candidates.filter(({ weight }) => weight === top);
  return chosen.map(({ email, line }, i) => ({ email, context: lines.slice(line, chosen[i + 1]?.line ?? lines.length).join("\n") }));
}

function weigh(line: string, count: number, introduced: boolean): number {
  const bare = line.trim();
  if (label.test(bare)) return weights.labelled;
  // "<a@b>:", "a@b", "<a@b> (reason)", "* a@b", "a@b: 550 ..." at the start of its line
  if (/^[*>\-\s"'<(]*[^\s<>"'@]{1,64}@[\w.-]{1,255}[>"')]*(?:\s*<mailto:[^<>]*>)?(?:$|:|\s*[:[(]|\s*\.{3}|,?$)/.test(bare) && count <= 5)
    return introduced || /[>"]:/.test(bare) || bare.startsWith("<") ? weights.listed : weights.introduced;
  if (/^\d{3}[ -]?(?:\d\.\d\.\d )?<?[^\s<>@]{1,64}@/.test(bare) || /\.{3} ?(?:user|mailbox|recipient|unknown|\d{3})/i.test(bare))
    return weights.introduced;
  if (introduced) return weights.introduced;
  return /\b[45]\d\d\b|said|error|unknown|reject|deliver/i.test(bare) ? weights.said : weights.mentioned;
}
