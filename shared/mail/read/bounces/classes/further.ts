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
    "nincs ilyen {felhasználó|cím|címzett|postafiók|fiók}": "550 Nincs ilyen felhasználó",
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

/** Hebrew, Arabic and Persian: Gmail's and Exchange's notices. */
export const semiticPersian: ClassPhrases = {
  unknown_user: {
    "{הכתובת|כתובת|המשתמש|משתמש|הנמען|נמען|תיבת הדואר|החשבון|הדומיין}…{אינה קיימת|אינו קיים|לא קיים|לא קיימת|לא נמצא|לא נמצאה|לא ידוע|לא חוקי}":
      "הכתובת אינה קיימת",
    "{المستخدم|العنوان|المستلم|عنوان|صندوق البريد|الحساب|المجال|النطاق}…{غير موجود|غير معروف|غير صالح|لا يوجد|معطل}": "العنوان غير موجود",
    "لم يتم العثور على…{العنوان|المستخدم|المستلم|عنوان}": "لم يتم العثور على العنوان",
    "{نشانی|آدرس|کاربر|گیرنده|صندوق پستی|حساب|دامنه}…{وجود ندارد|یافت نشد|نامعتبر|پیدا نشد|ناشناخته}": "آدرس یافت نشد",
  },
  mailbox_full: {
    "{תיבת הדואר|תיבת הדואר הנכנס|תיבה|מכסה|אחסון}…{מלאה|מלא|חרגה|חריגה}": "תיבת הדואר מלאה",
    "{صندوق|علبة|الحصة|مساحة}…{ممتلئ|ممتلئة|تجاوز|نفدت|امتلأ}": "صندوق البريد ممتلئ",
    "{صندوق|فضای|سهمیه}…{پر است|پر شده|تمام شده}": "صندوق پستی پر است",
  },
  too_large: {
    "{ההודעה|הודעה|הקובץ}…{גדולה מדי|גדול מדי|חורג}": "ההודעה גדולה מדי",
    "{الرسالة|المرفق|حجم}…{كبيرة جدا|كبيرة جدًا|كبير جدا|يتجاوز|تتجاوز}": "الرسالة كبيرة جدا",
    "{پیام|پیوست|اندازه}…{بزرگ است|بیش از حد}": "پیام بیش از حد بزرگ است",
  },
  spam: { "{דואר זבל|ספאם|רשימה שחורה|بريد عشوائي|غير مرغوب|القائمة السوداء|هرزنامه|اسپم}": "ההודעה נדחתה כדואר זבל" },
  policy: { "{מדיניות|נחסמה|נדחתה|אין הרשאה|سياسة|مرفوضة|تم رفض|محظور|خط مشی|رد شد|مسدود}": "ההודעה נדחתה לפי מדיניות" },
  expired: { "{פג הזמן|אינו מגיב|לא הגיב|انتهت المهلة|لا يستجيب|مهلت|پاسخ نمی‌دهد}": "השרת אינו מגיב" },
  other: { "{באופן זמני|مؤقتا|مؤقتًا|موقتا}": "התיבה חסומה באופן זמני" },
};

