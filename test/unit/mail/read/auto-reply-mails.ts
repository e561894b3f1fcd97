/** An automatic answer under a subject that a person wrote, and a near miss: what a person says of an absence in the same language. */
export interface AutoReplyMail {
  readonly subject: string;
  readonly body: string;
  readonly person: string;
}

/** By language; the body of each says what it is, the person's only speaks of it. */
export const autoReplyMails: Readonly<Record<string, AutoReplyMail>> = {
  en: {
    subject: "Gone fishing",
    body: "Hello,\n\nthank you for your message. I am out of the office until Monday, 23 November.\nFor urgent matters please contact Max.\n",
    person: "Hello,\n\nas I am out of the office next week, shall we meet on Friday?\n",
  },
  de: {
    subject: "Ihre Nachricht",
    body: "Guten Tag,\n\nich bin bis zum 23. November nicht im Büro. Ihre E-Mail wird nicht weitergeleitet.\nIn dringenden Fällen wenden Sie sich bitte an Max Muster.\n",
    person: "Hallo Max,\n\nnächste Woche bin ich im Urlaub, passt dir der 30.?\n",
  },
  fr: {
    subject: "Votre message",
    body: "Bonjour,\n\nje suis actuellement absente jusqu'au 23 novembre. En cas d'urgence, vous pouvez contacter Max.\n",
    person: "Bonjour,\n\nMax est en congés la semaine prochaine, on se voit vendredi ?\n",
  },
  es: {
    subject: "Su mensaje",
    body: "Hola:\n\nGracias por su mensaje. Estoy de vacaciones hasta el 23 de noviembre.\n",
    person: "Hola:\n\nla semana que viene estoy de vacaciones, ¿nos vemos el viernes?\n",
  },
  it: {
    subject: "Il suo messaggio",
    body: "Buongiorno,\n\nsono fuori ufficio fino al 23 novembre. Per urgenze si prega di contattare Max.\n",
    person: "Ciao,\n\nla settimana prossima sono in ferie, ci vediamo venerdì?\n",
  },
  pt: {
    subject: "A sua mensagem",
    body: "Olá,\n\nobrigado pela sua mensagem. Estou de férias até 23 de novembro.\n",
    person: "Olá,\n\nna próxima semana estou de férias, pode ser sexta-feira?\n",
  },
  nl: {
    subject: "Uw bericht",
    body: "Goedendag,\n\nbedankt voor uw bericht. Ik ben tot 23 november niet op kantoor.\n",
    person: "Hoi,\n\nvolgende week ben ik met vakantie, kan het vrijdag?\n",
  },
  pl: {
    subject: "Pana wiadomość",
    body: "Dzień dobry,\n\ndo 23 listopada jestem na urlopie. W sprawach pilnych proszę o kontakt z Maxem.\n",
    person: "Cześć,\n\nw przyszłym tygodniu jestem na urlopie, może piątek?\n",
  },
  sv: {
    subject: "Ditt mejl",
    body: "Hej,\n\ntack för ditt mejl. Jag är på semester till den 23 november.\n",
    person: "Hej,\n\nnästa vecka är jag på semester, passar fredag?\n",
  },
  da: {
    subject: "Din mail",
    body: "Hej\n\nTak for din mail. Jeg er på ferie til den 23. november.\n",
    person: "Hej\n\nJeg er på ferie i næste uge, passer fredag?\n",
  },
  no: {
    subject: "Din e-post",
    body: "Hei\n\nTakk for din e-post. Jeg er ikke på kontoret før 23. november.\n",
    person: "Hei\n\nJeg er på ferie neste uke, passer fredag?\n",
  },
  fi: {
    subject: "Viestisi",
    body: "Hei,\n\nkiitos viestistäsi. Olen lomalla 23.11. asti.\n",
    person: "Hei,\n\nolen ensi viikolla lomalla, sopiiko perjantai?\n",
  },
  cs: {
    subject: "Vaše zpráva",
    body: "Dobrý den,\n\nděkuji za vaši zprávu. Do 23. listopadu jsem na dovolené.\n",
    person: "Ahoj,\n\npříští týden jsem na dovolené, hodí se pátek?\n",
  },
  hu: {
    subject: "Levele",
    body: "Tisztelt Partnerünk!\n\nKöszönöm levelét. November 23-ig szabadságon vagyok.\n",
    person: "Szia,\n\njövő héten szabadságon leszek, jó a péntek?\n",
  },
  ru: {
    subject: "Ваше письмо",
    body: "Здравствуйте!\n\nСпасибо за ваше письмо. Я в отпуске до 23 ноября.\n",
    person: "Привет!\n\nНа следующей неделе я в отпуске, давай в пятницу?\n",
  },
  tr: {
    subject: "Mesajınız",
    body: "Merhaba,\n\ne-postanız için teşekkür ederim. 23 Kasım'a kadar yıllık izindeyim.\n",
    person: "Merhaba,\n\ngelecek hafta yıllık izindeyim, cuma olur mu?\n",
  },
  ja: {
    subject: "お知らせ",
    body: "メールをいただきありがとうございます。\n11月23日まで不在にしております。\n",
    person: "来週は出張中のため、金曜日はいかがでしょうか。\n",
  },
  zh: {
    subject: "您好",
    body: "您好！\n\n感谢您的来信。我正在休假，11月23日返回。\n",
    person: "你好，下周我休假，周五可以吗？\n",
  },
  ko: {
    subject: "안녕하세요",
    body: "안녕하세요.\n메일 주셔서 감사합니다. 11월 23일까지 휴가 중입니다.\n",
    person: "다음 주는 휴가 중이니 금요일은 어떠세요?\n",
  },
};
