import { createHash } from "node:crypto";
import type { RawAnswer } from "./answer.ts";

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:20vh auto;padding:0 1rem}button{font:inherit;padding:.5em 1.5em}";

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Unsubscribe</title>
<style>${style}</style>
</head>
<body>
<h1>Unsubscribe</h1>
<p>You get no more email from this sender.</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Unsubscribe</button></form>
</body>
</html>
`;

const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;
/** The address is a capability: no other site learns it. */
const PRIVATE = { "referrer-policy": "no-referrer" };

/** The page behind a link: a form, so that whoever only follows links unsubscribes nobody. */
export const unsubscribePage = (): RawAnswer => ({
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8", "content-security-policy": policy, ...PRIVATE },
  body: page,
});

/** What a mail program or the page's button is answered. */
export const unsubscribed = (): RawAnswer => ({
  status: 200,
  headers: { "content-type": "text/plain; charset=utf-8", ...PRIVATE },
  body: "You are unsubscribed.\n",
});
