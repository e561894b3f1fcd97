import type { Language } from "./language.ts";

/** Czech. */
export const cs: Language = {
  wrote: {
    napsal: "pá 20. 11. 2026 v 10:15 odesílatel Jane Doe <jane@example.com> napsal:",
    "napsal(a)": "Dne 20.11.26 v 10:15 Jane Doe napsal(a):",
    napsala: "Jane Doe <jane@example.com> napsala:",
    píše: "Jane Doe <jane@example.com> píše:",
  },
  beforeDate: {
    dne: "Dne 20.11.26 v 10:15 Jane Doe napsal(a):",
    dňa: "Dňa 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  quoting: {
    cituji: "Cituji Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Já|já}": "Dne 16. 11. 2026 v 09:12 já napsal:",
  },
  asSomebody: {
    "{Jak|jak}": "Jak Jane napsal 16. 11. 2026 v 09:12:",
  },
  labels: {
    from: {
      od: "Od: Jane Doe <jane@example.com>",
      odesílatel: "Odesílatel: Jane Doe <jane@example.com>",
      odesilatel: "Odesilatel: Jane Doe <jane@example.com>",
    },
    date: {
      datum: "Datum: 20.11.2026 10:15",
      odesláno: "Odesláno: 20.11.2026 10:15",
    },
    to: {
      komu: "Komu: Max Muster <max@example.com>",
    },
    cc: {
      kopie: "Kopie: Eve Doe <eve@example.com>",
    },
    subject: {
      předmět: "Předmět: Offer",
    },
  },
  originalMessage: {
    "původní zpráva": "----- Původní zpráva -----",
    "původní e-mail": "----- Původní e-mail -----",
  },
  forwardedMessage: {
    "přeposlaná zpráva": "---------- Přeposlaná zpráva ----------",
    "předaná zpráva": "---------- Předaná zpráva ----------",
    "začátek přeposílané zprávy": "---------- Začátek přeposílané zprávy ----------",
  },
  sentFrom: {
    "získat [aplikaci ]outlook pro": "Získat Outlook pro iOS",
    "{získejte|stáhnout} outlook pro": "Stáhnout Outlook pro Android",
    "odesl{á|a}no z": "Odesláno z iPhonu",
  },
  replyPrefixes: {
    re: "RE: Offer",
    odp: "Odp: Offer",
  },
  autoReplySubjects: {
    "automatická odpov{ě|e}ď": "Automatická odpověď: Offer",
    "automaticka odpoved": "Automaticka odpoved: Offer",
    "mimo kancelář[e]": "Mimo kancelář: Offer",
  },
  absenceSubjects: {
    nepřítomnost: "Nepřítomnost",
    dovolená: "Dovolená",
  },
  autoReplyBodies: {
    "{toto je|jedná se o} automatick{á|ou} {odpověď|zpráv{a|u}}": "Toto je automatická odpověď.",
  },
  absenceBodies: {
    "{již|už} {nepracuji|nepracuj|nejsem zaměstn}": "Již nepracuji ve firmě",
    "{adresa|schránka} … {již není|se již|už není|byla {zrušena|deaktivována}}": "Tato adresa již není používána",
    "mimo kancelář": "Jsem mimo kancelář",
    "na {dovolené|mateřské|služební cestě}": "Jsem na dovolené",
    "{nepřítomen|nepřítomna|nejsem v kanceláři}": "Do pondělí jsem nepřítomna",
    "již {nepracuje|není zaměstn}": "Jana u nás již nepracuje",
    "{přijali|obdrželi} jsme {vaši|váš|vaše}": "Obdrželi jsme vaši zprávu",
    "{dotaz|e-mail|zprávu|požadavek|žádost}…jsme {přijali|obdrželi}": "Váš dotaz jsme přijali",
    "{požadavek|žádost|zpráva} {byl|byla} {přijat|přijata|zaevidován|doručena}": "Váš požadavek byl přijat",
  },
  acknowledgements: {
    "{pište|napište|zašlete|použijte|pošlete}": "Pište prosím na max@example.com",
    "nová adresa": "Moje nová adresa je jane@new.example",
    "děkuj{i|eme|u} [vám ]za [{váš|vaši|vaše|tvůj} ]{zprávu|e-mail|email|mail|dotaz|požadavek|žádost|kontaktování|pochopení}":
      "Děkuji za vaši zprávu",
    "{naléhav|urgent|neodkladn}…{kontakt|obra}": "V naléhavých případech kontaktujte",
    "{kontaktujte|obraťte se}": "Kontaktujte prosím Maxe",
    "po {mém |svém |}návratu": "Odpovím po návratu",
    "co {nejdříve|nejrychleji}": "Odpovíme co nejdříve",
  },
  bounceSubjects: {
    "{doručení|zpráva|zprávy} … {zpožděn|odložen|opožděn}": "Doručení zprávy zpožděno",
    "{zpožděné|opožděné|zpoždění} {doručení|zprávy}": "Zpožděné doručení",
    nedoručitel: "Nedoručitelná zpráva",
    "nelze doručit": "Nelze doručit",
  },
  bounceFailures: {
    "{nelze|nebyla|nebylo možné|nebylo možno|nemohla být|nepodařilo se} … doruč": "Zprávu nebylo možné doručit",
  },
  bounceIntroductions: {
    "{příjemc|adresát}": "následujícím příjemcům:",
  },
  automaticNotes: {
    "{tato zpráva|tento e-mail|tento email} {byla|byl} … automaticky": "Tato zpráva byla vygenerována automaticky",
  },
  receiptSubjects: {
    "{nepřečteno|přečteno|doručeno}": "Přečteno: Offer",
    "potvrzení o přečtení": "Potvrzení o přečtení: Offer",
  },
  receiptBodies: {
    "byl{a|o} {přečten|zobrazen|otevřen}": "Vaše zpráva byla přečtena 20.11.2026",
  },
  bounceDelays: {
    "{zatím|dosud|ještě} {nebyl|nebylo|se nepodařilo|nemohl}": "Vaše zpráva zatím nebyla doručena",
    "{další|opakované|nové} pokus": "Budou provedeny další pokusy",
    "{zpožděn|zpoždění|odložen|opožděn}": "Doručení zprávy je zpožděno",
    "{bude|budeme|budou} … {opakovan|znovu|pokouš|pokračov}": "Server se bude znovu pokoušet",
  },
  bounceGivesUp: {
    "{trval|definitivn|konečn}": "Trvalá chyba",
    "{další pokusy|již} … {nebudou|nebude}": "Další pokusy již nebudou",
  },
  bounceReasonLabels: {
    "{důvod|příčina|chyba}": "Důvod: schránka je plná",
  },
  closings: {
    "s {pozdravem|přátelským pozdravem}": "S pozdravem",
  },
};

