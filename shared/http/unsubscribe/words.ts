/** The texts of an unsubscribe link's page, with the placeholders `{sender}` and `{recipient}`. */
export interface PageWords {
  readonly unsubscribe: string;
  readonly question: string;
  readonly done: string;
  readonly doneText: string;
  readonly undo: string;
  readonly undoText: string;
  readonly undone: string;
  readonly undoneText: string;
  readonly noLink: string;
  readonly noLinkText: string;
}

/** The texts by language (ISO 639-1); the first is for browsers that prefer none of these. */
export const pageWords = {
  en: {
    unsubscribe: "Unsubscribe",
    question: "No more email from {sender} to {recipient}?",
    done: "You are unsubscribed",
    doneText: "{sender} sends no more email to {recipient}.",
    undo: "Undo",
    undoText: "Pressed by mistake? You can undo this for one minute.",
    undone: "Undone",
    undoneText: "{recipient} goes on getting email from {sender}.",
    noLink: "This link does not work",
    noLinkText: "It may have been cut off. Open it from the email again, or reply to the email and ask for no more.",
  },
  de: {
    unsubscribe: "Abmelden",
    question: "Keine E-Mails mehr von {sender} an {recipient}?",
    done: "Sie sind abgemeldet",
    doneText: "{sender} schickt keine E-Mails mehr an {recipient}.",
    undo: "Rückgängig machen",
    undoText: "Aus Versehen? Eine Minute lang können Sie das rückgängig machen.",
    undone: "Rückgängig gemacht",
    undoneText: "{recipient} bekommt weiterhin E-Mails von {sender}.",
    noLink: "Dieser Link funktioniert nicht",
    noLinkText: "Vielleicht fehlt sein Ende. Öffnen Sie ihn noch einmal aus der E-Mail, oder antworten Sie auf die E-Mail.",
  },
  fr: {
    unsubscribe: "Se désabonner",
    question: "Ne plus recevoir d’e-mails de {sender} à l’adresse {recipient} ?",
    done: "Vous êtes désabonné",
    doneText: "{sender} n’enverra plus d’e-mails à {recipient}.",
    undo: "Annuler",
    undoText: "Une erreur ? Vous avez une minute pour annuler.",
    undone: "Annulé",
    undoneText: "{recipient} continue de recevoir les e-mails de {sender}.",
    noLink: "Ce lien ne fonctionne pas",
    noLinkText: "Il est peut-être incomplet. Rouvrez-le depuis l’e-mail, ou répondez à l’e-mail pour demander l’arrêt.",
  },
  es: {
    unsubscribe: "Cancelar la suscripción",
    question: "¿No recibir más correos de {sender} en {recipient}?",
    done: "Suscripción cancelada",
    doneText: "{sender} no enviará más correos a {recipient}.",
    undo: "Deshacer",
    undoText: "¿Fue un error? Puede deshacerlo durante un minuto.",
    undone: "Deshecho",
    undoneText: "{recipient} sigue recibiendo los correos de {sender}.",
    noLink: "Este enlace no funciona",
    noLinkText: "Puede que esté incompleto. Ábralo de nuevo desde el correo, o responda al correo y pídalo.",
  },
  pt: {
    unsubscribe: "Cancelar inscrição",
    question: "Não receber mais e-mails de {sender} em {recipient}?",
    done: "Inscrição cancelada",
    doneText: "{sender} não enviará mais e-mails para {recipient}.",
    undo: "Desfazer",
    undoText: "Foi um engano? Pode desfazer durante um minuto.",
    undone: "Desfeito",
    undoneText: "{recipient} continua a receber e-mails de {sender}.",
    noLink: "Este link não funciona",
    noLinkText: "Talvez esteja incompleto. Abra-o de novo a partir do e-mail, ou responda ao e-mail com o pedido.",
  },
  nl: {
    unsubscribe: "Afmelden",
    question: "Geen e-mail meer van {sender} aan {recipient}?",
    done: "U bent afgemeld",
    doneText: "{sender} stuurt geen e-mail meer aan {recipient}.",
    undo: "Ongedaan maken",
    undoText: "Per ongeluk? U kunt dit één minuut lang ongedaan maken.",
    undone: "Ongedaan gemaakt",
    undoneText: "{recipient} blijft e-mail van {sender} ontvangen.",
    noLink: "Deze link werkt niet",
    noLinkText: "Misschien is hij onvolledig. Open hem opnieuw vanuit de e-mail, of beantwoord de e-mail met uw verzoek.",
  },
  it: {
    unsubscribe: "Annulla l’iscrizione",
    question: "Non ricevere più email da {sender} a {recipient}?",
    done: "Iscrizione annullata",
    doneText: "{sender} non invierà più email a {recipient}.",
    undo: "Ripristina",
    undoText: "Per errore? Può ripristinare entro un minuto.",
    undone: "Ripristinato",
    undoneText: "{recipient} continua a ricevere email da {sender}.",
    noLink: "Questo link non funziona",
    noLinkText: "Forse è incompleto. Lo apra di nuovo dall’email, oppure risponda all’email con la richiesta.",
  },
  pl: {
    unsubscribe: "Wypisz mnie",
    question: "Nie otrzymywać więcej e-maili od {sender} na adres {recipient}?",
    done: "Adres został wypisany",
    doneText: "{sender} nie wyśle więcej e-maili na adres {recipient}.",
    undo: "Cofnij",
    undoText: "To pomyłka? Można to cofnąć przez minutę.",
    undone: "Cofnięto",
    undoneText: "{recipient} nadal otrzymuje e-maile od {sender}.",
    noLink: "Ten link nie działa",
    noLinkText: "Może być niepełny. Proszę otworzyć go ponownie z e-maila albo odpowiedzieć na e-mail z prośbą.",
  },
  ja: {
    unsubscribe: "配信を停止する",
    question: "{sender} から {recipient} へのメールの配信を停止しますか？",
    done: "配信を停止しました",
    doneText: "{sender} から {recipient} へのメールは、今後送信されません。",
    undo: "元に戻す",
    undoText: "間違えた場合は、1分以内であれば元に戻せます。",
    undone: "元に戻しました",
    undoneText: "{recipient} には、引き続き {sender} からのメールが届きます。",
    noLink: "このリンクは使えません",
    noLinkText: "リンクが途中で切れている可能性があります。メールからもう一度開くか、メールに返信してお知らせください。",
  },
} as const satisfies Readonly<Record<string, PageWords>>;

/** A language of the page. */
export type PageLanguage = keyof typeof pageWords;
