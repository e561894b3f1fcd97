/** Notices as mail systems word them in each language in which bounces are read: the reason why mail failed, and mail that is still on its way. */
export const notices: Readonly<
  Record<
    string,
    {
      readonly subject: string;
      readonly failed: string;
      readonly full: readonly string[];
      readonly unknown: readonly string[];
      readonly delaySubject: string;
      readonly delays: readonly string[];
    }
  >
> = {
  en: {
    subject: "Undelivered Mail",
    failed: "Your message could not be delivered to the following recipient:",
    full: ["Reason: the mailbox is full", "The recipient has exceeded the storage quota."],
    unknown: ["The address does not exist.", "No such user here.", "This mailbox has been closed."],
    delaySubject: "Delivery delayed",
    delays: [
      "Your message to @ has not been delivered yet. Further attempts will be made.",
      "Delivery of your message to @ is delayed. You do not need to do anything.",
    ],
  },
  de: {
    subject: "Nachricht nicht zugestellt",
    failed: "Ihre Nachricht konnte an folgenden Empfänger nicht zugestellt werden:",
    full: ["Grund: Postfach voll", "Das Postfach des Empfängers ist voll.", "Die Mailbox hat ihr Speicherlimit überschritten."],
    unknown: ["Der Empfänger existiert nicht.", "Benutzer unbekannt", "Diese E-Mail-Adresse wurde nicht gefunden."],
    delaySubject: "Zustellung verzögert",
    delays: [
      "Ihre Nachricht an @ konnte bisher noch nicht zugestellt werden. Es wird weiterhin versucht, sie zuzustellen.",
      "Die Zustellung Ihrer E-Mail an @ verzögert sich.",
    ],
  },
  fr: {
    subject: "Message non remis",
    failed: "Votre message n'a pas pu être remis au destinataire suivant :",
    full: ["Raison : boîte aux lettres pleine", "La messagerie du destinataire est saturée.", "Le quota du destinataire est dépassé."],
    unknown: ["L'adresse n'existe pas.", "Utilisateur inconnu", "Le destinataire est introuvable."],
    delaySubject: "Remise retardée",
    delays: [
      "Votre message pour @ n'a pas encore été remis. De nouvelles tentatives seront effectuées.",
      "La remise de votre message à @ est différée. Le serveur va réessayer pendant 2 jours.",
    ],
  },
  es: {
    subject: "Mensaje no entregado",
    failed: "No se ha podido entregar su mensaje al siguiente destinatario:",
    full: ["Motivo: el buzón está lleno", "El destinatario ha superado la cuota de almacenamiento: cuota excedida."],
    unknown: ["La dirección no existe.", "Usuario desconocido", "No existe ese usuario."],
    delaySubject: "Entrega retrasada",
    delays: [
      "Su mensaje para @ todavía no se ha entregado. Se realizarán nuevos intentos.",
      "La entrega de su mensaje a @ se ha retrasado. El servidor seguirá intentándolo.",
    ],
  },
  it: {
    subject: "Messaggio non recapitato",
    failed: "Il messaggio non può essere consegnato al seguente destinatario:",
    full: ["Motivo: casella piena", "La casella di posta del destinatario è piena.", "Spazio esaurito"],
    unknown: ["Utente sconosciuto", "L'indirizzo non esiste.", "Destinatario inesistente"],
    delaySubject: "Consegna ritardata",
    delays: [
      "Il messaggio per @ non è ancora stato consegnato. Verranno effettuati altri tentativi.",
      "La consegna del messaggio a @ è in ritardo. Il server riproverà nelle prossime ore.",
    ],
  },
  pt: {
    subject: "Mensagem não entregue",
    failed: "A sua mensagem não pôde ser entregue ao destinatário abaixo:",
    full: ["Motivo: caixa postal cheia", "A caixa de correio do destinatário está cheia.", "Cota excedida"],
    unknown: ["Usuário desconhecido", "O endereço não existe.", "Destinatário inexistente"],
    delaySubject: "Entrega atrasada",
    delays: [
      "A sua mensagem para @ ainda não foi entregue. Serão feitas novas tentativas.",
      "A entrega da sua mensagem a @ está atrasada. O servidor continuará a tentar.",
    ],
  },
  nl: {
    subject: "Bericht niet bezorgd",
    failed: "Uw bericht kon niet worden bezorgd bij de volgende ontvanger:",
    full: ["Reden: postvak vol", "De mailbox van de ontvanger is vol.", "Het quotum is overschreden."],
    unknown: ["Het e-mailadres bestaat niet.", "Onbekende gebruiker", "De ontvanger is niet gevonden."],
    delaySubject: "Bezorging vertraagd",
    delays: [
      "Uw bericht aan @ is nog niet afgeleverd. Er zullen verdere pogingen worden gedaan.",
      "De aflevering van uw bericht aan @ is vertraagd. De server blijft het proberen.",
    ],
  },
  sv: {
    subject: "Meddelandet kunde inte levereras",
    failed: "Ditt meddelande kunde inte levereras till följande mottagare:",
    full: ["Orsak: brevlådan är full", "Mottagarens brevlåda är full.", "Kvoten är överskriden."],
    unknown: ["Mottagaren finns inte.", "Okänd användare", "Adressen hittades inte."],
    delaySubject: "Leverans försenad",
    delays: [
      "Ditt meddelande till @ har ännu inte levererats. Nya försök kommer att göras.",
      "Leveransen av ditt meddelande till @ är försenad.",
    ],
  },
  da: {
    subject: "Beskeden kunne ikke leveres",
    failed: "Din besked kunne ikke leveres til følgende modtager:",
    full: ["Årsag: postkassen er fuld", "Modtagerens postkasse er fuld.", "Kvoten er overskredet."],
    unknown: ["Adressen findes ikke.", "Ukendt bruger", "Modtageren blev ikke fundet."],
    delaySubject: "Levering forsinket",
    delays: ["Din besked til @ er endnu ikke leveret. Der vil blive gjort nye forsøg.", "Leveringen af din besked til @ er forsinket."],
  },
  no: {
    subject: "Meldingen kunne ikke leveres",
    failed: "Meldingen kunne ikke leveres til følgende mottaker:",
    full: ["Årsak: postkassen er full", "Innboksen til mottakeren er full.", "Kvoten er overskredet."],
    unknown: ["Mottakeren finnes ikke.", "Ukjent bruker", "Adressen ble ikke funnet."],
    delaySubject: "Levering forsinket",
    delays: ["Meldingen til @ er ennå ikke levert. Nye forsøk vil bli gjort.", "Leveringen av meldingen til @ er forsinket."],
  },
  fi: {
    subject: "Viestiä ei voitu toimittaa",
    failed: "Viestiäsi ei voitu toimittaa seuraavalle vastaanottajalle:",
    full: ["Syy: postilaatikko on täynnä", "Vastaanottajan postilaatikko on täynnä."],
    unknown: ["Osoitetta ei ole olemassa.", "Tuntematon käyttäjä", "Vastaanottajaa ei löydy."],
    delaySubject: "Toimitus viivästynyt",
    delays: [
      "Viestiäsi vastaanottajalle @ ei ole vielä toimitettu. Uusia toimitusyrityksiä tehdään.",
      "Viestin toimitus osoitteeseen @ viivästyy.",
    ],
  },
  pl: {
    subject: "Nie można dostarczyć wiadomości",
    failed: "Twoja wiadomość nie mogła zostać dostarczona do następujących odbiorców:",
    full: ["Powód: skrzynka pełna", "Skrzynka odbiorcy jest przepełniona.", "Przekroczono limit pojemności skrzynki: limit przekroczony."],
    unknown: ["Podany adres nie istnieje.", "Nieznany użytkownik", "Nie ma takiego użytkownika."],
    delaySubject: "Opóźnienie w dostarczeniu wiadomości",
    delays: [
      "Wiadomość do @ nie została jeszcze dostarczona. Zostaną podjęte kolejne próby.",
      "Dostarczenie wiadomości do @ jest opóźnione.",
    ],
  },
  cs: {
    subject: "Zprávu nelze doručit",
    failed: "Vaši zprávu nebylo možné doručit následujícím příjemcům:",
    full: ["Důvod: schránka je plná", "Schránka příjemce je plná.", "Kvóta byla překročena."],
    unknown: ["Adresa neexistuje.", "Neznámý uživatel", "Příjemce nebyl nalezen."],
    delaySubject: "Doručení zprávy zpožděno",
    delays: [
      "Vaše zpráva pro @ zatím nebyla doručena. Budou provedeny další pokusy.",
      "Doručení zprávy na adresu @ se zpozdilo, zpoždění trvá 4 hodiny. Server se bude znovu pokoušet o doručení.",
    ],
  },
  sk: {
    subject: "Správu nemožno doručiť",
    failed: "Vašu správu nebolo možné doručiť nasledujúcim príjemcom:",
    full: ["Dôvod: schránka je plná", "Schránka príjemcu je preplnená."],
    unknown: ["Adresa neexistuje.", "Neznámy používateľ", "Príjemca nebol nájdený."],
    delaySubject: "Oneskorené doručenie",
    delays: ["Vaša správa pre @ zatiaľ nebola doručená. Budú vykonané ďalšie pokusy.", "Doručenie správy na adresu @ je oneskorené."],
  },
  hu: {
    subject: "Sikertelen kézbesítés",
    failed: "Az üzenetet nem sikerült kézbesíteni a következő címzettnek:",
    full: ["Oka: a postafiók megtelt", "A címzett postafiókja megtelt.", "A tárhely betelt."],
    unknown: ["A megadott cím nem létezik.", "Ismeretlen felhasználó", "A címzett nem található."],
    delaySubject: "A kézbesítés késik",
    delays: ["Az üzenetet @ címre még nem sikerült kézbesíteni. További kísérletek következnek.", "Az üzenet kézbesítése késik: @"],
  },
  ro: {
    subject: "Mesaj nelivrat",
    failed: "Mesajul nu a putut fi livrat următorilor destinatari:",
    full: ["Motiv: căsuța este plină", "Cota a fost depășită."],
    unknown: ["Adresa nu există.", "Utilizator necunoscut", "Destinatarul nu a fost găsit."],
    delaySubject: "Livrare întârziată",
    delays: ["Mesajul pentru @ nu a fost încă livrat. Vor fi făcute noi încercări.", "Livrarea mesajului către @ este întârziată."],
  },
  ru: {
    subject: "Недоставленное сообщение",
    failed: "Ваше письмо не может быть доставлено следующему получателю:",
    full: ["Причина: ящик переполнен", "Почтовый ящик получателя переполнен.", "Превышена квота."],
    unknown: ["Такого пользователя не существует.", "Адрес не найден.", "Неизвестный получатель"],
    delaySubject: "Задержка доставки",
    delays: [
      "Ваше письмо для @ пока не доставлено. Попытки доставки будут продолжены.",
      "Доставка вашего письма на адрес @ задерживается. Повторные попытки будут предприниматься.",
    ],
  },
  tr: {
    subject: "İleti teslim edilemedi",
    failed: "Mesajınız aşağıdaki alıcılara teslim edilemedi:",
    full: ["Neden: posta kutusu dolu", "Alıcının posta kutusu dolu.", "Kota aşıldı."],
    unknown: ["Alıcı bulunamadı.", "Bilinmeyen kullanıcı", "Adres mevcut değil."],
    delaySubject: "Teslimat gecikti",
    delays: ["@ adresine gönderdiğiniz mesaj henüz teslim edilemedi. Teslimat yeniden denenecek.", "@ adresine iletiniz gecikti."],
  },
  zh: {
    subject: "系统退信",
    failed: "您的邮件无法送达以下收件人：",
    full: ["退信原因：收件人邮箱已满", "对方邮箱空间不足。", "收件人邮箱容量已满。"],
    unknown: ["收件人邮件地址不存在。", "无此用户", "该用户不存在。"],
    delaySubject: "投递延迟",
    delays: ["您发给 @ 的邮件尚未送达，系统将继续尝试投递。", "您发送给 @ 的邮件投递延迟，系统正在重试。"],
  },
  ja: {
    subject: "メールを配信できませんでした",
    failed: "次の宛先にメールを配信できませんでした。",
    full: ["理由: メールボックスの容量が一杯です。", "受信者のメールボックスがいっぱいです。"],
    unknown: ["宛先のメールアドレスが存在しません。", "ユーザーが見つかりません。", "ご指定のメールアドレスは使われておりません。"],
    delaySubject: "配信遅延のお知らせ",
    delays: ["@ 宛のメールはまだ配信されていません。引き続き配信を試みます。", "@ へのメールの配信が遅れています。再送を続けます。"],
  },
  ko: {
    subject: "메일 발송 실패 안내",
    failed: "메일이 아래와 같은 이유로 전송되지 못했습니다.",
    full: ["실패 사유: 받는 사람의 메일함이 가득 찼습니다.", "수신자의 메일 용량이 초과되었습니다."],
    unknown: ["받는 사람의 메일 주소가 존재하지 않습니다.", "존재하지 않는 사용자입니다.", "수신자를 찾을 수 없습니다."],
    delaySubject: "메일 전송 지연 안내",
    delays: ["@ 님에게 보낸 메일이 아직 전달되지 않았습니다. 계속 전송을 시도합니다.", "@ 로 보낸 메일의 전송이 지연되고 있습니다."],
  },
};
