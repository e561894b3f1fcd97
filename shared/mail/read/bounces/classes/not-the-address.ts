import type { ClassPhrases } from "./english.ts";

/**
 * What shows in all languages but English that a refusal is not about whether the address exists, even beside the code 5.1.1: it is about the sender,
 * who is unknown too, about a rate, about who may write, about a locked account, or about the server's own state.
 */
export const notTheAddress: ClassPhrases = {
  policy: {
    // German, Dutch, Swedish, Danish, Norwegian
    "absender[s|adresse|domain|domäne] [ist |wurde |ist uns ]{unbekannt|nicht bekannt|existiert nicht|ungültig|nicht gefunden|nicht akzeptiert}":
      "550 5.1.1 Absender unbekannt",
    "{unbekannte|ungültige|nicht existierende}[r|s] absender": "550 5.1.1 Unbekannter Absender",
    "{adresse|domain|domäne|server} des absenders": "550 5.1.1 Die Domain des Absenders existiert nicht",
    "afzender[adres|domein] [is ]{onbekend|niet bekend|bestaat niet|ongeldig|niet gevonden}": "550 5.1.1 Afzender onbekend",
    "{{onbekende|ongeldige} afzender|{adres|domein} van de afzender}": "550 5.1.1 Onbekende afzender",
    "{avsändar|afsender|avsender}[en|e|adressen|adresse] [är |er ]{okänd|ogiltig|finns inte|hittades inte|ukendt|ugyldig|findes ikke|ukjent|finnes ikke}":
      "550 5.1.1 Avsändaren är okänd",
    "{okänd|ogiltig|ukendt|ugyldig|ukjent} {avsändare|afsender|avsender}": "550 5.1.1 Ukendt afsender",
    // French, Spanish, Italian, Portuguese, Romanian, Catalan
    "expéditeur [est ]{inconnu|invalide|inexistant|introuvable|n'existe pas|non valide}": "550 5.1.1 Expéditeur inconnu",
    "{adresse|domaine} {de l'|d'}expéditeur": "550 5.1.1 Le domaine de l'expéditeur n'existe pas",
    "remitent{e|} [es ]{desconocid|descone|inexistente|inválid|no válid|no existe|no encontrad}": "550 5.1.1 Remitente desconocido",
    "{dirección|dominio} {del|de} remitente": "550 5.1.1 La dirección del remitente no existe",
    "mittente [è ]{sconosciut|inesistente|non esiste|non valid|non trovat}": "550 5.1.1 Mittente sconosciuto",
    "{indirizzo|dominio} {del|di} mittente": "550 5.1.1 Il dominio del mittente non esiste",
    "remetente [é ]{desconhecid|inexistente|inválid|não existe|não encontrad}": "550 5.1.1 Remetente desconhecido",
    "{endereço|domínio} {do|de} remetente": "550 5.1.1 Domínio do remetente inexistente",
    "expeditor[ul|ului] [este ]{necunoscut|invalid|inexistent|nu există}": "550 5.1.1 Expeditor necunoscut",
    "{adresa|domeniul} expeditorului": "550 5.1.1 Adresa expeditorului nu există",
    // Slavic and Baltic
    "{отправител|відправник|подател|пошиљалац}[ь|я|ят] [је ]{неизвест|не существует|не найден|недействител|невідом|не існує|не знайдено|не съществува|непознат|не постоји}":
      "550 5.1.1 Отправитель неизвестен",
    "{неизвест|несуществующ|невідом}[ный|ен|ий] {отправитель|відправник|подател}": "550 5.1.1 Неизвестный отправитель",
    "{адрес|домен}[а] {отправителя|відправника|на подателя}": "550 5.1.1 Домен отправителя не существует",
    "nadawca [jest ]{nieznan|nieprawidłow|nie istnieje|nie został znalezion}": "550 5.1.1 Nadawca nieznany",
    "{{nieznany|nieprawidłowy} nadawca|{adres|domena} nadawcy}": "550 5.1.1 Nieznany nadawca",
    "{odesílatel|odosielateľ} [je |není |nie je ]{neexistuje|neznám|znám|neplatn}": "550 5.1.1 Odesílatel není znám",
    "{{neznámý|neznámy|neplatný} {odesílatel|odosielateľ}|{adresa|doména} {odesílatele|odosielateľa}}": "550 5.1.1 Neznámý odesílatel",
    "pošilja{telj|lac|telja} [je |ni ]{nepoznat|neznan|ne postoji|ne obstaja|poznan}": "550 5.1.1 Pošiljatelj je nepoznat",
    "{nepoznat|neznan}[i] pošilja{telj|lac}": "550 5.1.1 Nepoznat pošiljatelj",
    "{saatja|sūtītājs|siuntėjas} [on ]{tundmatu|ei eksisteeri|ei leitud|nezinām|neeksistē|nav atrasts|nežinom|neegzistuoja|nerast}":
      "550 5.1.1 Saatja on tundmatu",
    // Finnish, Hungarian, Turkish, Greek
    "lähettäj{ä|ää} [on ]{tuntematon|virheellinen|ei ole|ei löydy|ei löytynyt}": "550 5.1.1 Lähettäjä tuntematon",
    "{{tuntematon|virheellinen} lähettäjä|lähettäjän {osoite|verkkotunnus}}": "550 5.1.1 Lähettäjän osoitetta ei ole olemassa",
    "feladó {ismeretlen|érvénytelen|nem létezik|nem található|címe|domainje}": "550 5.1.1 Feladó ismeretlen",
    "{ismeretlen|érvénytelen} feladó": "550 5.1.1 Ismeretlen feladó",
    "gönder{en|ici}[in|nin] [adresi |etki alanı ]{bilinmiyor|bulunamadı|mevcut değil|geçersiz}": "550 5.1.1 Gönderen bilinmiyor",
    "{bilinmeyen|geçersiz} gönder{en|ici}": "550 5.1.1 Bilinmeyen gönderen",
    "αποστολέα{ς|} [είναι ]{άγνωστ|δεν υπάρχει|δεν βρέθηκε|μη έγκυρ}": "550 5.1.1 Ο αποστολέας είναι άγνωστος",
    "{άγνωστος αποστολέας|{διεύθυνση|τομέας} του αποστολέα}": "550 5.1.1 Άγνωστος αποστολέας",
    // Asian and Near Eastern
    "{发件|發件|寄件|发信|發信}{人|者}[的][地址|邮箱|域名|信箱|網域]{不存在|不明|未知|无效|無效|找不到|不正确}": "550 5.1.1 发件人不存在",
    "{未知|无效|無效|不明}[的]{发件|發件|寄件}{人|者}": "550 5.1.1 未知发件人",
    "{送信者|送信元|差出人}[の][メール][アドレス|ドメイン]{が|は}{不明|存在しま|存在しな|無効|見つかりま}": "550 5.1.1 送信者が不明です",
    "{不明な|無効な|存在しない}{送信者|送信元|差出人}": "550 5.1.1 不明な送信者",
    "{보낸 사람|보낸사람|발신자|발신인}[의| ][ ][주소|도메인]{을|를|이|가|은|는|} {알 수 없|존재하지|찾을 수 없|없습니다|유효하지}":
      "550 5.1.1 보낸 사람을 알 수 없습니다",
    "{알 수 없는|존재하지 않는} {보낸 사람|발신자|발신인}": "550 5.1.1 알 수 없는 발신자",
    "{השולח|שולח} {אינו ידוע|אינו קיים|לא ידוע|לא קיים|לא מוכר}": "550 5.1.1 השולח אינו ידוע",
    "{المرسل|عنوان المرسل} {غير معروف|غير موجود|غير صالح}": "550 5.1.1 المرسل غير معروف",
    "{فرستنده|نشانی فرستنده} {ناشناخته|یافت نشد|وجود ندارد|نامعتبر}": "550 5.1.1 فرستنده ناشناخته است",
    "người gửi [không ]{không tồn tại|tồn tại|xác định|hợp lệ}": "550 5.1.1 Người gửi không tồn tại",
    "{pengirim|penghantar} tidak {dikenal|ditemukan|ada|valid|wujud|sah}": "550 5.1.1 Pengirim tidak dikenal",
    "{ไม่พบ|ไม่รู้จัก}[ที่อยู่]ผู้ส่ง": "550 5.1.1 ไม่รู้จักผู้ส่ง",
    // too many
    "{zu viele|te veel|för många|for mange|trop de|demasiad|tropp{i|e}|muit{os|as} {mensagens|e-mails|destinat|conex}|prea mult|massa {missatge|correu}}":
      "550 5.1.1 Zu viele Nachrichten von Ihrem Server",
    "{слишком {много|част}|забагато|занадто багато|твърде много|превише|zbyt {wiele|dużo|często}|příliš mnoho|príliš veľa|previše|preveč|liiga palju|pārāk daudz|per daug}":
      "550 5.1.1 Слишком много писем",
    "{liikaa|túl sok|çok fazla|πάρα πολλ|υπερβολικά πολλ|quá nhiều|terlalu banyak|มากเกินไป|יותר מדי|عدد كبير جدا|تعداد زیاد}":
      "550 5.1.1 Túl sok üzenet",
    "{过多|過多|太多|过高|過高|过于频繁|過於頻繁|多すぎ|送信数|너무 많|너무 자주}": "550 5.1.1 送信数の上限を超えました",
    // only some may write
    "{nur|ausschließlich|alleen|endast|kun|uniquement|solo|únicamente|soltanto|somente|apenas|tylko|wyłącznie|только|лише|pouze|len|vain|csak|sadece|yalnızca} … {intern{e|en|er|a|i|o|os|as|es|í|ých}|autorisiert|geautoriseerd|autoris|autoriza|autorizza|zugelassen|wewnętrz|upoważnion|внутрен|разреш|внутрішн|sisäis|belső|dahili|yetkili}":
      "550 5.1.1 Il destinatario accetta solo messaggi interni",
    "{externe{n|r|m|s} |von extern|von außerhalb|n'accepte{|nt} que|extern{o|a|os|as|í|ích} |estern{o|a|i|e} |zewnętrzn|z zewnątrz|внешн|зовнішн|zvenčí|utifrån|externa |ekstern{e|t} |ulkopuol|külső|harici|外部|외부}":
      "550 5.1.1 Odbiorca nie przyjmuje wiadomości z zewnątrz",
  },
  other: {
    "{konto|account|mailbox|postfach|compte|cuenta|conta|contul|hesap|hesab|fiók|tili|kontot|kontoen|účet|račun}[ı|n|ul]…{gesperrt|geblokkeerd|bloqué|bloquead|bloccat|blocat|askıya|kilit|zárolv|felfüggeszt|lukit|jäädyt|spärra|låst|sperret|spærret|suspend{ert|eret|u|id}|sospes|opgeschort}":
      "550 5.1.1 Hesap askıya alındı",
    "{계정|账户|账号|帐户|帳號|帳戶|アカウント}…{정지|잠겼|잠금|冻结|凍結|锁定|鎖定|ロック|停止}": "550 5.1.1 계정이 정지되었습니다",
    "{überlastet|wartungsarbeiten|overbelast|onderhoud|överbelasta|underhåll|overbelastet|vedlikehold|vedligehold|surchargé|maintenance en|en maintenance|sobrecargad|mantenimiento|sovraccaric|manutenzione|sobrecarregad|manutenção|supraîncărc|întreținere}":
      "550 5.1.1 Server überlastet",
    "{перегружен|перевантажен|технически{е|х} работ|przeciążon|konserwac|přetížen|preťažen|údržb|preopterećen|ylikuormit|huolto|túlterhelt|karbantart|aşırı yük|bakım|συντήρηση|繁忙|维护|維護|过载|混雑|メンテナンス|점검|혼잡}":
      "550 5.1.1 服务器繁忙",
    "{server|serveur|servidor|servizio|servicio|serviço|serwer|сервер|サーバー|サービス|服务器|伺服器|서버|sunucu|palvelin|kiszolgáló}[en|n|ul]…{nicht verfügbar|niet beschikbaar|inte tillgänglig|ikke tilg|indisponible|non disponibile|no disponible|indispon|niedostępn|недоступ|nedostupn|利用でき|不可用|사용할 수 없|kullanılamıyor|käytettävissä|nem elérhető}":
      "550 5.1.1 Servidor no disponible",
  },
};
