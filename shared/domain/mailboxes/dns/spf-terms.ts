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

/** Merges records into one: each term once, `all` or redirect last. The first `all` wins, and unreadable words are dropped. */
export const mergeRecords = (records: readonly string[]): string => {
  const [only] = records;
  if (only !== undefined && records.length === 1) return only;
  const all = [...new Set(records.flatMap(words))].filter((text) => modifier.test(text) || readMechanism(text));
  const ends = all.filter(isEnd);
  const end = ends.find((text) => readMechanism(text)) ?? ends[0] ?? "~all";
  return ["v=spf1", ...all.filter((text) => !isEnd(text)), end].join(" ");
};

/** The record with these terms before its `all` or redirect, or at its end. */
export const insertTerms = (record: string, added: string): string => {
  const [version = "v=spf1", ...rest] = record.split(/ +/).filter(Boolean);
  const end = rest.findIndex(isEnd);
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