/** Vietnamese, Thai, Indonesian and Malay: Gmail's and Exchange's notices, and local hosters'. */
export const southeastAsian: ClassPhrases = {
  unknown_user: {
    "{địa chỉ|người dùng|người nhận|hộp thư|tài khoản|tên miền}…{không tồn tại|không tìm thấy|không hợp lệ|không xác định|đã bị vô hiệu}":
      "Địa chỉ không tồn tại",
    "không {tìm thấy|có} {địa chỉ|người dùng|người nhận|hộp thư|tài khoản}": "Không tìm thấy địa chỉ",
    "{ไม่พบ|ไม่มี|ไม่รู้จัก}[ที่อยู่]{ผู้ใช้|ผู้รับ|ที่อยู่|อีเมล|กล่องจดหมาย|บัญชี|โดเมน}": "ไม่พบผู้ใช้",
    "{ผู้ใช้|ผู้รับ|ที่อยู่|กล่องจดหมาย|บัญชี|โดเมน}…{ไม่มีอยู่|ไม่ถูกต้อง|ไม่พบ|ถูกปิดใช้งาน}": "ที่อยู่อีเมลไม่ถูกต้อง",
    "{alamat|pengguna|penerima|kotak surat|peti mel|akun|akaun|domain}…{tidak ditemukan|tidak dikenal|tidak ada|tidak valid|tidak wujud|tidak sah|dinonaktifkan}":
      "Alamat tidak ditemukan",
  },
  mailbox_full: {
    "{hộp thư|dung lượng|hạn mức}…{đã đầy|đầy|vượt quá|hết}": "Hộp thư đã đầy",
    "{กล่องจดหมาย|พื้นที่|โควต้า|โควตา}…{เต็ม|เกิน|ไม่เพียงพอ}": "กล่องจดหมายเต็ม",
    "{kotak surat|kotak masuk|peti mel|kuota|penyimpanan}…{penuh|terlampaui|melebihi|habis}": "Kotak surat penuh",
  },
  too_large: {
    "{thư|tin nhắn|tệp đính kèm|kích thước}…{quá lớn|vượt quá}": "Thư quá lớn",
    "{ข้อความ|อีเมล|ไฟล์แนบ|ขนาด}…{ใหญ่เกินไป|เกินขนาด|เกินขีดจำกัด}": "ข้อความมีขนาดใหญ่เกินไป",
    "{pesan|mesej|lampiran|ukuran|saiz}…{terlalu besar|melebihi}": "Pesan terlalu besar",
  },
  spam: { "{thư rác|ข้อความขยะ|จดหมายขยะ|สแปม|pesan sampah|mel sampah|daftar hitam|danh sách đen}": "Bị từ chối vì thư rác" },
  policy: {
    "{chính sách|bị chặn|bị từ chối|không được phép|นโยบาย|ถูกปฏิเสธ|ถูกบล็อก|ไม่ได้รับอนุญาต|kebijakan|ditolak|diblokir|dasar|disekat|tidak diizinkan}":
      "Thư bị từ chối theo chính sách",
  },
  expired: { "{hết thời gian|không phản hồi|หมดเวลา|ไม่ตอบสนอง|waktu habis|kedaluwarsa|tidak merespons}": "Máy chủ không phản hồi" },
  other: { "{tạm thời|ชั่วคราว|sementara}": "Hộp thư tạm thời bị khóa" },
};

/** Chinese: QQ, NetEase, Sina, Alibaba, HiNet and Exchange in Chinese. */
export const chinese: ClassPhrases = {
  unknown_user: {
    "{用户|用戶|收件人|收件者|使用者|邮箱|郵箱|信箱|邮件地址|郵件地址|地址|账号|账户|帐号|帳號|帳戶|域名|網域}…{不存在|未找到|找不到|无效|無效|不正确|已注销|已停用|已销户|已禁用}":
      "550 用户不存在",
    "{查无|查無}此{人|用户|用戶}": "550 查無此人",
    "{不存在|找不到|没有|沒有|无此|無此|查无|查無}…{用户|用戶|收件人|邮箱|郵箱|信箱|地址|账号|帳號|使用者}": "无此用户",
    "{未知|无效|無效|错误}[的]{用户|用戶|收件人|邮箱|地址|使用者}": "无效的收件人",
  },
  mailbox_full: {
    "{邮箱|郵箱|信箱|空间|空間|容量|收件箱|收件匣}…{已满|已滿|满了|滿了|不足|超出|超过|超過|用完|爆满|满}": "收件人的邮箱已满",
    "{超出|超过|超過}…{配额|配額|容量|空间|空間}": "超出收件人邮箱的容量",
  },
  too_large: {
    "{邮件|郵件|附件|信件|大小}…{过大|過大|太大|超出大小|超过大小|大小超|超出限制|超过限制}": "邮件过大",
    "{超过|超出|超過}…大小": "超过邮件大小限制",
  },
  spam: { "{垃圾|病毒|黑名单|黑名單|反垃圾|可疑}": "您的邮件被判定为垃圾邮件", "内容…{拒绝|违规|不合规|敏感}": "邮件内容违规" },
  policy: { "{策略|政策|规则|拒绝|拒絕|拒收|禁止|屏蔽|封锁|封鎖|限制|频率|頻率|没有权限|沒有權限}": "对方服务器拒绝了您的邮件" },
  expired: { "{超时|逾時|超時|无法连接|無法連線|连接失败|没有响应|无响应|過期|过期}": "连接对方服务器超时" },
  other: { "{暂时|暫時|稍后|稍後|冻结|凍結}": "邮箱暂时无法使用" },
};

