import { safeStyle } from "./safe-style.ts";

/** Longer style sheets are dropped whole, characters. */
const MAX_SHEET = 200_000;
const MAX_RULES = 2_000;

/** The style elements of an HTML, without those in comments; linear in its length. */
const sheetsIn = (html: string): string => {
  const lower = html.toLowerCase();
  const sheets: string[] = [];
  let comment = lower.indexOf("<!--");
  for (let open = lower.indexOf("<style"); open >= 0;) {
    if (comment >= 0 && comment < open) {
      const end = lower.indexOf("-->", comment + 4);
      if (end < 0) break;
      comment = lower.indexOf("<!--", end);
      if (open < end) open = lower.indexOf("<style", end);
      continue;
    }
    const begin = lower.indexOf(">", open);
    const end = begin < 0 ? -1 : lower.indexOf("</style", begin);
    if (end < 0) break;
    sheets.push(html.slice(begin + 1, end));
    // What looks like a comment within the element is not one of the mail's.
    if (comment >= 0 && comment < end) comment = lower.indexOf("<!--", end);
    open = lower.indexOf("<style", end);
  }
  return sheets.join("\n");
};

const withoutComments = (css: string): string =>
  css
    .replaceAll(/<!--|-->/g, " ")
    .split("/*")
    .map((part, index) => (index === 0 ? part : part.includes("*/") ? ` ${part.slice(part.indexOf("*/") + 2)}` : ""))
    .join("");

/** Selectors of elements, classes and plain pseudo-classes; no strings, attributes, escapes. */
const SELECTOR = /^[\w\s.\-*>+~:()]{1,300}$/;
/** Conditions by the screen's size. */
const CONDITION = /^@media[\s\w():,.\-<>=]{1,200}$/i;

/** What names the page itself, at a selector's beginning. */
const PAGE = /^(?:html|body|:root)(?![\w-])[\w.\-:]*[\s>]*/i;

/** A selector within the mail: what names the page means the mail's own. Undefined for what is not known to be safe. */
const scoped = (selector: string): string | undefined => {
  const given = selector.trim();
  if (!SELECTOR.test(given)) return undefined;
  const inner = given.replace(PAGE, "").replace(PAGE, "");
  return inner === "" ? "body" : `body ${inner}`;
};

const ruleOf = (prelude: string, block: string): string => {
  const selectors = prelude.split(",").map(scoped);
  if (selectors.includes(undefined)) return "";
  const isOfImages = selectors.every((one) => /(?:^|[\s>+~])img[\w.\-:]*$/i.test(one!));
  const kept = block.split(";").flatMap((declaration) => {
    const safe = safeStyle(declaration, isOfImages ? "img" : "p");
    return safe === "" ? [] : [/!\s*important\s*$/i.test(declaration) ? `${safe}!important` : safe];
  });
  return kept.length === 0 ? "" : `${selectors.join(",")}{${kept.join(";")}}`;
};

/** Where the block that opens at `open` ends: at its own brace, or at the end. */
const blockEnd = (css: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === "{") depth += 1;
    if (css[at] === "}" && (depth -= 1) === 0) return at;
  }
  return css.length;
};

const rulesOf = (css: string, isNested: boolean): readonly string[] => {
  const rules: string[] = [];
  for (let at = 0; rules.length < MAX_RULES;) {
    const open = css.indexOf("{", at);
    if (open < 0) break;
    // `@import …;` and `@charset …;` end before a block.
    const prelude = css.slice(css.lastIndexOf(";", open) < at ? at : css.lastIndexOf(";", open) + 1, open).trim();
    const end = blockEnd(css, open);
    const block = css.slice(open + 1, end);
    if (!prelude.startsWith("@")) rules.push(ruleOf(prelude, block));
    else if (!isNested && CONDITION.test(prelude)) rules.push(`${prelude}{${rulesOf(block, true).join("")}}`);
    at = end + 1;
  }
  return rules.filter((rule) => rule !== "");
};

/**
 * The style sheets of a mail as one that can be shown beside it (CSS Syntax 3): rules for the mail's own elements and classes, with declarations that
 * are known to be safe. No `url()`, no `@import`, no fonts: nothing in it loads anything. "" when nothing is left.
 */
export const safeSheet = (html: string): string => {
  const css = withoutComments(sheetsIn(html));
  return css.length > MAX_SHEET ? "" : rulesOf(css, false).join("");
};
