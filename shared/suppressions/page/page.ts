import { preferredLanguage } from "./accept-language.ts";
import { notFound } from "#shared/platform/errors.ts";
import type { SeenLink } from "../unsubscribe.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import { escaped, hashOfStyle, htmlPage } from "#shared/api/http/html-page.ts";

/** The texts of an unsubscribe link's page, with the placeholders `{sender}` and `{recipient}`. */
interface PageWords {
  readonly unsubscribe: string;
  readonly question: string;
  readonly done: string;
  readonly doneText: string;
  readonly undo: string;
  readonly undoText: string;
  readonly undone: string;
  readonly undoneText: string;
  readonly noLink: string;
  readonly noLinkText: string;
}

/** The texts by language (ISO 639-1); the first is for browsers that prefer none of these. */
export const pageWords = {
  en: {
    unsubscribe: "Unsubscribe",
    question: "No more email from {sender} to {recipient}?",
    done: "You are unsubscribed",
    doneText: "{sender} sends no more email to {recipient}.",
    undo: "Undo",
    undoText: "Pressed by mistake? You can undo this for one minute.",
    undone: "Undone",
    undoneText: "{recipient} goes on getting email from {sender}.",
    noLink: "This link does not work",
    noLinkText: "It may have been cut off. Open it from the email again, or reply to the email and ask for no more.",
  },
  de: {
    unsubscribe: "Abmelden",
    question: "Keine E-Mails mehr von {sender} an {recipient}?",
    done: "Sie sind abgemeldet",
    doneText: "{sender} schickt keine E-Mails mehr an {recipient}.",
    undo: "Rückgängig machen",
    undoText: "Aus Versehen? Eine Minute lang können Sie das rückgängig machen.",
    undone: "Rückgängig gemacht",
    undoneText: "{recipient} bekommt weiterhin E-Mails von {sender}.",
    noLink: "Dieser Link funktioniert nicht",
    noLinkText: "Vielleicht fehlt sein Ende. Öffnen Sie ihn noch einmal aus der E-Mail, oder antworten Sie auf die E-Mail.",
  },
  fr: {
    unsubscribe: "Se désabonner",
    question: "Ne plus recevoir d’e-mails de {sender} à l’adresse {recipient} ?",
    done: "Vous êtes désabonné",
    doneText: "{sender} n’enverra plus d’e-mails à {recipient}.",
    undo: "Annuler",
    undoText: "Une erreur ? Vous avez une minute pour annuler.",
    undone: "Annulé",
    undoneText: "{recipient} continue de recevoir les e-mails de {sender}.",
    noLink: "Ce lien ne fonctionne pas",
    noLinkText: "Il est peut-être incomplet. Rouvrez-le depuis l’e-mail, ou répondez à l’e-mail pour demander l’arrêt.",
  },
  es: {
    unsubscribe: "Cancelar la suscripción",
    question: "¿No recibir más correos de {sender} en {recipient}?",
    done: "Suscripción cancelada",
    doneText: "{sender} no enviará más correos a {recipient}.",
    undo: "Deshacer",
    undoText: "¿Fue un error? Puede deshacerlo durante un minuto.",
    undone: "Deshecho",
    undoneText: "{recipient} sigue recibiendo los correos de {sender}.",
    noLink: "Este enlace no funciona",
    noLinkText: "Puede que esté incompleto. Ábralo de nuevo desde el correo, o responda al correo y pídalo.",
  },
  pt: {
    unsubscribe: "Cancelar inscrição",
    question: "Não receber mais e-mails de {sender} em {recipient}?",
    done: "Inscrição cancelada",
    doneText: "{sender} não enviará mais e-mails para {recipient}.",
    undo: "Desfazer",
    undoText: "Foi um engano? Pode desfazer durante um minuto.",
    undone: "Desfeito",
    undoneText: "{recipient} continua a receber e-mails de {sender}.",
    noLink: "Este link não funciona",
    noLinkText: "Talvez esteja incompleto. Abra-o de novo a partir do e-mail, ou responda ao e-mail com o pedido.",
  },
  nl: {
    unsubscribe: "Afmelden",
    question: "Geen e-mail meer van {sender} aan {recipient}?",
    done: "U bent afgemeld",
    doneText: "{sender} stuurt geen e-mail meer aan {recipient}.",
    undo: "Ongedaan maken",
    undoText: "Per ongeluk? U kunt dit één minuut lang ongedaan maken.",
    undone: "Ongedaan gemaakt",
    undoneText: "{recipient} blijft e-mail van {sender} ontvangen.",
    noLink: "Deze link werkt niet",
    noLinkText: "Misschien is hij onvolledig. Open hem opnieuw vanuit de e-mail, of beantwoord de e-mail met uw verzoek.",
  },
  it: {
    unsubscribe: "Annulla l’iscrizione",
    question: "Non ricevere più email da {sender} a {recipient}?",
    done: "Iscrizione annullata",
    doneText: "{sender} non invierà più email a {recipient}.",
    undo: "Ripristina",
    undoText: "Per errore? Può ripristinare entro un minuto.",
    undone: "Ripristinato",
    undoneText: "{recipient} continua a ricevere email da {sender}.",
    noLink: "Questo link non funziona",
    noLinkText: "Forse è incompleto. Lo apra di nuovo dall’email, oppure risponda all’email con la richiesta.",
  },
  pl: {
    unsubscribe: "Wypisz mnie",
    question: "Nie otrzymywać więcej e-maili od {sender} na adres {recipient}?",
    done: "Adres został wypisany",
    doneText: "{sender} nie wyśle więcej e-maili na adres {recipient}.",
    undo: "Cofnij",
    undoText: "To pomyłka? Można to cofnąć przez minutę.",
    undone: "Cofnięto",
    undoneText: "{recipient} nadal otrzymuje e-maile od {sender}.",
    noLink: "Ten link nie działa",
    noLinkText: "Może być niepełny. Proszę otworzyć go ponownie z e-maila albo odpowiedzieć na e-mail z prośbą.",
  },
  ja: {
    unsubscribe: "配信を停止する",
    question: "{sender} から {recipient} へのメールの配信を停止しますか？",
    done: "配信を停止しました",
    doneText: "{sender} から {recipient} へのメールは、今後送信されません。",
    undo: "元に戻す",
    undoText: "間違えた場合は、1分以内であれば元に戻せます。",
    undone: "元に戻しました",
    undoneText: "{recipient} には、引き続き {sender} からのメールが届きます。",
    noLink: "このリンクは使えません",
    noLinkText: "リンクが途中で切れている可能性があります。メールからもう一度開くか、メールに返信してお知らせください。",
  },
} as const satisfies Readonly<Record<string, PageWords>>;

