import type { AbsenceWords } from "./absence-words.ts";

/** Swedish. */
export const swedish: AbsenceWords = {
  months:
    "januari|jan februari|feb mars|mar april|apr maj juni|jun juli|jul augusti|aug september|sep|sept oktober|okt november|nov december|dec",
  weekdays:
    "måndag|måndagen|mån tisdag|tisdagen|tis onsdag|onsdagen|ons torsdag|torsdagen|tors fredag|fredagen|fre lördag|lördagen|lör söndag|söndagen|sön",
  order: "dmy",
  ordinals: "e a :e :a",
  small: "den på",
  next: "nästa",
  tomorrow: "imorgon i_morgon",
  nextWeek: "nästa_vecka",
  within: "om",
  units: ["dag dagar", "vecka veckor", "månad månader"],
  numbers: "en|ett två tre fyra fem sex sju åtta nio tio",
  until: "till tills fram_till",
  through: "till_och_med t_o_m t.o.m t.o.m. tom t.om fram_till_och_med",
  inclusive: "inklusive",
  returns: {
    "{är|åter|jag|vi|kommer} … {tillbaka|åter}": "Jag är tillbaka på måndag",
    "{tillbaka|åter} {på|i|den|till|igen|från|måndag|tisdag|onsdag|torsdag|fredag}": "Åter på måndag",
    "{anträffbar|nåbar|tillgänglig|öppnar|öppet|öppnas|jobbar|arbetar} {igen|åter}": "Vi öppnar igen på måndag",
  },
  whenBack: {
    "{när|så snart|efter|då} [jag|vi|min]…{tillbaka|återkomst|åter}": "Jag svarar när jag är tillbaka",
  },
  notReturns: {
    "{återkommer|återkopplar} [till|så|med]": "Jag återkommer så snart jag kan",
  },
  absent: {
    "{inte|ej} {på kontoret|på plats|på jobbet|i tjänst|anträffbar|tillgänglig}": "Jag är inte på kontoret",
    "{på|har|tar} {semester|föräldraledighet|tjänsteresa|resa|ledigt|tjänsteresor}": "Jag är på semester",
    "{frånvarande|borta från|frånvaro|ledig|bortrest|föräldraledig|mammaledig|pappaledig|tjänstledig|sjukskriven|sjuk|på resande fot}":
      "Jag är frånvarande",
    "{kontoret|vi} {är|har|håller} [semester]{stängt|semesterstängt|stängda}": "Kontoret är stängt",
  },
  left: {
    "{arbetar|jobbar} {inte|ej} längre": "Anna arbetar inte längre hos oss",
    "{inte|ej} längre {anställd|kvar}": "Anna är inte längre anställd",
    "{har|som} [nu ]{slutat [på|hos|i|vid|min]|lämnat {företaget|bolaget|organisationen|min}|gått i pension}":
      "Anna har slutat på företaget",
    "{e-postadressen|mejladressen|adressen|brevlådan} … {inte längre|ej längre|stängd|avslutad}": "Adressen används inte längre",
  },
  received: {
    "har {mottagit|tagit emot|fått} {ditt|din|ert|er}": "Vi har mottagit ditt meddelande",
    "{ärende|ärendet|meddelande}[ …] {mottaget|mottagits|registrerats|skapats}": "Ditt ärende har registrerats",
  },
};

