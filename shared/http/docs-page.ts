import type { RawAnswer } from "./answer.ts";

/** The viewer's files that the page loads, with their content types; nothing else is served from its folder. */
export const viewerFiles: ReadonlyMap<string, string> = new Map([
  ["swagger-ui.css", "text/css; charset=utf-8"],
  ["swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ["favicon-32x32.png", "image/png"],
]);

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Email sending and unified inbox: API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>body{margin:0;background:#fafafa}.swagger-ui .topbar{display:none}.swagger-ui .info{margin:24px 0}
@media (max-width:640px){.swagger-ui .wrapper{padding:0 10px}.swagger-ui .opblock .opblock-summary{flex-wrap:wrap}.swagger-ui .opblock .opblock-summary-path{max-width:100%;word-break:break-word}
.swagger-ui .opblock .opblock-summary-description{flex-basis:100%;padding:4px 0}.swagger-ui table{display:block;overflow-x:auto}.swagger-ui .parameters-col_name{width:auto;min-width:90px}}</style>
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const start = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#docs", deepLinking: true, docExpansion: "list", defaultModelsExpandDepth: -1, tryItOutEnabled: true });\n`;

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The documentation page; it loads nothing from any other host. */
export const docsPage = (): RawAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy },
  body: page,
});

/** The script that starts the viewer: a file of its own, so that the policy needs no inline script. */
export const docsStart = (): RawAnswer => ({ status: 200, headers: { "content-type": "text/javascript; charset=utf-8" }, body: start });
