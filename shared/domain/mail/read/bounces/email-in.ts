/** RFC 5321, 4.5.3.1: octets of a local part and of a domain. */
const MAX_LOCAL_PART = 64;
const MAX_DOMAIN = 255;
/** Letters beyond ASCII (RFC 6531), in scripts with spaces between words: in other scripts the words before an address would seem part of it. */
const letter = /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}])[\p{L}\p{M}\p{N}]/u;
const anyLetter = /[\p{L}\p{M}\p{N}]/u;
const localChar = /[\w!#$%&'*+\-/=?^`{|}~.]/;
const domainChar = /[\w.-]/;
/** A local part between an angle bracket and the `@`, in any script. */
const inBrackets = /<([\p{L}\p{M}\p{N}!#$%&'*+\-/=?^_`{|}~.]{1,64})$/u;
/** How gateways and directories name the type of the address before it. */
const addressType = /^(?:smtp|rfc822|mailto|rcpt|to)=/i;

/** All addresses in a text, in order, as written; found from their `@` outwards, in linear time. */
export const emailsIn = (text: string): string[] => {
  const found: string[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const local = localPart(text, at);
    const domain = domainPart(text, at);
    if (local !== "" && domain !== "") found.push(`${local}@${domain}`);
  }
  return found;
};

/** The first address of a field or line, `""` when it has none. */
export const emailIn = (text: string): string => {
  return emailsIn(text)[0] ?? "";
};

const localPart = (text: string, at: number): string => {
  if (text[at - 1] === '"') {
    const open = text.lastIndexOf('"', at - 2);
    return open >= 0 && at - open <= MAX_LOCAL_PART ? text.slice(open, at) : "";
  }
  const bracketed = inBrackets.exec(text.slice(Math.max(0, at - MAX_LOCAL_PART - 1), at))?.[1];
  const local = bracketed ?? text.slice(localStart(text, at), at);
  return local.startsWith("=?") ? local : local.replace(addressType, "").replace(/^['`*.=!?&/|{}~^]+/, "");
};

const localStart = (text: string, at: number): number => {
  const belongs = (char: string) => localChar.test(char) || letter.test(char);
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL_PART && belongs(text[start - 1]!)) start--;
  return start;
};

const domainPart = (text: string, at: number): string => {
  const letters = letter.test(text[at + 1] ?? "") ? letter : anyLetter;
  const belongs = (char: string) => domainChar.test(char) || letters.test(char);
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN && belongs(text[end]!)) end++;
  const domain = text.slice(at + 1, end).replace(/[.\-_]+$/, "");
  return domain.includes("..") || domain.startsWith(".") ? "" : domain;
};
