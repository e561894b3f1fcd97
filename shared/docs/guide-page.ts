import { docsAssets, type DocsPage, furtherPages, guides, VIEWER_FILE } from "./contract.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import { type DocsSource, docsStart, docsViewer, icon, referencePage, type RenderedPage } from "./reference-page.ts";

/** Removes what readers of the page do not need: marks of generated tables, and the places of tests. */
const withoutNotes = (source: string): string => {
  let isHidden = false;
  const shown = source.split("\n").filter((line) => {
    if (line.startsWith("Tests: ")) isHidden = true;
    else if (line === "") isHidden = false;
    return !isHidden && !line.startsWith("<!-- ");
  });
  return shown.join("\n");
};

const pages = [...guides, ...furtherPages];
const addressOf = ({ slug }: DocsPage): string => (slug === guides[0]?.slug ? "/docs" : `/docs/${slug}`);

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const render = async (page: DocsPage, source: DocsSource): Promise<RenderedPage> =>
  source.render(withoutNotes(String(await source.read(page.file))));

const link = (page: DocsPage, title: string, current?: DocsPage): string =>
  `<a href="${addressOf(page)}"${page === current ? ' aria-current="page"' : ""}>${title}</a>`;

const around = (at: number, titles: readonly string[]): string =>
  [[at - 1, "prev", "Previous"] as const, [at + 1, "next", "Next"] as const]
    .map(([n, rel, word]) => {
      const page = pages[n];
      return page ? `<a rel="${rel}" href="${addressOf(page)}"><small>${word}</small> ${titles[n]}</a>` : "<span></span>";
    })
    .join("");

/**
 * A guide, or the rules, as a complete page with the list of all guides; undefined for an unknown name. It works without JavaScript, and loads
 * nothing from other hosts.
 */
export const guidePage = async (slug: string, source: DocsSource): Promise<RawAnswer | undefined> => {
  const at = pages.findIndex((page) => page.slug === slug);
  const current = pages[at];
  if (!current) return undefined;
  const rendered = await Promise.all(pages.map((page) => render(page, source)));
  const titles = rendered.map(({ title }) => title);
  const { title, headings, html } = rendered[at]!;
  const listed = (some: readonly DocsPage[]) =>
    some.map((page) => `<li>${link(page, titles[pages.indexOf(page)] ?? "", current)}</li>`).join("\n");
  const contents = headings.filter(({ level }) => level === 2).map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`);
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Email service</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" defer></script>
</head>
<body>
<header>
<a class="name" href="/docs">Email service</a>
<nav aria-label="Parts"><a href="/docs">Guides</a><a href="/docs/reference">Reference</a><a href="/docs/rules">Rules</a></nav>
<search><input type="search" placeholder="Search the guides" aria-label="Search the guides" hidden><ol hidden></ol></search>
</header>
<details class="menu"><summary>All guides</summary><nav aria-label="Guides"><ul>${listed(guides)}</ul><ul>${listed(furtherPages)}
<li><a href="/docs/reference">API reference</a></li></ul></nav></details>
<main>
<article>${html}</article>
<nav class="around" aria-label="Before and after">${around(at, titles)}</nav>
</main>
${contents.length > 2 ? `<aside><nav aria-label="On this page"><p>On this page</p><ul>${contents.join("\n")}</ul></nav></aside>` : ""}
</body>
</html>
`;
  return { status: 200, headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy }, body };
};

/** The index for searching the pages: each section with its URL, title and words. */
export const searchIndex = async (source: DocsSource): Promise<RawAnswer> => {
  const rendered = await Promise.all(pages.map(async (page) => ({ page, ...(await render(page, source)) })));
  const entries = rendered.flatMap(({ page, title, sections }) =>
    sections.map(({ id, heading, text }) => ({ href: `${addressOf(page)}${id === "" ? "" : `#${id}`}`, title, heading, text })),
  );
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(entries) };
};

/** The page or file with this name below /docs; undefined for an unknown name. */
export const docsAnswer = async (name: string, source: DocsSource): Promise<RawAnswer | undefined> => {
  if (name === "reference") return referencePage();
  if (name === "start.js") return docsStart();
  if (name === "standalone.js") return docsViewer(await source.read(VIEWER_FILE));
  if (name === "search.json") return searchIndex(source);
  if (Object.hasOwn(docsAssets, name)) {
    const { file, type } = docsAssets[name as keyof typeof docsAssets];
    return { status: 200, headers: { "content-type": type }, body: await source.read(file) };
  }
  return guidePage(name, source);
};
