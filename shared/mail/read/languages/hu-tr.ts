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

/** Turkish. */
export const tr: Language = {
  wrote: {
    "şunu yazdı": "Jane Doe <jane@example.com>, 20 Kas 2026 Cum, 10:15 tarihinde şunu yazdı:",
    "şunları yazdı": "Jane Doe <jane@example.com> şunları yazdı (20 Kas 2026 10:15):",
    yazdı: "20.11.2026 10:15 tarihinde Jane Doe yazdı:",
    yazmış: "Jane Doe <jane@example.com> yazmış:",
  },
  beforeDate: {
    tarihinde: "Tarihinde 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      kimden: "Kimden: Jane Doe <jane@example.com>",
      gönderen: "Gönderen: Jane Doe <jane@example.com>",
      gönderici: "Gönderici: Jane Doe <jane@example.com>",
    },
    date: {
      gönderilme: "Gönderilme: 20.11.2026 10:15",
      tarih: "Tarih: 20.11.2026 10:15",
      "gönderme tarihi": "Gönderme tarihi: 20.11.2026 10:15",
      "gönderilme tarihi": "Gönderilme tarihi: 20.11.2026 10:15",
      gönderildi: "Gönderildi: 20.11.2026 10:15",
    },
    to: {
      kime: "Kime: Max Muster <max@example.com>",
      alıcı: "Alıcı: Max Muster <max@example.com>",
    },
    cc: {
      bilgi: "Bilgi: Eve Doe <eve@example.com>",
    },
    subject: {
      konu: "Konu: Offer",
    },
  },
  originalMessage: {
    "orijinal mesaj": "----- Orijinal mesaj -----",
    "özgün ileti": "----- Özgün ileti -----",
    "özgün mesaj": "----- Özgün mesaj -----",
    "asıl mesaj": "----- Asıl mesaj -----",
  },
  forwardedMessage: {
    "iletilen {ileti|mesaj|e-posta}": "---------- Iletilen ileti ----------",
    "yönlendirilmiş ileti": "---------- Yönlendirilmiş ileti ----------",
    "iletilmiş mesaj": "---------- Iletilmiş mesaj ----------",
  },
  sentFrom: {
    "{ios|android} için outlook": "iOS için Outlook'u edinin",
  },
  sentFromAtEnd: {
    gönderildi: "iPhone'umdan gönderildi",
    "cihazımdan gönderildi": "Galaxy cihazımdan gönderildi",
  },
  replyPrefixes: {
    ynt: "Ynt: Offer",
  },
  forwardPrefixes: {
    ilt: "Ilt: Offer",
    i̇lt: "İlt: Offer",
    İlt: "İlt: Offer",
  },
  autoReplySubjects: {
    "büro dışında": "Büro dışında: Offer",
    "otomatik {yanıt|cevap|yanit}": "Otomatik yanıt: Offer",
    "ofis dışında": "Ofis dışında: Offer",
  },
  absenceSubjects: {
    "izinde[yim]": "Izinde",
  },
  autoReplyBodies: {
    "bu {bir |}otomatik {bir |}{yanıt|cevap|mesaj|yanıttır|cevaptır|mesajdır}": "Bu otomatik bir yanıttır.",
  },
  absenceBodies: {
    "adresi … artık": "Bu e-posta adresi artık kullanılmıyor",
    "{adres|hesap|posta kutusu} … {artık|kapatıl}": "Bu adres artık kullanılmıyor",
    "{ofis|büro} dışında": "Ofis dışındayım",
    "{izinde|izindeyim|tatilde|yıllık izinde}": "Yıllık izindeyim",
    "artık…{çalışmıyor|çalışmamaktadır}": "Jane artık şirketimizde çalışmıyor",
    "{mesajınız|talebiniz|e-postanız|başvurunuz}…{alınmıştır|alındı|ulaştı|ulaşmıştır|oluşturuldu}": "Talebiniz alınmıştır",
  },
  acknowledgements: {
    "lütfen…{yazın|yazınız|gönderin}": "Lütfen max@example.com adresine yazın",
    "{mesajınız|e-postanız|iletiniz|ilginiz} için {teşekkür|teşekkürler}": "E-postanız için teşekkür ederim",
    "acil…{iletişim|ulaş|ara|başvur}": "Acil durumlarda Max ile iletişime geçin",
    "{iletişime geç|irtibata geç}": "Lütfen Max ile iletişime geçin",
    döndüğümde: "Döndüğümde yanıtlayacağım",
    "en kısa {sürede|zamanda}": "En kısa sürede yanıtlayacağız",
  },
  bounceSubjects: {
    "{teslim|teslimat|iletim|ileti|mesaj} … {gecik|ertelen}": "Teslimat gecikti",
    "{teslim edilemedi|iletilemedi}": "Teslim edilemedi",
  },
  bounceFailures: {
    "{teslim edilemedi|iletilemedi|ulaştırılamadı}": "Mesajınız teslim edilemedi",
  },
  bounceIntroductions: {
    alıcı: "aşağıdaki alıcılara:",
  },
  automaticNotes: {
    "bu {mesaj|e-posta|ileti} otomatik {olarak |}{gönderil|oluşturul|üretil}": "Bu e-posta otomatik olarak gönderilmiştir",
  },
  receiptSubjects: {
    "{okunmadı|okundu|teslim edildi}": "Okundu: Offer",
    "okundu bilgisi": "Okundu bilgisi: Offer",
  },
  receiptBodies: {
    "{okundu|tarihinde okun|açıldı}": "İletiniz okundu",
  },
  bounceDelays: {
    "henüz {teslim|ilet|ulaş|gönder}": "Mesajınız henüz teslim edilemedi",
    "{yeniden|tekrar|yine} {den|gönder|iletil}": "Teslimat yeniden denenecek",
    "{gecik|gecikti|ertelen}": "Mesajınızın teslimi gecikti",
    "{denemeler|denemeye|deneme} … {devam|sürdür|yapıl}": "Denemeye devam edilecek",
  },
  bounceGivesUp: {
    "{kalıcı|kesin olarak|tamamen}": "Kalıcı hata",
    "{{artık|bir daha|tekrar} den{en|e}me{yecek|z}|{başka|yeni} deneme yapılma}": "Bir daha denenmeyecek",
  },
  bounceReasonLabels: {
    "{neden|nedeni|sebep|hata}": "Neden: posta kutusu dolu",
  },
  closings: {
    "{saygılarımla|saygılar}": "Saygılarımla",
  },
};