/** Japanese: OCN, Nifty, docomo, au, SoftBank, Yahoo! JAPAN and Exchange in Japanese. */
export const japanese: ClassPhrases = {
  unknown_user: {
    "{アドレス|宛先|宛て先|あて先|ユーザー|ユーザ|受信者|メールボックス|アカウント|ドメイン}…{存在しま|存在しな|見つかりま|見つからな|不明|無効|誤って|間違|ありません|登録されていません|いません|使われておりません|解約}":
      "宛先のメールアドレスが存在しません。",
    "{存在しない|不明な|無効な}[メール|宛先]{アドレス|宛先|ユーザー|ユーザ|ドメイン|受信者}": "存在しないメールアドレスです。",
  },
  mailbox_full: {
    "{メールボックス|受信箱|受信トレイ|メール容量|容量|保存領域}…{一杯|いっぱい|満杯|超過|超え|不足|オーバー|上限}":
      "メールボックスの容量が一杯です。",
    "容量…{超|オーバー}": "容量を超えています",
  },
  too_large: {
    "{メッセージ|メール|添付|サイズ}…{大きすぎ|大き過ぎ|サイズ超過|サイズが上限|サイズを超え|サイズの上限}": "メッセージが大きすぎます。",
  },
  spam: { "{迷惑メール|スパム|ウイルス|ウィルス|ブラックリスト}": "迷惑メールと判定されました。" },
  policy: { "{ポリシー|拒否|ブロック|許可されて|制限|規制|権限が}": "受信側で拒否されました。" },
  expired: { "{タイムアウト|時間切れ|応答がありません|接続できま|応答しま|期限}": "相手先のサーバーから応答がありません。" },
  other: { "{一時的|しばらく|後ほど}": "一時的に利用できません。" },
};

/** Korean: Naver, Daum, Kakao, Nate and Exchange in Korean. */
export const korean: ClassPhrases = {
  unknown_user: {
    "{주소|사용자|수신자|받는 사람|계정|메일함|도메인|아이디|이메일}…{존재하지|없습니다|찾을 수 없|알 수 없|잘못|유효하지|없는|탈퇴|휴면}":
      "받는 사람의 메일 주소가 존재하지 않습니다.",
    "{존재하지 않는|없는|잘못된|알 수 없는|유효하지 않은}[ ]{[이]메일|사용자|수신자|주소|계정|도메인|아이디|받는}":
      "존재하지 않는 사용자입니다.",
  },
  mailbox_full: {
    "{메일함|편지함|사서함|용량|저장 공간|보관함}…{가득|초과|꽉|부족|찼}": "받는 사람의 메일함이 가득 찼습니다.",
    "용량…초과": "용량을 초과했습니다",
  },
  too_large: { "{메일|첨부|메시지|파일|크기}…{너무 큽|너무 커|크기를 초과|크기 초과|크기가 초과|제한을 초과}": "메시지가 너무 큽니다." },
  spam: { "{스팸|바이러스|블랙리스트|유해}": "스팸 메일로 분류되었습니다." },
  policy: { "{정책|거부|차단|거절|허용되지|권한|제한}": "수신 서버에서 메일을 거부했습니다." },
  expired: { "{시간 초과|시간이 초과|응답이 없|응답하지|연결할 수 없|연결에 실패|접속}": "상대 서버가 응답하지 않습니다." },
  other: { "{일시적|잠시 후|나중에}": "일시적으로 사용할 수 없습니다." },
};