/** Polish. */
export const pl: Language = {
  wrote: {
    "napisał(a)": "pt., 20 lis 2026 o 10:15 Jane Doe <jane@example.com> napisał(a):",
    napisał: "W dniu 2026-11-20 10:15:22 użytkownik Jane Doe <jane@example.com> napisał:",
    napisała: "Jane Doe <jane@example.com> napisała:",
    napisali: "Jane Doe <jane@example.com> napisali:",
    pisze: "W dniu 20.11.2026 o 10:15, Jane Doe pisze:",
    "wrote(a)": "Jane Doe <jane@example.com> wrote(a):",
    "wiadomość napisana przez": "Wiadomość napisana przez Jane Doe w dniu 20.11.2026, o godz. 10:15:",
  },
  beforeDate: {
    "wiadomość napisana przez": "Wiadomość napisana przez 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    dnia: "Dnia 20 listopada 2026 10:15 Jane Doe <jane@example.com> napisał(a):",
    "w dniu": "W dniu 20.11.2026 o 10:15, Jane Doe pisze:",
  },
  quoting: {
    cytowanie: "Cytowanie Jane Doe <jane@example.com>:",
    cytat: "Cytat Jane Doe <jane@example.com>:",
  },
  asSomebody: {
    "{Jak|jak}": "Jak Jane pisze 16.11.2026 o 09:12:",
  },
  labels: {
    from: {
      od: "Od: Jane Doe <jane@example.com>",
      nadawca: "Nadawca: Jane Doe <jane@example.com>",
    },
    date: {
      wysłane: "Wysłane: 20.11.2026 10:15",
      data: "Data: 20.11.2026 10:15",
      wysłano: "Wysłano: 20.11.2026 10:15",
    },
    to: {
      do: "Do: Max Muster <max@example.com>",
      odbiorca: "Odbiorca: Max Muster <max@example.com>",
    },
    cc: {
      dw: "Dw: Eve Doe <eve@example.com>",
      udw: "Udw: Eve Doe <eve@example.com>",
      kopia: "Kopia: Eve Doe <eve@example.com>",
    },
    subject: {
      temat: "Temat: Offer",
    },
    other: {
      "odpowiedz do": "Odpowiedz do: x",
    },
  },
  originalMessage: {
    "wiadomość oryginalna": "----- Wiadomość oryginalna -----",
    "oryginalna wiadomość": "----- Oryginalna wiadomość -----",
    "pierwotna wiadomość": "----- Pierwotna wiadomość -----",
  },
  forwardedMessage: {
    "przekazana wiadomość": "---------- Przekazana wiadomość ----------",
    "wiadomość przesłana dalej": "---------- Wiadomość przesłana dalej ----------",
    "wiadomość przekazana": "---------- Wiadomość przekazana ----------",
    "przesłana wiadomość": "---------- Przesłana wiadomość ----------",
    "treść przekazanej wiadomości": "---------- Treść przekazanej wiadomości ----------",
    "początek przekazywanej wiadomości": "---------- Początek przekazywanej wiadomości ----------",
  },
  sentFrom: {
    "pobierz [program |aplikację ]outlook": "Pobierz program Outlook dla systemu Android",
    "wysłan{e|o|y} z": "Wysłane z iPhone'a",
  },
  replyPrefixes: {
    odp: "Odp: Offer",
    re: "RE: Offer",
  },
  forwardPrefixes: {
    pd: "PD: Offer",
  },
  autoReplySubjects: {
    "nieobecn{ość|osc|y|a} w {biurze|pracy}": "Nieobecność w biurze",
    autoodpowiedź: "Autoodpowiedź: Offer",
    "odpowiedź automatyczna": "Odpowiedź automatyczna: Offer",
    "automatyczna odpowiedź": "Automatyczna odpowiedź: Offer",
    "poza biurem": "Poza biurem: Offer",
  },
  afterAutoReply: {
    na: "Automatyczna odpowiedź na Offer",
  },
  absenceSubjects: {
    "nieobecno{ść|sc}": "Nieobecność",
    "[jestem ]na urlopie": "Na urlopie",
    urlop: "Urlop",
  },
  untilWords: {
    "{do|od}": "Urlop do poniedziałku",
  },
  autoReplyBodies: {
    "{to jest|jest to|ta} {automatyczna|wiadomość automatyczna|wiadomość wygenerowana}": "To jest automatyczna odpowiedź.",
    "{wiadomość|odpowiedź} {została |}wygenerowana automatycznie": "Wiadomość została wygenerowana automatycznie",
  },
  absenceBodies: {
    "nie pracuj{ę|e} już": "Nie pracuję już w firmie",
    "już nie pracuj{ę|e}": "Już nie pracuję w firmie",
    "{adres|skrzynka} … {nie jest już|już nie|nie istnieje|został{a|} {wyłączon|zamknięt}}": "Ten adres nie jest już używany",
    "{poza|nieobecn{y|a} w} {biurem|biurze}": "Jestem poza biurem",
    "na {urlopie|zwolnieniu}": "Jestem na urlopie",
    "{jestem|będę} nieobecn{y|a}": "Do poniedziałku jestem nieobecna",
    "{nie|już nie} pracuje [już ]": "Jane nie pracuje już w firmie",
    "{otrzymaliśmy|dotarła do nas} {twoją|twoje|państwa|pana|pani|wiadomość}": "Otrzymaliśmy Państwa wiadomość",
    "wiadomość została {przyjęta|odebrana|zarejestrowana|dostarczona}": "Państwa wiadomość została przyjęta",
    "zgłoszenie zostało {przyjęte|zarejestrowane|utworzone}": "Zgłoszenie zostało przyjęte",
  },
  acknowledgements: {
    "{proszę|prosimy} {pisać|o wysłanie|kierować|przesyłać|korzystać}": "Proszę pisać na max@example.com",
    "nowy adres": "Mój nowy adres to jane@new.example",
    "dziękuj{ę|emy} za [{państwa|twoją|pana|pani|przesłaną|otrzymaną} ]{wiadomość|mail|e-mail|email|kontakt|zgłoszenie|zapytanie|zrozumienie|wyrozumiałość}":
      "Dziękuję za wiadomość",
    "piln{ych|ej|e}…{kontakt|skontakt}": "W sprawach pilnych proszę o kontakt",
    "proszę {o |}{kontakt|kontaktować|skontaktować}": "Proszę o kontakt z Maxem",
    "po {moim |}powrocie": "Odpowiem po powrocie",
    "{tak szybko|najszybciej|niezwłocznie|wkrótce}": "Odpowiemy wkrótce",
  },
  bounceSubjects: {
    "{opóźnione|opóźniona|opóźnienie} … {dostarcz|doręcz|wiadomoś}": "Opóźnione dostarczenie wiadomości",
    "{dostarczenie|doręczenie|wiadomość} … opóźnion": "Dostarczenie opóźnione",
    niedostarczalne: "Niedostarczalne",
    "nie {można|udało się} dostarczyć": "Nie można dostarczyć",
    "{niedostarczon|niedoręcz}": "Wiadomość niedostarczona",
    "zwrot {wiadomości|poczty}": "Zwrot wiadomości",
    "{błąd|niepowodzenie} {dostarczania|dostarczenia|doręczenia|doręczania}": "Błąd dostarczania wiadomości",
  },
  bounceFailures: {
    "nie {można|można było|mogła|mógł|udało się|została|został} … {dostarcz|doręcz}": "Twoja wiadomość nie mogła zostać dostarczona",
    "{dostarcz|doręcz}eni{e|a} … nie {powiodło|udało}": "Dostarczenie wiadomości nie powiodło się",
    "{użytkownik|adres|odbiorca|skrzynka} … nie istnieje": "Podany użytkownik nie istnieje",
    "skrzynka … {pełna|przepełniona}": "Skrzynka odbiorcy jest pełna",
  },
  bounceIntroductions: {
    "{odbiorc|adresat}": "do następujących odbiorców:",
    "następując{y|ego|ych} adres": "na następujący adres:",
  },
  automaticNotes: {
    "{ta|niniejsza} {wiadomość|odpowiedź} … {wygenerowana|wysłana} automatycznie": "Ta wiadomość została wysłana automatycznie",
  },
  receiptSubjects: {
    "{nieprzeczytane|przeczytane|przeczytano|dostarczone}": "Przeczytano: Offer",
    "potwierdzenie {przeczytania|odbioru}": "Potwierdzenie przeczytania: Offer",
  },
  receiptBodies: {
    "{została|zostało} {przeczytan|wyświetlon|otwart}{a|o|e}": "Twoja wiadomość została przeczytana w piątek",
  },
  bounceDelays: {
    "jeszcze nie [została |został |udało się ]{dostarcz|doręcz}": "Wiadomość jeszcze nie została dostarczona",
    "nie … jeszcze … {dostarcz|doręcz}": "Wiadomość nie została jeszcze dostarczona",
    "{kolejne|dalsze|następne|ponowne} prób": "Zostaną podjęte kolejne próby",
    "{opóźnion|opóźnieni}": "Dostarczenie wiadomości jest opóźnione",
    "{będzie|będziemy} … {próbować|ponawi|ponown}": "Serwer będzie próbować dalej",
  },
  bounceGivesUp: {
    "{ostateczn|trwały|trwał{a|e}|nieodwołal}": "Błąd trwały",
    "{{nie będzie|nie będą|zaprzestano} … {prób|ponawi}|prób{y|a} … nie będ}": "Nie będą podejmowane dalsze próby",
  },
  bounceReasonLabels: {
    "{powód|przyczyna|błąd}": "Powód: skrzynka pełna",
  },
  closings: {
    "{pozdrawiam|z poważaniem}": "Pozdrawiam",
  },
};
