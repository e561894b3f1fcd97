import { t } from "../../data/language.ts";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../ui/controls.tsx";
import { number } from "../../ui/numbers.ts";
import { Panel } from "../../ui/page.tsx";
import type { Draft, Element } from "./draft.ts";
import { type Recipient, sequenceOf } from "./recipients.ts";

/** Elements that a preview leaves out: they would load or run something. */
const LEFT_OUT = "script, style, link, base, meta, iframe, object, embed, form";

/** Event handlers, and addresses that a click would open. */
const isActive = (name: string): boolean => name === "href" || name.startsWith("on");

/** HTML whose style attributes have another name: the browser would report each to the console, because the page's policy allows none. */
const withoutStyles = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, " data-style="));

/** HTML as nodes for a document without scripts; its styles are set by the CSSOM, which the page's policy allows. */
const nodesOf = (html: string, files: Draft["files"]): DocumentFragment => {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: withoutStyles(html) });
  for (const one of content.querySelectorAll(LEFT_OUT)) one.remove();
  for (const image of content.querySelectorAll("img")) {
    const own = files.find(({ content_id: id }) => id !== undefined && image.getAttribute("src") === `cid:${id}`);
    if (own) image.src = `data:${own.type};base64,${own.content}`;
    else image.replaceWith(`[${image.alt || t("picture")}]`);
  }
  for (const one of content.querySelectorAll<HTMLElement>("*")) {
    for (const name of one.getAttributeNames()) if (isActive(name)) one.removeAttribute(name);
    one.style.cssText = one.dataset["style"] ?? "";
  }
  return content;
};

const Html = ({ html, files }: { readonly html: string; readonly files: Draft["files"] }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const show = (): void => {
    const inside = frame.current?.contentDocument;
    inside?.body.replaceChildren(inside.adoptNode(nodesOf(html, files)));
  };
  useEffect(show, [html, files]);
  return <iframe ref={frame} class="preview" title={t("The email as HTML")} sandbox="allow-same-origin" onLoad={show} />;
};

const Email = ({ email, index }: { readonly email: Element; readonly index: number }) => (
  <div class="preview-email">
    {index > 0 && <p class="soft">{t("Follow-up {n}", { n: index })}</p>}
    {email.subject !== undefined && <p class="strong">{email.subject}</p>}
    {email.body_html === undefined ? (
      <pre class="mail-text">{email.body_text}</pre>
    ) : (
      <Html html={email.body_html} files={email.attachments ?? []} />
    )}
  </div>
);

/** What each recipient gets. */
export const Preview = ({ draft, recipients }: { readonly draft: Draft; readonly recipients: readonly Recipient[] }) => {
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, recipients.length - 1);
  const recipient = recipients[at];
  if (!recipient) return null;
  const { line, to, problems } = recipient;
  return (
    <Panel
      title={recipients.length === 1 ? "Preview" : t("Preview {n} of {all}", { n: number(at + 1), all: number(recipients.length) })}
      actions={
        recipients.length > 1 && (
          <span class="row">
            <Button kind="quiet" disabled={at === 0} onClick={() => setChosen(at - 1)}>
              Before
            </Button>
            <Button kind="quiet" disabled={at === recipients.length - 1} onClick={() => setChosen(at + 1)}>
              Next
            </Button>
          </span>
        )
      }
    >
      <p class="soft">{t("To {whom}", { whom: to || "–" })}</p>
      {problems.length > 0 && (
        <p class="error">
          {t("Line {line}", { line })} {problems.join("; ")}
        </p>
      )}
      {sequenceOf(draft, recipient).emails.map((email, index) => (
        <Email key={index} email={email} index={index} />
      ))}
    </Panel>
  );
};
