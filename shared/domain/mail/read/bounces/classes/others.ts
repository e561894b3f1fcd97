import type { ClassPhrases } from "./phrases.ts";

/** Finnish. */
export const finnish: ClassPhrases = {
  unknown_user: {
    "{osoite|osoitetta|vastaanottaja|vastaanottajaa|käyttäjä|käyttäjää|postilaatikko|postilaatikkoa|tili|tiliä|verkkotunnus}…{ei ole olemassa|ei löydy|ei löytynyt|tuntematon|virheellinen|ei ole|on poistettu|on suljettu}":
      "Sähköpostiosoitetta ei ole olemassa.",
    "tuntematon {vastaanottaja|käyttäjä|osoite}": "Tuntematon vastaanottaja",
  },
  mailbox_full: {
    "{postilaatikko|postilaatikon|sähköpostilaatikko|saapuneet}…{täynnä|täysi|ylitt}": "Vastaanottajan postilaatikko on täynnä.",
    "{kiintiö|tila|tallennustila}…{täynnä|ylit|loppu|ei riitä}": "Kiintiö on ylitetty.",
  },
  too_large: { "{viesti|liite|koko}…{liian suuri|ylittää}": "Viesti on liian suuri." },
  spam: { "{roskaposti|virus|estolista|mustalla listalla}": "Viesti tunnistettiin roskapostiksi." },
  policy: { "{käytäntö|hylätty|hylkäsi|estetty|ei sallit|kielletty|ei oikeutta}": "Viesti hylättiin: lähettäjä on estetty" },
  expired: { "{aikakatkais|ei vastaa|vanhentu|ei saatu yhteyttä}": "Palvelin ei vastaa." },
  other: { "{väliaikaisesti|tilapäisesti|myöhemmin}": "Postilaatikko on tilapäisesti suljettu." },
};

/** Hungarian: Freemail, Citromail and Exchange in Hungarian. */
export const hungarian: ClassPhrases = {
  unknown_user: {
    "{címzett|felhasználó|cím|postafiók|fiók|domain}[e|je|je|et]…{nem létezik|ismeretlen|nem található|érvénytelen|megszűnt|nem létező}":
      "A megadott cím nem létezik.",
    "{ismeretlen|nem létező|érvénytelen} {címzett|felhasználó|cím|postafiók}": "Ismeretlen címzett",
  },
  mailbox_full: {
    "postafió{k|kja|kjában}…{megtelt|tele|betelt|túllép}": "A címzett postafiókja megtelt.",
    "{kvóta|tárhely|tárterület}…{megtelt|túllép|elfogyott|kevés|betelt}": "A tárhely betelt.",
  },
  too_large: { "{üzenet|levél|melléklet|méret}[e]…{túl nagy|meghaladja}": "Az üzenet túl nagy." },
  spam: { "{levélszemét|kéretlen|vírus|feketelist}": "Az üzenetet a rendszer levélszemétként azonosította." },
  policy: {
    "{házirend|szabályzat|elutasít|letilt|nem engedélyezett|tiltott|nincs jogosultsága|megtagad}": "A kiszolgáló elutasította az üzenetet.",
  },
  expired: { "{időtúllépés|lejárt|nem válaszol|nem érhető el}": "A kiszolgáló nem válaszol." },
  other: { "{átmenetileg|ideiglenesen|később}": "A postafiók átmenetileg nem elérhető." },
};

/** Turkish. */
export const turkish: ClassPhrases = {
  unknown_user: {
    "{kullanıcı|alıcı|adres|hesap|posta kutusu|etki alanı}[i|ı|sı|si|nın]…{bulunamadı|mevcut değil|bilinmiyor|geçersiz|yok|bulunmuyor|kapatıl|devre dışı}":
      "Alıcı adresi bulunamadı.",
    "{bilinmeyen|geçersiz|böyle bir} {kullanıcı|alıcı|adres}": "Bilinmeyen kullanıcı",
  },
  mailbox_full: {
    "{posta kutusu|gelen kutusu|kutusu}…{dolu|dolmuş|aşıl|aşt}": "Alıcının posta kutusu dolu.",
    "{kota|depolama|alan}[sı|sını]…{aşıl|dolu|yetersiz|aşt|doldu}": "Kota aşıldı.",
  },
  too_large: { "{ileti|mesaj|ek|boyut}[iniz|u]…{çok büyük|aşıyor}": "Mesajınız çok büyük." },
  spam: { "{istenmeyen|virüs|kara liste}": "Mesajınız istenmeyen olarak algılandı." },
  policy: { "{ilke|politika|reddedil|reddett|engellen|izin verilm|izniniz yok|yasak}": "İleti sunucu tarafından reddedildi." },
  expired: { "{zaman aşımı|süresi doldu|yanıt vermiyor|ulaşılamıyor|bağlanılamadı}": "Sunucu yanıt vermiyor." },
  other: { "{geçici olarak|daha sonra}": "Posta kutusu geçici olarak kapalı." },
};

/** Greek and Bulgarian: Exchange and Gmail in both. */
export const greekBulgarian: ClassPhrases = {
  unknown_user: {
    "{διεύθυνση|παραλήπτης|χρήστης|λογαριασμός|γραμματοκιβώτιο|θυρίδα}…{δεν υπάρχει|δεν βρέθηκε|άγνωστ|μη έγκυρ}":
      "Η διεύθυνση δεν βρέθηκε.",
    "{адрес|потребител|получател|кутия|акаунт}[ът|ят|а]…{не съществува|не е намерен|неизвест|невалид}": "Адресът не съществува.",
  },
  mailbox_full: {
    "{γραμματοκιβώτιο|θυρίδα|εισερχόμενα}…{πλήρ|γεμάτ}": "Το γραμματοκιβώτιο είναι πλήρες.",
    "кутия…{пълна|препълнена}": "Пощенската кутия е пълна.",
  },
  spam: { "{ανεπιθύμητ|спам}": "Απορρίφθηκε ως ανεπιθύμητο" },
  policy: { "{πολιτική|απορρίφθηκε|политик|отхвърлен}": "Απορρίφθηκε από την πολιτική" },
};
