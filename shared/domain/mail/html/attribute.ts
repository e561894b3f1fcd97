import { decodeEntities } from "./entities.ts";
import type { HtmlToken } from "./scan.ts";

const pattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/g;

/** The attributes of an open tag, names in lower case, values decoded; of a repeated name the first counts, as in browsers. */
export const attributes = (html: string, tag: HtmlToken): Map<string, string> => {
  const found = new Map<string, string>();
  for (const [, name = "", double, single, bare] of html.slice(tag.start + 1 + tag.name.length, tag.end - 1).matchAll(pattern)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, decodeEntities(double ?? single ?? bare ?? ""));
  }
  return found;
};
