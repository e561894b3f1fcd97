import { parseIp } from "#shared/platform/egress/address-policy.ts";

/** An SPF record for which receivers return `permerror` (RFC 7208, 2.6.7). */
export class SpfProblem extends Error {
  constructor(problem: string) {
    super(`SPF: ${problem}`);
    this.name = "SpfProblem";
  }
}

/** One mechanism, or the redirect modifier: `-ip4:192.0.2.0/24` is qualifier `-`, name `ip4`, value `192.0.2.0/24`. */
export interface SpfTerm {
  readonly text: string;
  readonly qualifier: string;
  readonly name: string;
  readonly value: string;
}

const mechanism = /^([+?~-]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::(.+)|(\/.+))?$/i;
const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/i;

/** The terms of a record in order, without modifiers other than redirect; throws SpfProblem on a syntax error (RFC 7208, 4.6.1). */
export const parseTerms = (record: string): readonly SpfTerm[] => {
  return words(record).flatMap((text) => {
    const [, name, target] = modifier.exec(text) ?? [];
    if (name !== undefined)
      return name.toLowerCase() === "redirect" ? [{ text, qualifier: "+", name: "redirect", value: target ?? "" }] : [];
    const term = readMechanism(text);
    if (!term) throw new SpfProblem("an unknown mechanism");
    return [term];
  });
};

/** Merges records into one: each term once, `all` or redirect last. The first `all` wins, and unreadable terms are dropped. */
export const mergeRecords = (records: readonly string[]): string => {
  const [only] = records;
  if (only !== undefined && records.length === 1) return only;
  const all = [...new Set(records.flatMap(words))].filter((text) => modifier.test(text) || readMechanism(text));
  const ends = all.filter(isEnd);
  const end = ends.find((text) => readMechanism(text)) ?? ends[0] ?? "~all";
  return ["v=spf1", ...all.filter((text) => !isEnd(text)), end].join(" ");
};

/** The record with these terms before its `all` or redirect, or at its end. The same terms behind `all`, where they have no effect, are removed. */
export const insertTerms = (record: string, added: string): string => {
  const [version = "v=spf1", ...terms] = record.split(/ +/).filter(Boolean);
  const end = terms.findIndex(isEnd);
  const rest = terms.filter((term, index) => end < 0 || index <= end || !added.split(" ").includes(term.toLowerCase()));
  return [version, ...rest.slice(0, end < 0 ? rest.length : end), added, ...(end < 0 ? [] : rest.slice(end))].join(" ");
};

const words = (record: string) => record.split(/ +/).slice(1).filter(Boolean);
const isEnd = (text: string) => readMechanism(text)?.name === "all" || /^redirect=/i.test(text);

const readMechanism = (text: string): SpfTerm | undefined => {
  const [, qualifier, word = "", value, prefix] = mechanism.exec(text) ?? [];
  const name = word.toLowerCase();
  if (name === "" || (name === "all" && (value ?? prefix) !== undefined)) return undefined;
  if (/^(?:include|ip4|ip6|exists)$/.test(name) && value === undefined) return undefined;
  return { text, qualifier: qualifier || "+", name, value: value ?? prefix ?? "" };
};

/** The words of a record up to its `all`, in lower case; terms behind it are not evaluated (RFC 7208, 5.1). */
export const testedWords = (record: string): readonly string[] => {
  const all = record.toLowerCase().split(/ +/).filter(Boolean);
  const end = all.findIndex((word) => readMechanism(word)?.name === "all");
  return end < 0 ? all : all.slice(0, end + 1);
};

/** `%{d}`, `%{ir}`, `%{l1r-}`: a letter, how many labels from the right, `r` for the reverse order, and the signs between labels (RFC 7208, 7.1). */
const macro = /%(?:\{([slodiphv])(\d{0,3})(r?)([.\-+,/_=]*)\}|([%_-])|([\s\S]|$))/gi;
const signs: Readonly<Record<string, string>> = { "%": "%", _: " ", "-": "%20" };
/** Longer names lose labels from the left (RFC 7208, 7.3). */
const NAME_MAX = 253;

/** Whether macros in a text contain the mail's IP address, or something that receivers derive from it. */
export const usesAddress = (text: string): boolean => /%\{[ipvh]/i.test(text);

/**
 * Expands the macros of a term for one mail; undefined when they need its IP address and that is unknown. Names that only a receiver knows (HELO and
 * the validated name) become `unknown`. Throws SpfProblem on a syntax error.
 */
export const expandMacros = (
  text: string,
  mail: { readonly email: string; readonly ip?: string; readonly domain: string },
): string | undefined => {
  if (usesAddress(text) && mail.ip === undefined) return undefined;
  const expanded = text.replace(macro, (_, letter?: string, digits?: string, reverse?: string, delimiters?: string, literal?: string) => {
    if (literal !== undefined) return signs[literal] ?? "";
    if (letter === undefined || digits === "0") throw new SpfProblem("a malformed macro");
    const between = delimiters || ".";
    const labels = between
      .split("")
      .reduce<readonly string[]>((parts, sign) => parts.flatMap((part) => part.split(sign)), [valueOf(letter.toLowerCase(), mail)]);
    const ordered = reverse ? labels.toReversed() : labels;
    return ordered.slice(digits ? -Number(digits) : 0).join(".");
  });
  let name = expanded;
  while (name.length > NAME_MAX && name.includes(".")) name = name.slice(name.indexOf(".") + 1);
  return name;
};

const valueOf = (letter: string, { email, ip = "", domain }: Parameters<typeof expandMacros>[1]): string => {
  const at = email.lastIndexOf("@");
  if (letter === "s") return email;
  if (letter === "l") return email.slice(0, at);
  if (letter === "o") return email.slice(at + 1);
  if (letter === "d") return domain;
  if (letter === "v") return ip.includes(":") ? "ip6" : "in-addr";
  return letter === "i" ? dotted(ip) : "unknown";
};

/** An address as macros have it: IPv6 in its 32 digits (RFC 7208, 7.3). */
const dotted = (ip: string): string =>
  ip.includes(":") ? (parseIp(ip)?.value ?? 0n).toString(16).padStart(32, "0").split("").join(".") : ip;
