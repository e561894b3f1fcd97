import type { Language } from "./language.ts";

/** French. */
export const fr: Language = {
  wrote: {
    "{a|à|ont} écrit": "Le ven. 20 nov. 2026 à 10:15, Jane Doe <jane@example.com> a écrit :",
    écrivait: "Jane Doe <jane@example.com> écrivait:",
    écrit: "Jane Doe <jane@example.com> écrit:",
    "a ecrit": "Jane Doe <jane@example.com> a ecrit:",
  },
  beforeDate: {
    le: "Le ven. 20 nov. 2026 à 10:15, Jane Doe <jane@example.com> a écrit :",
    "le :": "Le : 20/11/2026 10:15, Jane Doe <jane@example.com> a écrit :",
  },
  quoting: {
    "citation de": "Citation de Jane Doe <jane@example.com>:",
    "en réponse à": "En réponse à Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      de: "De: Jane Doe <jane@example.com>",
      expéditeur: "Expéditeur: Jane Doe <jane@example.com>",
      "message de": "Message de: Jane Doe <jane@example.com>",
    },
    date: {
      date: "Date: 20.11.2026 10:15",
      envoyé: "Envoyé: 20.11.2026 10:15",
      "envoyé le": "Envoyé le: 20.11.2026 10:15",
      "date d'envoi": "Date d'envoi: 20.11.2026 10:15",
      "message du": "Message du: 20.11.2026 10:15",
    },
    to: {
      à: "À: Max Muster <max@example.com>",
      destinataire: "Destinataire: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      cci: "Cci: Eve Doe <eve@example.com>",
      copie: "Copie: Eve Doe <eve@example.com>",
    },
    subject: {
      objet: "Objet: Offer",
      sujet: "Sujet: Offer",
    },
    other: {
      "répondre à": "Répondre à: x",
      importance: "Importance: x",
      priorité: "Priorité: x",
      "pièces jointes": "Pièces jointes: x",
    },
  },
  originalMessage: {
    "message d'origine": "----- Message d'origine -----",
    "message d’origine": "----- Message d’origine -----",
    "message original": "----- Message original -----",
    "message initial": "----- Message initial -----",
    "courriel original": "----- Courriel original -----",
    "mail original": "----- Mail original -----",
    "mail d'origine": "----- Mail d'origine -----",
    "e-mail d'origine": "----- E-mail d'origine -----",
  },
  forwardedMessage: {
    "message transféré": "---------- Message transféré ----------",
    "message réexpédié": "---------- Message réexpédié ----------",
    "courriel transféré": "---------- Courriel transféré ----------",
    "début du message {transféré|réexpédié|transmis}": "---------- Début du message transféré ----------",
  },
  replyAboveThisLine: {
    "répond{re|ez} … au{-| }dessus de cette ligne": "--- Répondre au-dessus de cette ligne ---",
    "réponse … au{-| }dessus de cette ligne": "--- Réponse au-dessus de cette ligne ---",
  },
  sentFrom: {
    "envoyé[e] {de|depuis|à partir de}": "Envoyé de mon iPad",
  },
  replyPrefixes: {
    re: "RE: Offer",
    rép: "Rép: Offer",
  },
  forwardPrefixes: {
    tr: "TR: Offer",
  },
  autoReplySubjects: {
    "r{é|e}ponse automatique": "Réponse automatique: Offer",
    "message automatique": "Message automatique: Offer",
    "réponse d'absence": "Réponse d'absence: Offer",
    "absent[e] du bureau": "Absent du bureau: Offer",
    "absence du bureau": "Absence du bureau: Offer",
    "{message|notification|avis} d'absence": "Message d'absence: Offer",
  },
  absenceSubjects: {
    "absent[e]": "Absent",
    absence: "Absence",
    "en congé[s]": "En congé",
  },
  noticeSubjects: {
    "non {remis|distribu|délivr}": "Message non remis",
    "échec de [la ]{remise|distribution|livraison}": "Échec de remise",
    "non-remise": "Non-remise",
    "avis de non": "Avis de non",
  },
};
