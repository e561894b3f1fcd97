import { wayBack } from "../../domain/connect-links/connect-link.ts";
import type { SeenLink } from "../../domain/connect-links/ports.ts";
import type { RawAnswer } from "../answer.ts";
import { escaped } from "../html-page.ts";
import { type Content, type Scene, sentence, showPage } from "./page.ts";
import type { PageWords, Problem } from "./words/words.ts";

/** How long "connected" is shown before the browser goes back by itself, seconds. */
const SHOWN_SECONDS = 4;

const TICK =
  '<div class="done"><svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" ' +
  'stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg></div>';

const plain = (title: string, text: string, status: number): Content => ({
  title,
  body: `<h1>${escaped(title)}</h1>\n<p>${text}</p>`,
  status,
});

/** The mailbox is connected, for the browser that did it: leads back to the account's product. */
export const connectedPage = (scene: Scene, link: SeenLink): RawAnswer =>
  showPage(scene, ({ done, doneText, back }) => {
    const url = wayBack(link);
    const body = `${TICK}<h1>${escaped(done)}</h1>\n<p>${sentence(doneText, scene)}</p>
<a class="button" rel="noreferrer" href="${escaped(url)}">${escaped(back.replace("{product}", scene.product))}</a>`;
    return { title: done, body, headers: { refresh: `${SHOWN_SECONDS}; url=${url}` } };
  });

/** The link is used, for any other browser; it does not say for which mailbox. */
export const usedPage = (scene: Scene): RawAnswer => showPage(scene, ({ used, usedText }) => plain(used, sentence(usedText, scene), 410));

/** The link's time is over. */
export const expiredPage = (scene: Scene): RawAnswer =>
  showPage(scene, ({ expired, expiredText }) => plain(expired, sentence(expiredText, scene), 410));

/** There is no such link. */
export const noLinkPage = (scene: Scene): RawAnswer => showPage(scene, ({ noLink, noLinkText }) => plain(noLink, escaped(noLinkText), 404));

/** The consent came back to a browser that did not begin it. */
export const otherBrowserPage = (scene: Scene): RawAnswer =>
  showPage(scene, ({ noLink, problems }) => plain(noLink, escaped(problems.otherBrowser), 403));

/** What went wrong, as a box above a form. */
export const problemBox = (words: PageWords, scene: Scene, problems: readonly Problem[], more = ""): string => {
  if (problems.length === 0) return "";
  const texts = problems.map((problem) => `<p>${sentence(words.problems[problem], scene)}</p>`).join("");
  return `<div class="problem" role="alert">${texts}${more}</div>\n`;
};
