import type { ClassPhrases } from "./english.ts";

/**
 * Mimecast ("Mimecast SMTP error codes"), Proofpoint ("SMTP error codes"), Cisco Secure Email, Barracuda, Symantec, Trend Micro, Sophos and amavis.
 */
export const gateways: ClassPhrases = {
  unknown_user: {
    "invalid recipient": "550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550",
    "#5.1.0 address rejected": "550 #5.1.0 Address rejected.",
    "recipient verify fail": "550 5.1.1 recipient verify failed",
    "recipient verification fail": "550 Recipient verification failed",
  },
  policy: {
    "envelope blocked": "550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550",
    "host network not allowed": "554 Host network not allowed - https://community.mimecast.com/docs/DOC-1369#554",
    "rejected due to security": "554 Email rejected due to security policies - https://community.mimecast.com/docs/DOC-1369#554",
    "{anti-spoofing|impersonation|greylisting}": "550 Rejected by header based Anti-Spoofing policy: me@x.example",
    "{blocked|denied} sender": "550 Rejected by header based manually Blocked Senders",
    "{content examination|content controls}": "550 Message bounced due to Content Examination Policy",
    "{exceeding outbound|thread limit}": "451 Exceeding outbound thread limit",
    "ipcheck.proofpoint.com": "554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1",
    "dnsbl-lookup": "550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1",
    "submit messages to this": "550 #5.7.1 Your access to submit messages to this e-mail system has been rejected",
    "banned:": "554 5.7.0 Reject, id=1-1 - BANNED: .exe",
    "{bouncedspam|bouncedeny}": "554 Denied [BouncedSPAM]",
    spoofed: "550 5.7.1 spoofed message",
    "header based": "550 Rejected by header based Blocked Senders",
  },
  spam: {
    "barracuda{central| reputation}": "554 Service unavailable; Client host [192.0.2.1] blocked using Barracuda Reputation",
    brbl: "550 listed in BRBL",
    "{trend micro|email reputation|senderbase|talos|cloudmark|spamhaus|spamcop|sorbs|invaluement|uceprotect|abusix|truncate}":
      "550 5.7.1 Service unavailable; Client host blocked using Trend Micro Email Reputation Service",
    fortiguard: "550 5.7.1 blocked by FortiGuard",
    "{ip reputation|reputation policy}": "550 Local CT IP Reputation policy - Rejected",
    "found in rbl": "553 IP found in RBL",
    "{symanteccloud|messagelabs}.com/{trouble|en}": "553-Message filtered. See http://www.symanteccloud.com/troubleshooting",
    "signature matched": "554 Malware signature matched",
    "{infected:|- infected}": "554 5.7.0 Reject, id=1-1 - INFECTED: Eicar",
    spamprofiler: "554 Message refused by MailMarshal SpamProfiler",
    "recurrent pattern": "554 rejected by Recurrent Pattern Detection System",
  },
};

/** Exchange, Exchange Online and Outlook.com ("Email non-delivery reports in Exchange Online", "Outlook.com Postmaster"). */
export const microsoft: ClassPhrases = {
  unknown_user: {
    "recipient address[es] rejected[ ]: access denied": "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
    "resolver.adr.{recip|exrecip|recipient}[ient]notfound":
      "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "resolver.adr.{bad|invalid}": "550 5.1.1 RESOLVER.ADR.BadPrimary",
    "{accountdisabled|mailboxdisabled|recipientnotfound}": "554 5.2.1 STOREDRV.Deliver.Exception:AccountDisabledException",
    "unknown to address": "Action Required Recipient: Unknown To address",
  },
  mailbox_full: {
    "{quotaexceeded|mailboxfull|overquota|storage.quota}": "554 5.2.2 STOREDRV.Deliver.Exception:QuotaExceededException",
    "resolver.rst.{mailboxfull|quota}": "RESOLVER.RST.MailboxFull",
  },
  too_large: {
    "smtpsend.messagetoolarge": "554 5.6.11 SMTPSEND.MessageTooLarge",
    "resolver.rst.{send|recip|receive}[ient]sizelimit": "550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large",
  },
  policy: {
    "resolver.rst.": "550 5.7.1 RESOLVER.RST.NotAuthorized; not authorized",
    "access denied, {bad|banned|tenant|your organi|traffic}": "550 5.1.8 Access denied, bad outbound sender AS(42004)",
    "as({4|8|9|20160613|1430|780090}": "550 5.7.501 Access denied AS(42004)",
    "transport.rules": "550 5.7.1 TRANSPORT.RULES.RejectMessage; the message was rejected by organization policy",
    "unregistered domain": "550 5.7.750 Service unavailable. Client blocked from sending from unregistered domains",
    "high[er]{-| }risk": "550 5.7.1 message was blocked: the high-risk delivery pool",
    "external forwarding": "550 5.7.520 Access denied, your organization does not allow external forwarding",
    "delivery restriction": "Delivery restriction check failed because the sender was not authenticated",
  },
  spam: {
    "spam abuse": "550 5.7.501 Access denied, spam abuse detected. AS(1410)",
    "banned sending ip": "550 5.7.606 Access denied, banned sending IP [192.0.2.1]",
    "weren't sent": "550 SC-001 Unfortunately, messages from 192.0.2.1 weren't sent",
    "{sc|oc|oft|s3140|s3150}-00": "550 SC-004 (COL0-MC1-F1) Unfortunately, messages were not sent",
    "(s3{140|150})": "550 5.7.1 part of their network is on our list (S3140)",
  },
  relay: {
    tenantattribution: "550 5.7.64 TenantAttribution; Relay Access Denied",
  },
  expired: {
    "message expired": "550 5.4.300 Message expired",
  },
};

