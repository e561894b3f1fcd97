import type { Language } from "./language.ts";

/** Bulgarian. */
export const bg: Language = {
  wrote: {
    написа: "На пт, 20.11.2026 г. в 10:15 Jane Doe <jane@example.com> написа:",
    написао: "Jane Doe <jane@example.com> написао:",
  },
  beforeDate: {
    на: "На пт, 20.11.2026 г. в 10:15 Jane Doe <jane@example.com> написа:",
  },
  firstPerson: {
    "{Аз|аз}": "На 16.11.2026 в 09:12 аз написа:",
  },
  asSomebody: {
    "{Както|както}": "Както Jane написа на 16.11.2026 в 09:12:",
  },
  labels: {
    from: {
      от: "От: Jane Doe <jane@example.com>",
    },
    date: {
      дата: "Дата: 20.11.2026 10:15",
      изпратено: "Изпратено: 20.11.2026 10:15",
    },
    to: {
      до: "До: Max Muster <max@example.com>",
    },
    cc: {
      копие: "Копие: Eve Doe <eve@example.com>",
    },
    subject: {
      относно: "Относно: Offer",
      тема: "Тема: Offer",
    },
  },
  originalMessage: {
    "оригинално съобщение": "----- Оригинално съобщение -----",
  },
  forwardedMessage: {
    "препратено съобщение": "---------- Препратено съобщение ----------",
  },
  sentFrom: {
    "изпратено от": "Изпратено от моя iPhone",
  },
  replyPrefixes: {
    на: "НА: Offer",
  },
  autoReplySubjects: {
    "автоматичен отговор": "Автоматичен отговор: Offer",
    "извън офиса": "Извън офиса: Offer",
  },
  bounceSubjects: {
    "{неуспешна|неуспешно} {доставка|доставяне}": "Неуспешна доставка",
    "{забавяне|закъснение} на {доставката|съобщението}": "Забавяне на доставката",
    "не е доставен": "Не е доставен",
  },
  bounceDelays: {
    "все още не е {доставен|получен}{о|}": "Съобщението все още не е доставено",
    "ще {опитаме|опита} отново": "Ще опитаме отново",
  },
  bounceFailures: {
    "{не може да бъде|не беше|не е било} {доставено|доставен}": "Съобщението не може да бъде доставено",
  },
};

/** Croatian. */
export const hr: Language = {
  wrote: {
    "napisao je": "pet, 20. stu 2026. u 10:15 Jane Doe <jane@example.com> napisao je:",
    "napisala je": "Jane Doe <jane@example.com> napisala je:",
    "napisao/la": "Jane Doe <jane@example.com> napisao/la:",
    napisao: "Jane Doe <jane@example.com> napisao:",
    napisala: "Jane Doe <jane@example.com> napisala:",
    "je pisao": "Jane Doe <jane@example.com> je pisao:",
    piše: "Jane Doe <jane@example.com> piše:",
  },
  beforeDate: {
    dana: "Dana 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    "dana:": "Dana: 20.11.2026 10:15, Jane Doe <jane@example.com> piše:",
  },
  labels: {
    from: {
      od: "Od: Jane Doe <jane@example.com>",
      šalje: "Šalje: Jane Doe <jane@example.com>",
      pošiljatelj: "Pošiljatelj: Jane Doe <jane@example.com>",
    },
    date: {
      datum: "Datum: 20.11.2026 10:15",
      poslano: "Poslano: 20.11.2026 10:15",
    },
    to: {
      za: "Za: Max Muster <max@example.com>",
      prima: "Prima: Max Muster <max@example.com>",
    },
    subject: {
      predmet: "Predmet: Offer",
      naslov: "Naslov: Offer",
    },
  },
  originalMessage: {
    "izvorna poruka": "----- Izvorna poruka -----",
    "originalna poruka": "----- Originalna poruka -----",
  },
  forwardedMessage: {
    "proslijeđena poruka": "---------- Proslijeđena poruka ----------",
  },
  sentFrom: {
    "poslano {iz|s|sa}": "Poslano s mog iPhonea",
  },
  autoReplySubjects: {
    "automatski odgovor": "Automatski odgovor: Offer",
    "izvan ureda": "Izvan ureda: Offer",
  },
  absenceSubjects: {
    odsutan: "Odsutan",
    odsutna: "Odsutna",
  },
  bounceSubjects: {
    "{isporuka|dostava} [poruke ]nije {uspjela|uspela}": "Isporuka nije uspjela",
    "{isporuka|dostava} {odgođena|kasni|odložena}": "Isporuka odgođena",
  },
  bounceDelays: {
    "još {nije|nisu} {isporučen|dostavljen}{a|o|}": "Poruka još nije isporučena",
    "{pokušat ćemo|pokušaćemo} {ponovno|ponovo}": "Pokušat ćemo ponovno",
  },
  bounceFailures: {
    "{nije|nisu|nije mogla biti} {isporučena|dostavljena|isporučeno}": "Vaša poruka nije isporučena",
  },
};

