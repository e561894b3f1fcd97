import type { Language } from "./language.ts";

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
