import { escapeHtml } from "#shared/mail/html/scan.ts";

/** HTML that is safe to insert in a page. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | undefined | false | readonly Html[];

const textOf = (value: Value): string => {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.text;
  return typeof value === "object" ? value.map(({ text }) => text).join("") : escapeHtml(String(value));
};

/** A template whose values are escaped, except those that are HTML already. */
export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, i) => part + textOf(values[i])).join(""));

/** The viewer's style sheet: light and dark, one column on a phone. */
export const STYLE = `
:root {
  color-scheme: light dark; --ink: #1c2024; --soft: #60646c; --line: #e0e1e6; --ground: #f6f7f9; --sheet: #fff;
  --mark: #0d74ce; --tint: #e6f2fb;
}
@media (prefers-color-scheme: dark) {
  :root { --ink: #edeef0; --soft: #a0a6ad; --line: #33373d; --ground: #111316; --sheet: #1a1d21; --mark: #70b8ff; --tint: #12304c; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--mark); }
header {
  display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 12px 20px; background: var(--sheet);
  border-bottom: 1px solid var(--line);
}
header h1 { margin: 0; font-size: 17px; }
header h1 a { color: inherit; text-decoration: none; }
header form { display: flex; flex: 1; gap: 8px; max-width: 460px; min-width: 240px; }
header nav { margin-left: auto; }
input, button {
  font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 8px; padding: 6px 12px;
  background: var(--ground);
}
input { flex: 1; min-width: 0; }
button { cursor: pointer; background: var(--sheet); }
button:hover { border-color: var(--mark); color: var(--mark); }
:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
.panes {
  display: grid; grid-template-columns: minmax(300px, 400px) minmax(0, 1fr); gap: 16px; max-width: 1400px; margin: 0 auto;
  padding: 16px 20px; align-items: start;
}
.list, .sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; overflow: hidden; }
.list ol { list-style: none; margin: 0; padding: 0; }
.list li + li { border-top: 1px solid var(--line); }
.list li a {
  display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; padding: 10px 16px; color: inherit;
  text-decoration: none;
}
.list li a:hover, .list li a[aria-current] { background: var(--tint); }
.list span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list .to { font-weight: 600; }
.list .subject { grid-column: 1 / -1; }
.list .from { grid-column: 1 / -1; font-size: 13px; }
.soft, time, .from { color: var(--soft); }
time { font-size: 13px; }
.empty { padding: 24px 16px; margin: 0; color: var(--soft); }
.sheet { padding: 20px 24px; }
.sheet h2 { margin: 0 0 12px; font-size: 20px; line-height: 1.3; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 16px; margin: 0 0 16px; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
.answer { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; padding: 12px 0; border-top: 1px solid var(--line); }
.answer strong { margin-right: 4px; }
.tabs { display: flex; gap: 4px; border-bottom: 1px solid var(--line); margin-bottom: 12px; }
.tabs a { padding: 6px 14px; text-decoration: none; color: var(--soft); border-bottom: 2px solid transparent; }
.tabs a[aria-current] { color: var(--ink); border-color: var(--mark); }
iframe {
  display: block; width: 100%; height: 60vh; border: 1px solid var(--line); border-radius: 8px; background: #fff;
  color-scheme: light;
}
pre {
  margin: 0; padding: 12px; max-height: 70vh; overflow: auto; background: var(--ground); border-radius: 8px;
  font: 13px/1.5 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
.note { margin: 0 0 12px; padding: 8px 12px; background: var(--tint); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 8px 16px 8px 0; border-top: 1px solid var(--line); }
th { font-weight: 600; white-space: nowrap; }
code { font: 13px ui-monospace, monospace; }
.back { display: none; margin: 0 0 8px; }
@media (max-width: 820px) {
  .panes { grid-template-columns: minmax(0, 1fr); padding: 12px; }
  .sheet { padding: 16px; }
  .reading .list { display: none; }
  .back { display: block; }
  .answer strong { flex-basis: 100%; }
  header { padding: 12px; }
  header form { order: 3; flex-basis: 100%; max-width: none; }
}
`;
