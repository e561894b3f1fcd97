import type { Language } from "./language.ts";

/** Hungarian. */
export const hu: Language = {
  wrote: {
    "ezt írta": "Jane Doe <jane@example.com> ezt írta (időpont: 2026. nov. 20., P, 10:15):",
    írta: "2026. 11. 20. 10:15 keltezéssel, Jane Doe írta:",
    írja: "Jane Doe <jane@example.com> írja:",
  },
  quoting: {
    idézet: "Idézet Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Én|én}": "2026. 11. 16. 09:12 én írta:",
  },
  asSomebody: {
    "{Ahogy|ahogy}": "Ahogy Jane írta 2026.11.16. 09:12:",
  },
  labels: {
    from: {
      feladó: "Feladó: Jane Doe <jane@example.com>",
    },
    date: {
      dátum: "Dátum: 20.11.2026 10:15",
      elküldve: "Elküldve: 20.11.2026 10:15",
      küldve: "Küldve: 20.11.2026 10:15",
      küldés: "Küldés: 20.11.2026 10:15",
    },
    to: {
      címzett: "Címzett: Max Muster <max@example.com>",
    },
    cc: {
      másolat: "Másolat: Eve Doe <eve@example.com>",
      "másolatot kap": "Másolatot kap: Eve Doe <eve@example.com>",
    },
    subject: {
      tárgy: "Tárgy: Offer",
    },
  },
  originalMessage: {
    "eredeti üzenet": "----- Eredeti üzenet -----",
    "eredeti levél": "----- Eredeti levél -----",
  },
  forwardedMessage: {
    "továbbított {üzenet|levél}": "---------- Továbbított üzenet ----------",
    "továbbított levél kezdete": "---------- Továbbított levél kezdete ----------",
  },
  sentFrom: {
    "elküldve a[z]": "Elküldve az iPhone-omról",
    "a[z] {ios|android} outlook letöltése": "Az Android Outlook letöltése",
    küldve: "Küldve iPhone-ról",
    "outlook beszerzése": "Outlook beszerzése Androidra",
  },
  sentFromAtEnd: {
    küldve: "iPhone-ról küldve",
    "készülékemről küldve": "A Galaxy készülékemről küldve",
  },
  replyPrefixes: {
    vá: "VÁ: Offer",
    re: "RE: Offer",
  },
  forwardPrefixes: {
    továbbítás: "Továbbítás: Offer",
  },
  autoReplySubjects: {
    "automatikus {válasz|üzenet}": "Automatikus válasz: Offer",
    "{irodán|házon} kívül": "Irodán kívül: Offer",
  },
  absenceSubjects: {
    távollét: "Távollét",
    szabadságon: "Szabadságon",
  },
  autoReplyBodies: {
    "ez {egy |}automatikus {válasz|üzenet}": "Ez egy automatikus válasz.",
    "automatikus{an |}{generált|küldött} {válasz|üzenet}": "Automatikusan generált üzenet",
  },
  absenceBodies: {
    "már nem dolgozom": "Már nem dolgozom a cégnél",
    "{irodán|házon} kívül": "Irodán kívül vagyok",
    "{szabadságon|betegszabadságon}": "Szabadságon vagyok",
    "nem {vagyok |leszek |}{elérhető|az irodában}": "Hétfőig nem vagyok elérhető",
    "már nem {dolgozik|munkatársunk}": "Jane már nem dolgozik nálunk",
    "{üzenetét|levelét|megkeresését|kérését} {megkaptuk|rögzítettük|fogadtuk}": "Üzenetét megkaptuk",
  },
  acknowledgements: {
    "köszön{öm|jük} {a |az |}{levelét|levelet|üzenetét|megkeresését|üzenetet|megkeresést|leveledet}": "Köszönöm levelét",
    "sürgős…{kérem|keresse|forduljon|hívja|esetben}": "Sürgős esetben kérem, keresse Maxot",
    "{keresse|forduljon}": "Kérem, keresse Maxot",
    "visszatérésem {után|követően}": "Visszatérésem után válaszolok",
    "{hamarosan|mielőbb|a lehető leghamarabb}": "Hamarosan válaszolunk",
  },
  bounceSubjects: {
    "{kézbesítés|üzenet|levél}[e|i]… {késik|késleltet|késedel|késés}": "A kézbesítés késik",
    "{késleltetett|késedelmes} {kézbesítés|üzenet}": "Késleltetett kézbesítés",
    kézbesíthetetlen: "Kézbesíthetetlen",
    kézbesítési: "Kézbesítési",
    "{nem|sikertelen} kézbesít": "Sikertelen kézbesítés",
    "nem sikerült … kézbesíteni": "Nem sikerült a levelet kézbesíteni",
    "visszaküldött {levél|üzenet}": "Visszaküldött levél",
  },
  bounceFailures: {
    "nem … kézbesít": "Az üzenetet nem sikerült kézbesíteni",
    "kézbesítés{e|} … {sikertelen|meghiúsult}": "Az üzenet kézbesítése a címzettnek sikertelen volt",
    "{címzett|felhasználó|postafiók|cím} … {nem létezik|ismeretlen|megtelt}": "A címzett postafiókja megtelt",
  },
  bounceIntroductions: {
    címzett: "a következő címzettnek:",
    "következő {cím|e-mail}": "a következő címre:",
  },
  receiptSubjects: {
    "{olvasatlan|elolvasva|olvasva|kézbesítve}": "Elolvasva: Offer",
    "olvasási visszaigazolás": "Olvasási visszaigazolás: Offer",
  },
  receiptBodies: {
    "{elolvasták|elolvasta|olvasták|megnyitották}": "Az üzenetet elolvasták",
  },
  bounceDelays: {
    "{még nem|egyelőre nem} [sikerült ]…kézbesít": "Az üzenetet még nem sikerült kézbesíteni",
    "{további|újabb|ismételt} {kísérlet|próbálkozás|kézbesítési}": "További kísérletek következnek",
    "{késik|késleltet|késedel|késés}": "Az üzenet kézbesítése késik",
    "{továbbra is|újra|ismét} … próbál": "A kiszolgáló újra próbálkozik: újra meg fogja próbálni",
  },
  bounceGivesUp: {
    "{végleges|állandó}": "Végleges hiba",
    "{nem próbálkozik|nincs több|további kísérlet … nem}": "A kiszolgáló nem próbálkozik tovább",
  },
  bounceReasonLabels: {
    "{ok|oka|hiba|indok}": "Oka: a postafiók megtelt",
  },
  closings: {
    "{üdvözlettel|tisztelettel}": "Üdvözlettel",
  },
};