/** Macedonian. */
export const mk: Language = {
  wrote: {
    напиша: "На пет, 20 ное 2026 во 10:15 Jane Doe <jane@example.com> напиша:",
  },
  beforeDate: {
    на: "На 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      од: "Од: Jane Doe <jane@example.com>",
    },
    date: {
      датум: "Датум: 20.11.2026 10:15",
    },
    to: {
      до: "До: Max Muster <max@example.com>",
    },
    subject: {
      предмет: "Предмет: Offer",
    },
  },
  sentFrom: {
    "испратено од": "Испратено од мојот iPhone",
  },
  autoReplySubjects: {
    "автоматск{и одговор|о одговор|а порака}": "Автоматски одговор: Offer",
    "надвор од канцеларија": "Надвор од канцеларија: Offer",
  },
};

/** Slovenian. */
export const sl: Language = {
  wrote: {
    napisal: "Jane Doe <jane@example.com> napisal:",
    napisala: "V V pet., 20. nov. 2026 ob 10:15 je oseba Jane Doe <jane@example.com> napisala:",
    "napisal(a)": "Jane Doe <jane@example.com> napisal(a):",
    "je pisal": "Jane Doe <jane@example.com> je pisal:",
  },
  beforeDate: {
    dne: "Dne 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    v: "V V pet., 20. nov. 2026 ob 10:15 je oseba Jane Doe <jane@example.com> napisala:",
  },
  labels: {
    from: {
      od: "Od: Jane Doe <jane@example.com>",
      pošiljatelj: "Pošiljatelj: Jane Doe <jane@example.com>",
    },
    date: {
      datum: "Datum: 20.11.2026 10:15",
      poslano: "Poslano: 20.11.2026 10:15",
    },
    to: {
      za: "Za: Max Muster <max@example.com>",
      prima: "Prima: Max Muster <max@example.com>",
    },
    subject: {
      zadeva: "Zadeva: Offer",
    },
  },
  originalMessage: {
    "izvirno sporočilo": "----- Izvirno sporočilo -----",
    "prvotno sporočilo": "----- Prvotno sporočilo -----",
  },
  forwardedMessage: {
    "posredovano sporočilo": "---------- Posredovano sporočilo ----------",
  },
  sentFrom: {
    "poslano {iz|z}": "Poslano iz mojega iPhona",
  },
  autoReplySubjects: {
    "samodejni odgovor": "Samodejni odgovor: Offer",
  },
  absenceSubjects: {
    odsoten: "Odsoten",
    odsotna: "Odsotna",
    odsotnost: "Odsotnost",
  },
  bounceSubjects: {
    "{{zakasn|neuspeš}[el|ela|na|en] dostav|ni bilo dostavljeno}": "Zakasnela dostava",
  },
  bounceDelays: {
    "še ni[so] [bil{o|a|} ]{dostavljen|poslan}": "Sporočilo še ni bilo dostavljeno",
    "{zakasnel|zamuja|odložen}": "Dostava zamuja",
    "{poskuša|poskusil|poskušal}[o|a|i] {znova|ponovno|naprej}": "Strežnik bo poskušal znova",
  },
  bounceFailures: {
    "{ni bilo mogoče|ni mogoče|ni uspel} … {dostaviti|poslati|dostava}": "Sporočila ni bilo mogoče dostaviti",
  },
  bounceGivesUp: {
    "{dokončn|trajna napaka|ne bo več poskus}": "Strežnik ne bo več poskusil",
  },
};

/** Serbian. */
export const sr: Language = {
  wrote: {
    написао: "пет, 20. нов 2026. у 10:15 Jane Doe <jane@example.com> је написао:",
    написала: "Jane Doe <jane@example.com> написала:",
    napisao: "Jane Doe <jane@example.com> napisao:",
  },
  beforeDate: {
    дана: "Дана 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      од: "Од: Jane Doe <jane@example.com>",
      pošiljalac: "Pošiljalac: Jane Doe <jane@example.com>",
    },
    date: {
      датум: "Датум: 20.11.2026 10:15",
      poslato: "Poslato: 20.11.2026 10:15",
    },
    to: {
      за: "За: Max Muster <max@example.com>",
    },
    subject: {
      предмет: "Предмет: Offer",
    },
  },
  originalMessage: {
    "originalna poruka": "----- Originalna poruka -----",
  },
  forwardedMessage: {
    "prosleđena poruka": "---------- Prosleđena poruka ----------",
  },
  sentFrom: {
    "{послато|poslato} {са|sa|са мог|sa mog}": "Poslato sa mog iPhone-a",
  },
  autoReplySubjects: {
    "automatski odgovor": "Automatski odgovor: Offer",
    "аутоматски одговор": "Аутоматски одговор: Offer",
  },
};
