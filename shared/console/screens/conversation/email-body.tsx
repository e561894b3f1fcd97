import { useState } from "preact/hooks";
import { t } from "../../data/language.ts";
import type { ThreadMessage } from "../../../client/index.ts";
import { linksIn } from "./words.ts";

/**
 * Whether HTML is more than plain words, so that it is shown as its sender formatted it. The parts are searched one by one, so that hostile mail
 * takes linear time.
 */
const isFormatted = (html: string): boolean =>
  /<(?:table|img|h[1-6]|ul|ol|font|center)\b/i.test(html) || /(?:background|color)\s*[:=]/i.test(html);

const hasImages = (html: string, scheme: "https" | "http" | "cid"): boolean =>
  /<img\b/i.test(html) && new RegExp(`src\\s*=\\s*["']?\\s*${scheme}:`, "i").test(html);

/** A button of the line below an email. */
const Choice = ({ text, onChoose, ...rest }: { readonly text: string; readonly onChoose: () => void; readonly title?: string }) => (
  <button {...rest} type="button" class="button quiet small" onClick={onChoose}>
    {t(text)}
  </button>
);

/** A plain text with its addresses as links. */
const Words = ({ text }: { readonly text: string }) => (
  <div class="words">
    {linksIn(text).map((part, index) =>
      index % 2 === 1 ? (
        <a key={index} href={part} target="_blank" rel="noopener noreferrer">
          {part}
        </a>
      ) : (
        part
      ),
    )}
  </div>
);

interface FrameProps {
  readonly title: string;
  readonly words: string;
  readonly src: string;
  readonly isTall: boolean;
}

/**
 * An email's HTML, in a frame without scripts and origin. Its height cannot be read from outside, so the frame is as high as the same text is here,
 * and scrolls when that is not enough.
 */
const Frame = ({ title, words, src, isTall }: FrameProps) => (
  <div class={`frame${isTall ? " tall" : ""}`}>
    <div class="measure" aria-hidden="true">
      {words}
    </div>
    <iframe title={title} sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer" loading="lazy" src={src} />
  </div>
);

/** The content of an email: its new text; the quoted text, the original HTML and remote images on request. */
export const EmailBody = ({ email }: { readonly email: ThreadMessage }) => {
  const { id, subject, body_text, body_html, reply_text, reply_html } = email;
  const [quotes, setQuotes] = useState(false);
  const [images, setImages] = useState(false);
  const html = (quotes ? body_html : reply_html) || body_html;
  const canFrame = isFormatted(html);
  const [asWords, setAsWords] = useState(false);
  const isFramed = canFrame && !asWords;
  const words = (quotes ? body_text : reply_text) || body_text;
  const hasQuotes = body_text.trim().length > reply_text.trim().length + 1;
  const src = `/console/messages/${id}/frame?quotes=${quotes}&images=${images}&inline=${hasImages(html, "cid")}`;
  return (
    <>
      {isFramed ? (
        <Frame title={t("Email: {subject}", { subject })} words={words} src={src} isTall={images || /<(?:table|img)\b/i.test(html)} />
      ) : (
        <Words text={words} />
      )}
      {words === "" && html === "" && <p class="soft">{t("This email has no text.")}</p>}
      {(hasQuotes || canFrame) && (
        <div class="row choices">
          {hasQuotes && <Choice text={quotes ? "Hide what it quotes" : "Show what it quotes"} onChoose={() => setQuotes(!quotes)} />}
          {canFrame && <Choice text={isFramed ? "Only its words" : "As it was formatted"} onChoose={() => setAsWords(isFramed)} />}
          {isFramed && !images && hasImages(html, "https") && (
            <Choice text="Load its images" title={t("Their servers see that you read it")} onChoose={() => setImages(true)} />
          )}
          {isFramed && (
            <a class="button quiet small" href={src} target="_blank" rel="noopener">
              {t("Open as a page")}
            </a>
          )}
        </div>
      )}
      {isFramed && hasImages(html, "http") && (
        <p class="soft">{t("Images at http: addresses are not shown: on their way anybody could see and change them.")}</p>
      )}
    </>
  );
};
