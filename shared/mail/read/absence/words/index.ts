import { danish, norwegian, swedish } from "./nordic.ts";
import { dutch, english, german } from "./germanic.ts";
import { czech, polish, russian } from "./slavic.ts";
import { french, italian, portuguese, spanish } from "./romance.ts";
import type { AbsenceWords } from "./absence-words.ts";

/** The languages in which absence notes are read. */
export const absenceLanguages: Readonly<Record<string, AbsenceWords>> = {
  english,
  german,
  dutch,
  swedish,
  danish,
  norwegian,
  french,
  spanish,
  italian,
  portuguese,
  polish,
  czech,
  russian,
};
