import { listed, t } from "../../data/language.ts";
import type { Account } from "../../../client/index.ts";

/** Splits pasted names: an entry with an @ after its first character is an address, any other a domain, with or without a leading @. */
export const splitNames = (text: string): { readonly emails: readonly string[]; readonly domains: readonly string[] } => {
  const names = text.split(/[\s,;]+/).filter((name) => name !== "");
  return {
    emails: names.filter((name) => name.indexOf("@") > 0),
    domains: names.filter((name) => name.indexOf("@") <= 0).map((name) => (name.startsWith("@") ? name.slice(1) : name)),
  };
};

/** Who is suppressed automatically, by the account's settings `suppress_bounced`, `suppress_complained` and `suppress_asked`. */
export const automaticWords = ({ suppress_bounced: bounced, suppress_complained: complained, suppress_asked: asked }: Account): string => {
  const added = [
    "who unsubscribes",
    ...(complained ? ["who marks mail as spam"] : []),
    ...(bounced ? ["whose address bounces for good"] : []),
    ...(asked ? ["whose answer asks for it"] : []),
  ];
  const left = [...(complained ? [] : ["who marks mail as spam"]), ...(bounced ? [] : ["whose address bounces"])];
  const list = (words: readonly string[]) => listed(words.map((one) => t(one)));
  const automatic = t("Added automatically: {who}.", { who: list(added) });
  return left.length === 0
    ? automatic
    : `${automatic} ${t("Not added, because the account’s settings say so: {who}.", { who: list(left) })}`;
};
