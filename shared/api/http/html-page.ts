import { createHash } from "node:crypto";

/** Text as HTML, safe in elements and in quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** The source by which a policy allows one style element (CSP Level 3, 2.3.1). */
export const hashOfStyle = (style: string): string => `sha256-${createHash("sha256").update(style).digest("base64")}`;

/** A page of one card, in a language, for people without an account; it needs no script. */
export const htmlPage = (page: {
  readonly language: string;
  readonly title: string;
  readonly style: string;
  readonly body: string;
}): string =>
  `<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(page.title)}</title>
<style>${page.style}</style>
</head>
<body>
<main>
${page.body}
</main>
</body>
</html>
`;
