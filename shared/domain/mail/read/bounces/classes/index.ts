import { chinese, japanese, korean } from "./asian.ts";
import { english } from "./english.ts";
import { easternProviders, providers } from "./providers.ts";
import { gateways, microsoft } from "./gateways.ts";
import { danishNorwegian, dutch, german, swedish } from "./germanic.ts";
import { finnish, greekBulgarian, hungarian, turkish } from "./others.ts";
import { french, italian, portuguese, romanian, spanish } from "./romance.ts";
import { czechSlovak, polish, russian } from "./slavic.ts";
import type { ClassPhrases } from "./phrases.ts";

/** Texts of servers, single providers' first, of which a phrase stands at the start of a word. */
export const serverTexts: readonly ClassPhrases[] = [easternProviders, providers, microsoft, gateways, english];

/** Texts in other languages, of which a phrase stands anywhere: many words are joined. */
export const languageTexts: readonly ClassPhrases[] = [
  german,
  dutch,
  swedish,
  danishNorwegian,
  french,
  spanish,
  italian,
  portuguese,
  romanian,
  russian,
  polish,
  czechSlovak,
  finnish,
  hungarian,
  turkish,
  greekBulgarian,
  chinese,
  japanese,
  korean,
];
