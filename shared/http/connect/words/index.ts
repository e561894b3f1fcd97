import type { connectLocales } from "../../../contract/connect-link-record.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { nl } from "./nl.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import type { PageWords } from "./words.ts";

/** A language of the page. */
export type Locale = (typeof connectLocales)[number];

/** The page's texts by language (ISO 639-1). */
export const pageWords: Readonly<Record<Locale, PageWords>> = { en, de, fr, es, pt, nl, it, pl, ja };
