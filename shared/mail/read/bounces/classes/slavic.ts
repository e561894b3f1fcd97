import type { ClassPhrases } from "./english.ts";

/** Russian and Ukrainian: mail.ru, Yandex, Rambler, ukr.net and Exchange in Russian. */
export const russian: ClassPhrases = {
  unknown_user: {
    "{пользовател|получател|адрес|ящик|адресат|аккаунт|учетн|учётн|домен}[ь|я|ю|а|у|ом|ая|ой| ]…{не существует|неизвест|не найден|недействител|не зарегистрирован|больше не}":
      "Такого пользователя не существует: адрес не найден",
    "{нет такого|такого} {пользователя|адреса|ящика|получателя|домена}": "Нет такого пользователя",
    "{неизвестный|несуществующий|неверный} {пользователь|получатель|адрес|домен}": "Неизвестный получатель",
    "{ящик|аккаунт|адрес|учетная запись|учётная запись}…{отключен|удален|удалён|закрыт|неактив}": "Почтовый ящик удалён.",
    "{користувач|одержувач|адрес|скриньк}[а|и|у|і]…{не існує|не знайдено|невідом}": "Адреса не існує.",
  },
  mailbox_full: {
    "{ящик|скриньк|почта}[а|и|у|е]…{переполнен|полон|заполнен|переповнен}": "Почтовый ящик получателя переполнен.",
    "{квота|лимит|место|места|объем|объём}…{превышен|исчерпан|закончил|недостаточно|перевищен}": "Превышена квота: лимит ящика исчерпан",
    "{превышен|превышена|превышено|недостаточно|нет} … {квот|места|лимит ящика|объём ящика|объем ящика}": "Недостаточно места в ящике",
  },
  too_large: {
    "{письмо|сообщени|вложени|размер}[е|я|а]…{слишком больш|превышает|превышен}": "Размер письма превышает допустимый.",
    "превышен … размер": "Превышен допустимый размер сообщения",
  },
  spam: {
    "{как|за|похоже на|является} спам": "Письмо распознано как спам.",
    "{спам|вирус|черн{ом|ый} списк|черный список|чёрн}": "Отклонено спам-фильтром",
  },
  policy: {
    "{политик|отклонен|отклонён|запрещен|запрещён|заблокирован отправител|отправитель заблокирован|отказано|не разрешен|доступ закрыт|не принимает|відхилено}":
      "Письмо отклонено сервером получателя.",
  },
  expired: {
    "{врем{я|ени} … {истекл|ожидани}|истек{ло|ший|}|не отвечает|недоступен|таймаут|не удалось соединиться}":
      "Сервер получателя не отвечает.",
  },
  other: {
    "{временно|позже|повторите попытку|тимчасово|неуплат|неоплат|{ящик|аккаунт|запись}…{заблокирован|приостановлен}}":
      "Ящик временно недоступен.",
  },
};

/** Polish: Onet, WP, Interia, o2 and Exchange in Polish. */
export const polish: ClassPhrases = {
  unknown_user: {
    "{użytkownik|odbiorc|adres|skrzynk|konto|adresat|domena}[a|i|ę|u]…{nie istnieje|nieznan|nie znalezion|nie został znalezion|nie odnalezion|nieprawidłow|nie ma}":
      "Podany adres nie istnieje.",
    "{nieznany|nieistniejący|nieprawidłowy} {użytkownik|odbiorca|adres|adresat}": "Nieznany użytkownik",
    "{nie ma takiego|brak takiego|brak} {użytkownika|adresu|konta|odbiorcy}": "Nie ma takiego użytkownika",
    "{konto|skrzynka|adres}…{nieaktywn|usunięt|zamknięt|wyłączon}": "Konto zostało zamknięte.",
  },
  mailbox_full: {
    "skrzynk{a|i}…{pełna|przepełnion|zapełnion|przekrocz}": "Skrzynka odbiorcy jest pełna.",
    "{limit|przestrzeń|pojemność|quota|miejsce|miejsca}…{przekroczon|wyczerpan|brak|za mało}":
      "Limit skrzynki został przekroczony: limit przekroczony",
    "{przekroczono|przekroczona|przekroczony|brak} … {limit pojemności|miejsca|pojemność|quota}": "Brak miejsca na koncie odbiorcy",
  },
  too_large: { "{wiadomość|załącznik|rozmiar}[i|u]…{zbyt duż|za duż|przekracza}": "Wiadomość jest zbyt duża." },
  spam: {
    "{jako|za} spam": "Wiadomość została uznana za spam.",
    "{antyspam|wirus|czarnej liście|niechcian}": "Odrzucona przez filtr antyspamowy",
  },
  policy: {
    "{zasad|polityk|odrzucon|zablokowan {nadawca|adres nadawcy}|niedozwolon|odmow|brak uprawnień|nie akceptuje}":
      "Wiadomość została odrzucona przez serwer.",
  },
  expired: { "{upłyn|przekroczono czas|limit czasu|nie odpowiada|nieosiągaln}": "Serwer nie odpowiada." },
  other: {
    "{tymczasow|chwilow|później|nieopłac|zaległoś|{konto|skrzynka}…{zablokowan|zawieszon}}": "Skrzynka jest tymczasowo niedostępna.",
  },
};

