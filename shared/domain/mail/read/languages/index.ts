import { ar } from "./ar.ts";
import { be } from "./be.ts";
import { bg } from "./bg.ts";
import { ca } from "./ca.ts";
import { cs } from "./cs.ts";
import { da } from "./da.ts";
import { de } from "./de.ts";
import { el } from "./el.ts";
import { en } from "./en.ts";
import { es } from "./es.ts";
import { et } from "./et.ts";
import { eu } from "./eu.ts";
import { fa } from "./fa.ts";
import { fi } from "./fi.ts";
import { fil } from "./fil.ts";
import { fr } from "./fr.ts";
import { gl } from "./gl.ts";
import { he } from "./he.ts";
import { hi } from "./hi.ts";
import { hr } from "./hr.ts";
import { hu } from "./hu.ts";
import { id } from "./id.ts";
import { is } from "./is.ts";
import { it } from "./it.ts";
import { ja } from "./ja.ts";
import { ka } from "./ka.ts";
import { kk } from "./kk.ts";
import { ko } from "./ko.ts";
import { lt } from "./lt.ts";
import { lv } from "./lv.ts";
import { mk } from "./mk.ts";
import { ms } from "./ms.ts";
import { nl } from "./nl.ts";
import { no } from "./no.ts";
import { others } from "./others.ts";
import { pl } from "./pl.ts";
import { pt } from "./pt.ts";
import { ro } from "./ro.ts";
import { ru } from "./ru.ts";
import { sk } from "./sk.ts";
import { sl } from "./sl.ts";
import { sr } from "./sr.ts";
import { sv } from "./sv.ts";
import { th } from "./th.ts";
import { tr } from "./tr.ts";
import { uk } from "./uk.ts";
import { vi } from "./vi.ts";
import { zh } from "./zh.ts";
import type { Language } from "./language.ts";

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