/** Providers' own texts: Gmail ("SMTP error reference"), Yahoo ("SMTP error codes"), Apple, Comcast, Cox, AT&T, GMX, T-Online. */
export const providers: ClassPhrases = {
  unknown_user: {
    "p=nosuchuser": "550-5.1.1 Learn more at https://support.google.com/mail/?p=NoSuchUser",
    "p=disableduser": "550 5.2.1 https://support.google.com/mail/?p=DisabledUser",
    "not our customer": "550 5.1.1 Not our Customer",
    "that you tried to reach {does not exist|is disabled}": "550-5.1.1 The email account that you tried to reach does not exist",
    "mail action aborted, mailbox not found": "552 1 Requested mail action aborted, mailbox not found",
    "this mailbox is disabled":
      "554 delivery error: dd Sorry, your message to lost@gone.example cannot be delivered. This mailbox is disabled (554.30).",
  },
  mailbox_full: {
    "p=overquota": "552-5.2.2 https://support.google.com/mail/?p=OverQuotaPerm",
    "inbox is out of storage": "452-4.2.2 The recipient's inbox is out of storage space",
  },
  policy: {
    "p={receivingrate|ratelimit|blockedmessage|policy|busy}": "550 5.2.1 https://support.google.com/mail/?p=ReceivingRatePerm",
    "blocked because its content presents a potential security":
      "552-5.7.0 This message was blocked because its content presents a potential security issue",
    "{tss0|cs0|ph0|hm0|pr0}": "554 5.7.1 [CS01] Message rejected due to local policy",
    "{ht204137|postmaster.yahooinc|senders.yahooinc}": "Please visit https://support.apple.com/en-us/HT204137",
    "aup#": "550 5.1.0 <me@x.example> sender rejected. AUP#CDRBL",
    "{bad dns ptr|nemesis esmtp service not available}": "554-Bad DNS PTR resource record.",
    clarify: "554 IP=192.0.2.1 - A problem occurred. Ask your postmaster for help to clarify.",
    "reject due to": "554 Reject due to policy restrictions",
    "unexpected volume": "421 4.7.0 [TSS04] temporarily deferred due to unexpected volume",
  },
  spam: {
    "p=unsolicited": "550-5.7.1 https://support.google.com/mail/?p=UnsolicitedMessageError",
    "likely {unsolicited|suspicious}": "550-5.7.1 this message is likely suspicious due to the very low reputation",
    "smtp-error-codes": "554 see http://postmaster.comcast.net/smtp-error-codes.php#BL000001",
    "{barracudacentral|mxtoolbox|senderscore}": "see http://www.senderscore.org",
  },
};

/** QQ and Tencent's enterprise mail, NetEase (163, 126, yeah.net; "退信代码说明"), Sina, Alibaba; mail.ru and Yandex; docomo, au and SoftBank. */
export const easternProviders: ClassPhrases = {
  unknown_user: {
    "mailbox unavailable or access denied": "550 Mailbox unavailable or access denied https://open.work.weixin.qq.com/help2/pc/20057",
    "may contain a non-existent account": "550 The recipient may contain a non-existent account, please check the recipient address",
    "message was not accepted -- invalid mailbox":
      "550 Message was not accepted -- invalid mailbox. Local mailbox lost@gone.example is unavailable: user not found",
    "no such user!": "550 5.7.1 No such user!",
    "user not found:": "550 User not found: lost@gone.example",
  },
  policy: {
    "{user|domain|ip|connection|mail} frequency limited": "550 Domain frequency limited",
    "{dt|mi|hl|rp|ir|wm}:{sum|cel|nhd|dmc|sfq|stc|rep|icc|ifc|mep|qrc|drc|trc|rod|fcr|sps|dmf|lvl}":
      "421 HL:REP 163 smtp5 http://mail.163.com/help/help_spam_16.htm",
    "suspected bounce attacks": "550 Suspected bounce attacks",
    "rejected by recipient": "550 Mail is rejected by recipients",
    "policy rejection on the target": "550 5.7.1 Policy rejection on the target address",
    "{smtp auth error limit|too much fail authentication|connection denied}": "554 IP is rejected, smtp auth error limit exceed",
    "id refuse to receive": "We failed to deliver mail because the following address recipient id refuse to receive mail",
  },
  spam: {
    "{dt|mi|hl|rp}:{spm|spb|spf|sbl}": "554 DT:SPM 163 smtp5 http://mail.163.com/help/help_spam_16.htm",
    "mail content denied": "550 Mail content denied",
    "under suspicion of spam": "554 5.7.1 Message rejected under suspicion of SPAM",
    "{notspam|antispam} support": "550 spam message rejected. Please visit notspam support",
  },
};

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
