import type { RawAnswer } from "#shared/api/http/answer.ts";

/** A heading in a page's table of contents, with the id of its link. */
export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly id: string;
}

/** The plain text below a heading; the section below the title has no id. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** A rendered document: its title (the first heading), its other headings, its HTML, and its sections for the search. */
export interface RenderedPage {
  readonly title: string;
  readonly headings: readonly Heading[];
  readonly html: string;
  readonly sections: readonly Section[];
}

/** The source of the documentation's pages. */
export interface DocsSource {
  /** A file, by its path from the repository's root. */
  read(path: string): Promise<Buffer>;
  /** A Markdown document (CommonMark with tables) as a page. */
  render(source: string): RenderedPage;
}

/** The pages' icon, an envelope, as a data URL. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 12'%3E%3Cpath d='M0 0h16v12H0z' fill='%230a7'/%3E%3Cpath d='m0 0 8 7 8-7' fill='none' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Email service</title>
<link rel="icon" href="${icon}">
</head>
<body>
<div id="docs"></div>
<noscript>This page needs JavaScript; the API itself is described by <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/standalone.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** The code samples of the page use libraries that come with their language: curl, fetch, http.client, net/http and PHP's curl. */
const otherLanguages = "c clojure csharp dart fsharp http java js julia kotlin objc ocaml powershell r ruby rust swift".split(" ");
const otherClients = {
  shell: ["wget", "httpie"],
  node: ["axios", "ofetch", "undici"],
  python: ["aiohttp", "httpx_async", "httpx_sync", "requests"],
  php: ["guzzle", "laravel"],
};

/** The viewer's settings (Scalar's "Configuration"): nothing is sent to other hosts; an entered key stays in this browser and survives a reload. */
const settings = {
  url: "/openapi.json",
  theme: "default",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  documentDownloadType: "json",
  persistAuth: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  hiddenClients: { ...Object.fromEntries(otherLanguages.map((language) => [language, true])), ...otherClients },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
  // A section that a link leads to takes the focus; an outline around the whole section would not help.
  customCss: "section:focus-visible { outline: none }",
  authentication: { preferredSecurityScheme: "apiKey" },
};

/** The viewer shows a joke as the placeholder of a key; ours shows a key's form. */
const start = `Scalar.createApiReference("#docs", ${JSON.stringify(settings)});
new MutationObserver(() => {
  for (const input of document.querySelectorAll('input[placeholder^="QUx"]')) input.placeholder = "sk_live_…";
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ["placeholder"] });
`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The reference: the viewer for /openapi.json; it loads nothing from other hosts. */
export const referencePage = (): RawAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  body: page,
});

const script = (body: string | Buffer): RawAnswer => ({ status: 200, headers: { "content-type": "text/javascript; charset=utf-8" }, body });

/** The script that starts the viewer, as a separate file, so that the content security policy needs no inline script. */
export const docsStart = (): RawAnswer => script(start);

/** The viewer. */
export const docsViewer = (bytes: Buffer): RawAnswer => script(bytes);
