import type { AbsenceWords } from "./absence-words.ts";

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
