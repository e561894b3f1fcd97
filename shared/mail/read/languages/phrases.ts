import { type Language, type LabelKind, type Phrases, phraseSource } from "./language.ts";
import { ar, el, fa, he } from "./near-east.ts";
import { bg, hr, mk, sl, sr } from "./south-slavic.ts";
import { cs, pl } from "./cs-pl.ts";
import { da, no } from "./da-no.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es, ca, eu } from "./es-ca-eu.ts";
import { et, lt, lv, sk } from "./et-lv-lt-sk.ts";
import { is, fi, sv } from "./sv-fi-is.ts";
import { fil, hi, id, ka, kk, ms, th, vi } from "./asian.ts";
import { fr } from "./fr.ts";
import { hu, tr } from "./hu-tr.ts";
import { it, ro } from "./it-ro.ts";
import { ja, ko } from "./ja-ko.ts";
import { nl } from "./nl.ts";
import { pt, gl } from "./pt-gl.ts";
import { ru, be, uk } from "./ru-uk-be.ts";
import { zh } from "./zh.ts";

/** Languages of Outlook and Gmail of which only the name of an automatic answer is known, in alphabetical order of their English names. */
const others: Language = {
  autoReplySubjects: {
    "outomatiese {antwoord|antwoorde}": "Outomatiese antwoord: Offer",
    "përgjigje automatike": "Përgjigje automatike: Offer",
    "ራስ-ሰር {ምላሽ|መልስ}": "ራስ-ሰር ምላሽ: Offer",
    "ավտոմատ պատասխան": "Ավտոմատ պատասխան: Offer",
    "avtomatik cavab": "Avtomatik cavab: Offer",
    "স্বয়ংক্রিয় {উত্তর|জবাব|প্রত্যুত্তর}": "স্বয়ংক্রিয় উত্তর: Offer",
    "{સ્વચાલિત|આપમેળે} {જવાબ|પ્રત્યુત્તર}": "સ્વચાલિત જવાબ: Offer",
    "freagra {uathoibríoch|huathoibríoch}": "Freagra uathoibríoch: Offer",
    "ಸ್ವಯಂ{ಚಾಲಿತ|} {ಪ್ರತ್ಯುತ್ತರ|ಪ್ರತಿಕ್ರಿಯೆ|ಉತ್ತರ}": "ಸ್ವಯಂಚಾಲಿತ ಪ್ರತ್ಯುತ್ತರ: Offer",
    ឆ្លើយតបស្វ័យប្រវត្តិ: "ឆ្លើយតបស្វ័យប្រវត្តិ: Offer",
    "ຕອບ{ກັບ|}ອັດຕະໂນມັດ": "ຕອບກັບອັດຕະໂນມັດ: Offer",
    "automatesch[en] äntwert": "Automatesch Äntwert: Offer",
    "{യാന്ത്രിക|സ്വയമേവയുള്ള|സ്വയംപ്രവർത്തിത} {മറുപടി|പ്രതികരണം}": "യാന്ത്രിക മറുപടി: Offer",
    "{tweġiba|risposta} awtomatika": "Tweġiba awtomatika: Offer",
    "{स्वयंचलित|आपोआप} {उत्तर|प्रत्युत्तर|प्रतिसाद}": "स्वयंचलित उत्तर: Offer",
    "автомат {хариу|хариулт}": "Автомат хариу: Offer",
    "{स्वचालित|स्वतः} {जवाफ|उत्तर}": "स्वचालित जवाफ: Offer",
    "{ਸਵੈਚਲਿਤ|ਆਟੋਮੈਟਿਕ} {ਜਵਾਬ|ਉੱਤਰ}": "ਸਵੈਚਲਿਤ ਜਵਾਬ: Offer",
    "ස්වයංක්‍රිය පිළිතුර": "ස්වයංක්‍රිය පිළිතුර: Offer",
    "{jibu|majibu} {otomatiki|la kiotomatiki|ya kiotomatiki|kiotomatiki}": "Jibu otomatiki: Offer",
    "{தானியங்கு|தானியங்கி|தன்னியக்க} {பதில்|பதிலளிப்பு|மறுமொழி}": "தானியங்கு பதில்: Offer",
    "{స్వయంచాలక|ఆటోమేటిక్} {ప్రత్యుత్తరం|సమాధానం|జవాబు}": "స్వయంచాలక ప్రత్యుత్తరం: Offer",
    "{خودکار|از خود} {جواب|جوابی}": "خودکار جواب: Offer",
    "avtomatik javob": "Avtomatik javob: Offer",
    "{ymateb|ateb} awtomatig": "Ymateb awtomatig: Offer",
  },
};

/** Every supported language. */
export const languages: readonly Language[] = [
  en,
  de,
  fr,
  es,
  ca,
  gl,
  it,
  pt,
  nl,
  sv,
  da,
  no,
  is,
  fi,
  et,
  lv,
  lt,
  pl,
  cs,
  sk,
  sl,
  hr,
  sr,
  hu,
  ro,
  ru,
  uk,
  be,
  bg,
  mk,
  el,
  tr,
  ar,
  fa,
  he,
  vi,
  id,
  ms,
  th,
  hi,
  fil,
  eu,
  kk,
  ka,
  zh,
  ja,
  ko,
  others,
];

export { phraseSource };

/** The parts of a language that are lists of phrases. */
type Part = Exclude<keyof Language, "labels">;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
const hasUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The phrases of one part in all languages; longer ones come first, so that "ha scritto" is found before "scritto". */
export const phrasesOf = (part: Part): readonly string[] =>
  [...new Set(languages.flatMap((language) => Object.keys(language[part] ?? {})))].toSorted((a, b) => b.length - a.length);

/** The source of a regular expression that finds any phrase of one part; `end` is appended to phrases in scripts with spaces between words. */
export const anyOf = (part: Part, end = ""): string => {
  const phrases = phrasesOf(part);
  return phrases.map((phrase) => phraseSource(phrase) + (unspaced.test(phrase) ? "" : end)).join("|");
};

/**
 * The source of a regular expression that finds any phrase of one part as whole words; in scripts without spaces, anywhere. `end` is appended to
 * phrases in scripts with spaces.
 */
export const anyWordOf = (part: Part, end = ""): string => {
  const phrases = phrasesOf(part);
  const found = (inside: boolean) => phrases.filter((phrase) => unspaced.test(phrase) === inside).map(phraseSource);
  return [`(?<![\\p{L}\\p{N}])(?:${found(false).join("|")})(?![\\p{L}\\p{N}])${end}`, ...found(true)].join("|");
};

/**
 * The source of a regular expression that finds any phrase of one part at the start of a word; in scripts without spaces, anywhere. One lookbehind
 * stands before all phrases, because V8 takes twenty times as long with one in each.
 */
export const anyStartOf = (part: Part): string => {
  const phrases = phrasesOf(part);
  const found = (inside: boolean) => phrases.filter((phrase) => hasUnspaced.test(phrase) === inside).map(phraseSource);
  return [`(?<![\\p{L}\\p{N}])(?:${found(false).join("|")})`, ...found(true)].join("|");
};

/** The kind of each header label, by its name in lower case. */
export const labelKinds: ReadonlyMap<string, LabelKind> = new Map(
  languages.flatMap(({ labels = {} }) =>
    Object.entries<Phrases | undefined>(labels).flatMap(([kind, phrases = {}]) =>
      Object.keys(phrases).map((label): [string, LabelKind] => [label, kind as LabelKind]),
    ),
  ),
);