/** Czech and Slovak: Seznam, Centrum, Azet and Exchange in both. */
export const czechSlovak: ClassPhrases = {
  unknown_user: {
    "{uživatel|příjemc|adresát|adres|schránk|účet|domén}[e|a|u|y|i|í]…{neexistuje|neznám|nenalezen|nebyl{a|} nalezen|neplatn|není platn|již není}":
      "Adresa příjemce neexistuje.",
    "{používateľ|príjemc|adresát|adres|schránk|účet|domén}[e|a|u|y|i]…{neexistuje|neznám|nenájden|nebol{a|} nájden|neplatn}":
      "Adresa príjemcu neexistuje.",
    "{neznámý|neznámy|neexistující|neexistujúci|neplatný} {uživatel|používateľ|příjemce|príjemca|adresa|adresát}": "Neznámý uživatel",
    "{schránka|účet|adresa}…{zrušen|deaktivov|uzavřen|smazán}": "Schránka byla zrušena.",
    "{nepodařilo se|se nepodařilo} najít": "Adresu se nepodařilo najít.",
  },
  mailbox_full: {
    "schránk{a|y}…{pln|přeplněn|preplnen|zaplněn}": "Schránka příjemce je plná.",
    "{kvót|limit|míst|miest|prostor|kapacit}[a|u|o]…{překročen|prekročen|vyčerpán|vyčerpan|nedostatek|nedostatok}":
      "Kvóta byla překročena.",
    "{nedostatek|nedostatok|není dost} {míst|miest|prostor}": "Nedostatek místa ve schránce",
  },
  too_large: {
    "{zpráva|správa|příloha|príloha|velikost|veľkosť}…{příliš velk|príliš veľk|překračuje|prekračuje|překročila}":
      "Zpráva je příliš velká.",
  },
  spam: {
    "{jako|ako|za} {spam|nevyžádan|nevyžiadan}": "Zpráva byla vyhodnocena jako spam.",
    "{antispam|vir{us|y}|nevyžádan|černé listině|blacklist}": "Odmítnuto antispamem",
  },
  policy: {
    "{zásad|politik|odmítnut|odmietnut|zamítnut|zamietnut|blokován odesílatel|není povolen|nie je povolen|nemáte oprávnění|nepřijímá|přístup odepřen|prístup odopretý}":
      "Zpráva byla odmítnuta serverem.",
  },
  expired: { "{vypršel|časový limit|neodpovídá|neodpovedá|nedostupn|nelze se připojit}": "Server neodpovídá." },
  other: { "{dočasně|dočasne|později|neskôr|{schránka|účet}…{zablokov|pozastaven}}": "Schránka je dočasně nedostupná." },
};

/** Croatian, Serbian and Slovenian; beside them Estonian, Latvian, Lithuanian and Catalan: Gmail's and Exchange's notices. */
export const furtherEuropean: ClassPhrases = {
  unknown_user: {
    "{nepoznat|nepostojeć}[a|i|o] {korisnik|adresa|primatelj|primalac|račun}": "550 Nepoznat korisnik",
    "{adresa|korisnik|primatelj|primalac|sandučić|račun|nalog|uporabnik|naslov|prejemnik|naslovnik|predal}…{ne postoji|nije pronađen|nije pronađena|nepoznat|ne obstaja|ni bilo mogoče najti|ni najden|neznan}":
      "Korisnik ne postoji",
    "{адреса|корисник|прималац|сандуче|налог}…{не постоји|није пронађен|непознат}": "Корисник не постоји",
    "{kasutaja|kasutajat|aadress|aadressi|saaja|postkast|postkasti|konto}…{ei leitud|ei eksisteeri|tundmatu|puudub}": "Kasutajat ei leitud",
    "{lietotājs|adrese|saņēmējs|pastkaste|konts}…{nav atrast|neeksistē|nezinām}": "Lietotājs nav atrasts",
    "{vartotojas|adresas|gavėjas|pašto dėžutė|paskyra}…{nerast|neegzistuoja|nežinom}": "Vartotojas nerastas",
    "{adreça|usuari|destinatari|bústia|compte}…{no existeix|no s'ha trobat|desconegu|no vàlid}": "L'adreça no existeix",
    "{άγνωστος|άκυρος|μη έγκυρος} {χρήστης|παραλήπτης}": "Άγνωστος χρήστης",
  },
  mailbox_full: {
    "{sandučić|pretinac|predal|kvota}…{pun|puna|prepun|poln|presežen|prekoračen|premašen}": "Sandučić je pun",
    "{сандуче|квота}…{пун|прекорачен}": "Сандуче је пуно",
    "{postkast|postkasti|maht}…{täis|ületatud}": "Postkast on täis",
    "{pastkaste|kvota}…{pilna|pārsniegta}": "Pastkaste ir pilna",
    "{dėžutė|kvota|limitas}…{pilna|perpildyta|viršyt}": "Pašto dėžutė pilna",
    "{bústia|quota}…{plena|superad|excedid}": "La bústia és plena",
  },
  too_large: {
    "{poruka|sporočilo|kiri|ziņojums|laiškas|missatge}…{prevelika|preveliko|liiga suur|pārāk liel|per didelis|massa gran}":
      "Poruka je prevelika",
  },
  spam: { "{neželjena|neželena|rämpspost|mēstule|surogātpast|brukalas|šlamštas|correu brossa}": "Poruka je neželjena" },
  policy: { "{pravila ne dopuštaju|odbijena|zavrnjen|tagasi lükatud|noraidīt|atmest|rebutjat|política}": "Poruka je odbijena" },
  expired: {
    "{isteklo je vrijeme|isteklo je vreme|potekel|aegunud|beidzies laiks|baigėsi laikas|temps esgotat}": "Isteklo je vrijeme za isporuku",
  },
};
