import MarkdownIt from "markdown-it";
import type { Heading, RenderedPage, Section, DocsSource } from "#shared/docs/reference-page.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setting, type Need } from "#shared/platform/env.ts";

/** HTML in the source is shown as text; bare links stay text. */
const markdown = new MarkdownIt({ html: false, linkify: false });

const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

// Lets a wide table scroll without the page.
markdown.renderer.rules["table_open"] = () => '<div class="scroll"><table>\n';
markdown.renderer.rules["table_close"] = () => "</table></div>\n";

type Token = ReturnType<typeof markdown.parse>[number];

const plain = ({ content, children }: Token): string => (children ? children.map((child) => child.content || " ").join("") : content);

/** Gives each heading an id and returns the headings. */
const withIds = (tokens: readonly Token[]): readonly Heading[] =>
  tokens.flatMap((token, index) => {
    const next = tokens[index + 1];
    if (token.type !== "heading_open" || !next) return [];
    const text = plain(next);
    token.attrSet("id", idOf(text));
    return [{ level: Number(token.tag.slice(1)), text, id: idOf(text) }];
  });

const sectionsOf = (tokens: readonly Token[]): readonly Section[] => {
  const sections: { id: string; heading: string; text: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open")
      sections.push({ id: sections.length === 0 ? "" : String(token.attrGet("id") ?? ""), heading: plain(tokens[index + 1]!), text: "" });
    const last = sections.at(-1);
    if (last && (token.type === "inline" || token.type === "fence")) last.text += `${plain(token)} `;
  }
  return sections;
};

/** Renders one of our Markdown documents (CommonMark with tables): each heading gets an id, each table a scrolling frame. */
export const renderMarkdown = (source: string): RenderedPage => {
  const tokens = markdown.parse(source, {});
  const [title, ...headings] = withIds(tokens);
  return { title: title?.text ?? "", headings, html: markdown.renderer.render(tokens, markdown.options, {}), sections: sectionsOf(tokens) };
};

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["docsFiles"];

/** The documentation's files, which are in the bundle. */
export const docsSource: DocsSource = { read: (path) => readFile(join(setting("DOCS_DIR"), path)), render: renderMarkdown };
