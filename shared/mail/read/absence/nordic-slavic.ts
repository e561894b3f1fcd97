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

/** Polish. */
export const polish: AbsenceWords = {
  months:
    "styczeń|stycznia|sty luty|lutego|lut marzec|marca|mar kwiecień|kwietnia|kwi maj|maja czerwiec|czerwca|cze lipiec|lipca|lip sierpień|sierpnia|sie wrzesień|września|wrz październik|października|paź listopad|listopada|lis grudzień|grudnia|gru",
  weekdays:
    "poniedziałek|poniedziałku|poniedziałkiem|pon wtorek|wtorku|wt środa|środę|środy czwartek|czwartku|czw piątek|piątku|pt sobota|sobotę|soboty niedziela|niedzielę|niedzieli",
  order: "dmy",
  small: "w we dnia dniu r od",
  next: "przyszły następny najbliższy",
  tomorrow: "jutro",
  nextWeek: "w_przyszłym_tygodniu",
  within: "za",
  units: ["dzień dni", "tydzień tygodnie tygodni", "miesiąc miesiące miesięcy"],
  numbers: "jeden|jedną dwa|dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
  until: "do do_dnia aż_do",
  through: "po_dzień",
  inclusive: "włącznie",
  returns: {
    "{wracam|wrócę|wracamy|wrócimy|wraca|powrót|powracam|powrócę}": "Wracam w poniedziałek",
    "{ponownie|znowu|znów} {dostępn|w biurze|w pracy|osiągaln|do dyspozycji|otwar|czynn|obecn}": "Będę ponownie dostępna od poniedziałku",
    "będę {z powrotem|dostępn|znów|ponownie}": "Będę dostępna w poniedziałek",
  },
  whenBack: {
    "{po|przed|zaraz po|do czasu} [moim |mojego |swoim ]{powrocie|powrotem|powrotu}": "Odpowiem po moim powrocie",
    "{gdy|kiedy|jak} [tylko ]{wrócę|wracam}": "Odpowiem, gdy wrócę",
  },
  absent: {
    "{poza|nieobecn{y|a} w} {biurem|biurze}": "Jestem poza biurem",
    "nie ma mnie": "Nie ma mnie w biurze",
    "na {urlopie|zwolnieniu|delegacji|wyjeździe|chorobowym}": "Jestem na urlopie",
    "w delegacji": "Jestem w delegacji",
    "{nieobecn|nieobecnoś|niedostępn|nieczynn|zamknięt}": "Jestem nieobecny",
  },
  left: {
    "nie pracuj{ę|e} już": "Jan nie pracuje już w firmie",
    "już nie pracuj{ę|e}": "Już nie pracuję w firmie",
    "nie jest[em] już {pracownik|zatrudnion}": "Nie jestem już pracownikiem firmy",
    "{odszedł|odeszła|odszedłem|odeszłam} z": "Odszedłem z firmy",
    "{adres|skrzynka} … {nie jest już|już nie|nie istnieje|został{a|} {wyłączon|zamknięt}}": "Ten adres nie jest już używany",
    "na emeryturze": "Jestem na emeryturze",
  },
  received: {
    "{otrzymaliśmy|dotarła do nas|otrzymałem|otrzymałam} {twoją|twoje|państwa|pana|pani|wiadomość|zgłoszenie}":
      "Otrzymaliśmy Państwa wiadomość",
    "{wiadomość|zgłoszenie} {została|zostało} {przyjęt|odebran|zarejestrowan|dostarczon|utworzon}": "Zgłoszenie zostało przyjęte",
    "potwierdz{amy|am|enie} {otrzymanie|otrzymania|przyjęcie|przyjęcia}": "Potwierdzamy otrzymanie wiadomości",
  },
};