/** A language of the page. */
type PageLanguage = keyof typeof pageWords;

type Headers = Readonly<Record<string, string | undefined>>;

const style = [
  ":root{color-scheme:light dark}",
  "*{box-sizing:border-box}",
  "body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;font:1.0625rem/1.5 system-ui,sans-serif;",
  "background:#f3f4f6;color:#1f2937}",
  "main{width:100%;max-width:28rem;padding:2rem;border-radius:.75rem;background:#fff;box-shadow:0 1px 3px #0002;text-align:center}",
  "h1{margin:0 0 .75rem;font-size:1.375rem;line-height:1.25}",
  "p{margin:0 0 1.5rem;overflow-wrap:anywhere}p:last-child{margin:0}",
  "b{font-weight:600}",
  "button{width:100%;padding:.75rem 1rem;border:0;border-radius:.5rem;background:#1d4ed8;color:#fff;font:inherit;font-weight:600;cursor:pointer}",
  "button.quiet{background:none;color:inherit;border:1px solid #9ca3af}",
  "button:focus-visible{outline:3px solid #93c5fd;outline-offset:2px}",
  ".note{font-size:.9375rem;color:#6b7280;margin-bottom:.75rem}",
  "@media(prefers-color-scheme:dark){body{background:#111827;color:#e5e7eb}main{background:#1f2937}.note{color:#9ca3af}}",
].join("");

const policy = [
  "default-src 'none'",
  `style-src '${hashOfStyle(style)}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const languages = Object.keys(pageWords) as [PageLanguage, ...PageLanguage[]];

/** A sentence with the two names inserted, each isolated in its text direction. */
const sentence = (text: string, { sender, recipient }: SeenLink): string => {
  const from = sender.name === "" ? sender.email : `${sender.name} (${sender.email})`;
  const names: Readonly<Record<string, string>> = { sender: from, recipient };
  return escaped(text).replace(/\{(sender|recipient)\}/g, (_, name: string) => `<b><bdi>${escaped(names[name] ?? "")}</bdi></b>`);
};

const form = (name: string, value: string, button: string): string =>
  `<form method="post"><input type="hidden" name="${name}" value="${value}">${button}</form>`;

interface Content {
  readonly title: string;
  readonly body: string;
}

const asking = (words: PageWords, link: SeenLink): Content => ({
  title: words.unsubscribe,
  body: `<p>${sentence(words.question, link)}</p>
${form("List-Unsubscribe", "One-Click", `<button>${escaped(words.unsubscribe)}</button>`)}`,
});

const done = (words: PageWords, link: SeenLink): Content => ({
  title: words.done,
  body: `<p>${sentence(words.doneText, link)}</p>
${link.mayUndo ? `<p class="note">${escaped(words.undoText)}</p>\n${form("undo", "1", `<button class="quiet">${escaped(words.undo)}</button>`)}` : ""}`,
});

const undone = (words: PageWords, link: SeenLink): Content => ({
  title: words.undone,
  body: `<p>${sentence(words.undoneText, link)}</p>`,
});

const page = (headers: Headers, status: number, contentIn: (words: PageWords) => Content): RawAnswer => {
  const language = preferredLanguage(headers["accept-language"], languages);
  const { title, body } = contentIn(pageWords[language]);
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "content-security-policy": policy,
      // Whoever has the URL can unsubscribe the recipient, so other sites must not see it.
      "referrer-policy": "no-referrer",
      vary: "accept, accept-language",
    },
    body: htmlPage({ language, title, style, body: `<h1>${escaped(title)}</h1>\n${body}` }),
  };
};

/** The page of a link: a form, so that following the link does not unsubscribe by itself; after the click it shows the result. */
export const unsubscribePage = (headers: Headers, link: SeenLink): RawAnswer =>
  page(headers, 200, (words) => (link.isUnsubscribed ? done(words, link) : asking(words, link)));

/** The answer to the undo button: the page that it is undone, or the unchanged page when the minute is over. */
export const undonePage = (headers: Headers, link: SeenLink): RawAnswer =>
  link.isUnsubscribed ? unsubscribePage(headers, link) : page(headers, 200, (words) => undone(words, link));

/** The page for a browser whose request failed, with that status; undefined for any other client. */
export const failurePage = (headers: Headers, status: number): RawAnswer | undefined => {
  if (!/\btext\/html\b/i.test(headers["accept"] ?? "")) return undefined;
  return page(headers, status, ({ noLink, noLinkText }) => ({ title: noLink, body: `<p>${escaped(noLinkText)}</p>` }));
};

/** The page for a browser with an invalid link; throws 404 for any other client. */
export const noLinkPage = (headers: Headers): RawAnswer => {
  const shown = failurePage(headers, 404);
  if (!shown) throw notFound("Link");
  return shown;
};
