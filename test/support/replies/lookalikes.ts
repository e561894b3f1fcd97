import type { ClientWords } from "#test/unit/mail/read/quotes/clients/words.ts";

/**
 * What people write themselves and what looks like the head of a quote, by language: sentences with a verb of writing, a date, a time and a
 * colon. The last of each could be a program's: only the parent's words show that it is none.
 */
export const sentences: Readonly<Record<string, readonly string[]>> = {
  en: [
    "As I wrote on 16 November 2026 at 09:12:",
    "On 16 November 2026 at 09:12 we wrote:",
    "As Ann wrote on 16.11.2026 at 09:12:",
    "On 16 Nov 2026 at 09:12, Ann Roe wrote:",
  ],
  de: [
    "wie ich am 16.11.2026 um 09:12 schrieb:",
    "Am Montag, 16.11.2026, um 09:12 schrieb ich:",
    "Wie Ann am 16.11.2026 um 09:12 schrieb:",
    "Am 16.11.2026 um 09:12 schrieb Ann Roe:",
  ],
  fr: [
    "comme je vous l'ai écrit le 16/11/2026 à 09:12 :",
    "Le 16/11/2026 à 09:12, j'ai écrit :",
    "Comme Ann a écrit le 16/11/2026 à 09:12 :",
    "Le 16/11/2026 à 09:12, Ann Roe a écrit :",
  ],
  es: ["Como escribió Ann el 16/11/2026 a las 09:12:", "El 16/11/2026 a las 09:12, Ann Roe escribió:"],
  it: ["Come ha scritto Ann il 16/11/2026 alle 09:12:", "Il 16/11/26 09:12, Ann Roe ha scritto:"],
  pt: ["Conforme a Ann escreveu em 16/11/2026 às 09:12:", "Em 16/11/2026 09:12, Ann Roe escreveu:"],
  nl: ["zoals ik op 16-11-2026 om 09:12 schreef:", "Op 16-11-2026 om 09:12 schreef ik:", "Op 16-11-2026 om 09:12 schreef Ann Roe:"],
  pl: ["Jak Ann pisze 16.11.2026 o 09:12:", "W dniu 16.11.2026 o 09:12, Ann Roe pisze:"],
  sv: ["Som jag skrev 2026-11-16 kl. 09:12:", "Den 2026-11-16 kl. 09:12, skrev Ann Roe:"],
  da: ["Som jeg skrev 16.11.2026 kl. 09.12:", "Den 16.11.2026 kl. 09.12 skrev Ann Roe:"],
  no: ["Den 16.11.2026 09:12 skrev jeg:", "Den 16.11.2026 09:12, skrev Ann Roe:"],
  fi: ["Kuten Ann kirjoitti 16.11.2026 klo 09.12:", "Ann Roe kirjoitti 16.11.2026 klo 09.12:"],
  cs: ["Jak Ann napsala 16. 11. 2026 v 09:12:", "Dne 16. 11. 26 v 09:12 Ann Roe napsal(a):"],
  hu: ["Ahogy Ann írta 2026. 11. 16. 09:12:", "2026. 11. 16. 09:12 keltezéssel, Ann Roe írta:"],
  tr: ["16.11.2026 09:12 tarihinde yazdığım gibi:", "16.11.2026 09:12 tarihinde Ann Roe yazdı:"],
  ru: ["Как я писал 16.11.2026 в 09:12:", "Как Анна пишет 16.11.2026 в 09:12:", "16.11.2026 09:12, Ann Roe пишет:"],
  uk: ["Як Анна пише 16.11.2026 о 09:12:", "16.11.26 09:12, Ann Roe пише:"],
  zh: ["如我在2026年11月16日 09:12写道：", "在 2026/11/16 09:12, Ann Roe 写道:"],
  "zh-TW": ["我在2026年11月16日 09:12寫道：", "於 2026/11/16 09:12, Ann Roe 提到:"],
  ja: ["2026/11/16 09:12に書いたとおり:", "On 2026/11/16 09:12, Ann Roe wrote:"],
  ko: ["2026. 11. 16. 09:12에 쓴 것처럼:", "2026. 11. 16. 오전 09:12에 Ann Roe 이(가) 쓴 글:"],
};

/** Forms, minutes and lines of signs that people type, with the names that a language's header lines have. */
export const forms = (words: ClientWords): readonly string[] => {
  const [from, sent, to, subject] = words.outlook.split("|").map((name) => name.trim());
  return [
    `${from}: Rome\n${to}: Paris`,
    `${from}: max@example.com\n${to}: ann@example.com`,
    `${from}: Rome\n${to}: Paris\n${sent}: 16.11.2026 09:12`,
    `${sent}: 16.11.2026 09:12\n${from}: Max\n${to}: Ann\n${subject}: Minutes of Monday`,
    `Name: Max Muster\nE-Mail: max@example.com\n${sent}: 16.11.2026\n${subject}: Order 17`,
    `${from}: Max Muster <max@example.com>\n${sent}: 16.11.2026 09:12\n${to}: Ann <ann@example.com>\n${subject}: Order 17`,
    "16.11.2026 09:12, max@example.com: done",
    "The growth was\n> 50 %\nof last year's.",
    "Costs\n----------\npaint: 20",
    "__________\nbelow the line:",
    `On the other hand, ${words.original} is what we call it.`,
  ];
};