/** Czech. */
export const czech: AbsenceWords = {
  months:
    "leden|ledna|led únor|února|úno březen|března|bře duben|dubna|dub květen|května|kvě červen|června|čvn červenec|července|čvc srpen|srpna|srp září|zář říjen|října|říj listopad|listopadu|lis prosinec|prosince",
  weekdays:
    "pondělí|pondělka|po úterý|úterka|út středa|středu|středy|st čtvrtek|čtvrtka|čt pátek|pátku|pá sobota|sobotu|soboty|so neděle|neděli|ne",
  order: "dmy",
  small: "v ve dne",
  next: "příští",
  tomorrow: "zítra",
  nextWeek: "příští_týden",
  within: "za",
  units: ["den dny dní", "týden týdny týdnů", "měsíc měsíce měsíců"],
  numbers: "jeden dva|dvě tři čtyři pět šest sedm osm devět deset",
  until: "do až_do",
  through: "až_do_konce",
  inclusive: "včetně",
  returns: {
    "{vracím|vrátím|vracíme|vrátíme|vrací|návrat|vrátit}": "Vracím se v pondělí",
    "{zpět|opět|znovu|zase} … {budu|budeme|jsem|k dispozici|v kanceláři|v práci|k zastižení|dostupn|otevřen|na}": "Zpět budu v pondělí",
    "{budu|budeme|jsem} … {zpět|opět|znovu|zpátky}": "Budu zpět v pondělí",
    "{zpět|zpátky|opět} {v|ve|od}": "Zpět v pondělí",
    "{otevíráme|otevřeme}": "Otevíráme v pondělí",
  },
  whenBack: {
    "{po|před} [mém |svém |mým |našem ]{návratu|návratem}": "Odpovím po návratu",
    "{až|jakmile} se {vrátím|vrátíme}": "Odpovím, až se vrátím",
  },
  absent: {
    "{mimo|nejsem v} {kancelář|kanceláři|práci|provoz}": "Jsem mimo kancelář",
    "na {dovolené|mateřské|rodičovské|služební cestě|nemocenské|školení|cestách}": "Jsem na dovolené",
    "{mám|čerpám|čerpá} … {dovolenou|volno}": "Čerpám dovolenou",
    "{nepřítom|nejsem přítom|nejsem k zastižení|nemocn|zavřen|nedostupn}": "Jsem nepřítomna",
  },
  left: {
    "{již|už} … {nepracuj|nejsem zaměstn|není zaměstn|nepůsob}": "Jan již u nás nepracuje",
    "{opustil|opustila} {firmu|společnost|jsem}": "Opustil firmu",
    "{adresa|schránka} … {již není|se již|už není|byla {zrušena|deaktivována}}": "Tato adresa již není používána",
    "v důchodu": "Jsem v důchodu",
  },
  received: {
    "{přijali|obdrželi} jsme {vaši|váš|vaše}": "Obdrželi jsme vaši zprávu",
    "{dotaz|e-mail|zprávu|požadavek|žádost}…jsme {přijali|obdrželi}": "Váš dotaz jsme přijali",
    "{požadavek|žádost|zpráva} {byl|byla} {přijat|přijata|zaevidován|doručena}": "Váš požadavek byl přijat",
  },
};

/** Russian. */
export const russian: AbsenceWords = {
  months:
    "январь|января|янв февраль|февраля|февр|фев март|марта|мар апрель|апреля|апр май|мая июнь|июня|июн июль|июля|июл август|августа|авг сентябрь|сентября|сент|сен октябрь|октября|окт ноябрь|ноября|нояб|ноя декабрь|декабря|дек",
  weekdays:
    "понедельник|понедельника|пн вторник|вторника|вт среда|среду|среды|ср четверг|четверга|чт пятница|пятницу|пятницы|пт суббота|субботу|субботы|сб воскресенье|воскресенья|вс",
  order: "dmy",
  ordinals: "го ого -го -ого",
  small: "в во с со числа",
  next: "следующий следующую следующее следующей",
  tomorrow: "завтра",
  nextWeek: "на_следующей_неделе",
  within: "через",
  units: ["день дня дней", "неделю недели недель", "месяц месяца месяцев"],
  numbers: "один|одну два|две три четыре пять шесть семь восемь девять десять",
  until: "до вплоть_до",
  through: "по",
  inclusive: "включительно",
  returns: {
    "{вернусь|вернемся|вернёмся|возвращаюсь|возвращаемся|вернется|вернётся|возвращение|выхожу|выйду}": "Я вернусь в понедельник",
    "{снова|вновь|опять} … {буду|будем|на связи|доступ|в офисе|на работе|работ|откр}": "Снова буду на связи с понедельника",
    "буду {в офисе|на связи|на месте|на рабочем|доступ}": "Буду в офисе в понедельник",
  },
  whenBack: {
    "{после|по|до|перед} [моего |моему |своего ]{возвращения|возвращении|возвращению|возвращением|выхода}": "Отвечу после возвращения",
    "{когда|как только} [я ]{вернусь|буду}": "Отвечу, когда вернусь",
  },
  absent: {
    "{не в|вне|отсутствую в} офис{е|а}": "Я вне офиса",
    "{нет|не буду|не будет|не нахожусь} [меня ]{в офисе|на рабочем|на месте|на работе}": "Меня нет в офисе",
    "в {отпуске|отъезде|командировке|декретном отпуске|декрете}": "Я в отпуске",
    "{отсутств|на больничном|недоступ}": "Буду отсутствовать",
    "{закрыт|закрыта|закрыты}": "Наш офис закрыт",
  },
  left: {
    "больше не {работаю|работаем|работает|являюсь|является}": "Иван больше не работает в компании",
    "{уволился|уволилась|покинул|покинула} … компани": "Я покинул эту компанию",
    "{адрес|ящик} … больше не {используется|действует|обслуживается|проверяется}": "Этот адрес больше не используется",
    "на пенсии": "Я на пенсии",
  },
  received: {
    "{получили|приняли} ваш{е|у} {письмо|сообщение|обращение|заявку|запрос}": "Мы получили ваше письмо",
    "{ваше|ваша|ваш} {обращение|заявка|сообщение|письмо|запрос} {принят|зарегистрирован|получен}": "Ваше обращение зарегистрировано",
  },
};
