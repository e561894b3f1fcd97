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