/** Danish. */
export const danish: AbsenceWords = {
  months:
    "januar|jan februar|feb marts|mar april|apr maj juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov december|dec",
  weekdays: "mandag|man tirsdag|tirs onsdag|ons torsdag|tors fredag|fre lørdag|lør søndag|søn",
  order: "dmy",
  small: "den på d",
  next: "næste",
  tomorrow: "i_morgen imorgen",
  nextWeek: "næste_uge",
  within: "om",
  units: ["dag dage", "uge uger", "måned måneder"],
  numbers: "en|et to tre fire fem seks syv otte ni ti",
  until: "til indtil frem_til",
  through: "til_og_med t_o_m t.o.m t.o.m. indtil_og_med frem_til_og_med",
  inclusive: "inklusive inkl",
  returns: {
    "{er|jeg|vi|vender|kommer} … tilbage": "Jeg er tilbage på mandag",
    "tilbage {på|den|i|igen|fra|til|mandag|tirsdag|onsdag|torsdag|fredag}": "Tilbage på mandag",
    "{træffes|træffe|åbner|åbent|kontoret|arbejde|tilgængelig} igen": "Jeg er at træffe igen mandag",
  },
  whenBack: {
    "{når|så snart|efter|ved} [jeg|vi|min]…{tilbage|tilbagekomst|hjemkomst}": "Jeg svarer, når jeg er tilbage",
  },
  notReturns: {
    "{vender|vende|skriver|ringer} … tilbage {hurtigst|til dig|så|snarest|med}": "Vi vender tilbage hurtigst muligt",
  },
  absent: {
    "ikke {på kontoret|på arbejde|til stede|at træffe|tilgængelig|til rådighed}": "Jeg er ikke på kontoret",
    "{ude af|væk fra|ude fra} kontoret": "Jeg er ude af kontoret",
    "{på|holder|har} {ferie|barsel|orlov|kursus|fri|rejse|forretningsrejse|sygeorlov|ferielukket|lukket}": "Jeg holder ferie",
    "{fraværende|fravær|bortrejst|sygemeldt}": "Jeg er fraværende",
  },
  left: {
    "{arbejder|er} ikke længere [ansat ]{hos|i|på|ved|her|ansat|en}": "Mette er ikke længere ansat hos os",
    "{har|som} [nu ]{forladt {virksomheden|firmaet|organisationen}|skiftet job}": "Jeg har forladt virksomheden",
    "{stoppet|fratrådt|gået på pension|gået på efterløn}": "Mette er fratrådt",
    "{adresse|adressen|postkasse|postkassen} … {ikke længere|er lukket|nedlagt}": "Denne adresse bruges ikke længere",
  },
  received: {
    "har modtaget {din|jeres|dit|deres}": "Vi har modtaget din henvendelse",
    "{mail|henvendelse|besked|sag|e-mail} er {modtaget|oprettet|registreret}": "Din henvendelse er modtaget",
  },
};

/** Norwegian. */
export const norwegian: AbsenceWords = {
  months:
    "januar|jan februar|feb mars|mar april|apr mai juni|jun juli|jul august|aug september|sep|sept oktober|okt november|nov desember|des",
  weekdays: "mandag|man tirsdag|tir onsdag|ons torsdag|tor fredag|fre lørdag|lør søndag|søn",
  order: "dmy",
  small: "den på",
  next: "neste",
  tomorrow: "i_morgen",
  nextWeek: "neste_uke",
  within: "om",
  units: ["dag dager", "uke uker", "måned måneder"],
  numbers: "en|ett to tre fire fem seks sju|syv åtte ni ti",
  until: "til frem_til fram_til",
  through: "til_og_med t_o_m t.o.m t.o.m. fram_til_og_med frem_til_og_med",
  inclusive: "inklusive",
  returns: {
    "{er|jeg|vi|kommer} … tilbake": "Jeg er tilbake på mandag",
    "tilbake {på|den|i|igjen|fra}": "Tilbake på mandag",
    "{åpner|åpent|tilgjengelig} igjen": "Vi åpner igjen mandag",
  },
  whenBack: {
    "{når|så snart|etter|ved} [jeg|vi|min]…{tilbake|tilbakekomst}": "Jeg svarer når jeg er tilbake",
  },
  absent: {
    "ikke {på kontoret|på jobb|til stede|tilgjengelig}": "Jeg er ikke på kontoret",
    "{på|har|tar} {ferie|permisjon|reise|kurs|tjenestereise|pappaperm|fri}": "Jeg har ferie",
    "{fraværende|fravær|bortreist|sykmeldt|foreldrepermisjon}": "Jeg er fraværende",
  },
  left: {
    "{jobber|arbeider|er} ikke lenger": "Kari jobber ikke lenger hos oss",
    "{har|som} [nå ]{sluttet|gått av med pensjon}": "Kari har sluttet hos oss",
    "{adressen|postkassen} … ikke lenger": "Denne adressen brukes ikke lenger",
  },
  received: { "har mottatt {din|deres|ditt}": "Vi har mottatt din henvendelse" },
};
