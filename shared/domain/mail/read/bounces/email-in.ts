/** RFC 5321, 4.5.3.1: octets of a local part and of a domain. */
const MAX_LOCAL_PART = 64;
const MAX_DOMAIN = 255;
const localChar = /[\w!#$%&'*+\-/=?^`{|}~.]/;
const domainChar = /[\w.-]/;

/** All addresses in a piece of text, in order, as they are written; found from their `@` outwards, so linear in the text. */
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
  let start = at;
  while (start > 0 && at - start < MAX_LOCAL_PART && localChar.test(text[start - 1]!)) start--;
  const local = text.slice(start, at);
  return local.startsWith("=?") ? local : local.replace(/^['`*.=!?&/|{}~^]+/, "");
};

const domainPart = (text: string, at: number): string => {
  let end = at + 1;
  while (end < text.length && end - at <= MAX_DOMAIN && domainChar.test(text[end]!)) end++;
  const domain = text.slice(at + 1, end).replace(/[.\-_]+$/, "");
  return domain.includes("..") || domain.startsWith(".") ? "" : domain;
};
