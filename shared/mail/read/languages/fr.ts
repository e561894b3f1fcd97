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
  afterHour: {
    h: "Le 20 nov. 2026 à 10 h, Jane Doe <jane@example.com> a écrit :",
  },
  quoting: {
    "citation de": "Citation de Jane Doe <jane@example.com>:",
    "en réponse à": "En réponse à Jane Doe <jane@example.com>:",
  },
  inMessage: {
    "dans le message": ">>> Le 20/11/2026 à 10:15, dans le message <5F@example.com>, Jane Doe <jane@example.com> a écrit :",
  },
  firstPerson: {
    "{J|j}{'|’}{ai|avais|écrivais}": "Le 16/11/2026 à 09:12 j'ai écrit :",
    "{Je|je} {vous|te|lui|leur}": "Le 16/11/2026 à 09:12 je vous a écrit :",
  },
  asSomebody: {
    "{Comme|comme}": "Comme Jane a écrit le 16/11/2026 à 09:12 :",
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
    "{télécharger|obtenez|obtenir} outlook pour": "Télécharger Outlook pour Android <https://aka.ms/ghei36>",
    "provenance : courrier pour": "Provenance : Courrier pour Windows 10",
    "envoyé[e] {de|depuis|à partir de}": "Envoyé de mon iPad",
    "envoyé à partir d'outlook": "Envoyé à partir d'Outlook pour Android",
  },
  devices: {
    téléphone: "Envoyé de mon téléphone",
    "application mail": "Envoyé depuis l'application Mail",
  },
  speakers: {
    "{je|nous|vous}": "Envoyé de mon téléphone, je suis en route",
  },
  replyPrefixes: {
    re: "RE: Offer",
    rép: "Rép: Offer",
    ré: "RÉ: Offer",
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
  afterAutoReply: {
    "{de|à|au}": "Réponse automatique de Jane",
  },
  absenceSubjects: {
    "absent[e]": "Absent",
    absence: "Absence",
    "en congé[s]": "En congé",
  },
  untilWords: {
    "jusqu[']au": "Absence jusqu'au lundi",
    du: "Absence du lundi",
  },
  autoReplyBodies: {
    "{ceci|ce message} est {une|un} {réponse|message|courriel} automatique": "Ceci est une réponse automatique.",
    "{réponse|message} {automatique|généré automatiquement}…ne pas répondre": "Réponse automatique, merci de ne pas répondre",
  },
  absenceBodies: {
    "{ai|ayant|a} quitté {l'entreprise|la société|mes fonctions|mon poste|notre}": "J'ai quitté l'entreprise",
    "ne {travaille|fais|suis} plus {chez|dans|à|partie|pour}": "Je ne travaille plus chez Example",
    "adresse … n'est plus {utilisée|valide|active|consultée|relevée}": "Cette adresse n'est plus utilisée",
    "adresse … {a changé|a été désactivée|a été supprimée|est désactivée}": "Mon adresse a changé",
    "absent[e][s] [du bureau ]{du|jusqu|de|le|pour|actuellement|depuis|à partir}": "Je suis absente jusqu'au 5 mai",
    "absent[e] d{u bureau|e mon bureau}": "Je suis absent du bureau",
    "en {congé|congés|vacances|déplacement}": "Je suis en congés",
    "ne {fait|travaille|fais} plus {partie|parti|chez|pour|dans}": "Jane ne fait plus partie de la société",
    "a quitté {l'entreprise|la société|notre}": "Jane a quitté la société",
    "avons bien reçu votre {message|demande|mail|e-mail|courriel}": "Nous avons bien reçu votre demande",
    "votre {demande|message} a [bien ]été {enregistré|reçu|pris}": "Votre demande a bien été enregistrée",
  },
  acknowledgements: {
    "{merci|veuillez} [de |d'][bien vouloir |désormais ]{écrire|envoyer|utiliser|m'écrire|nous écrire|noter}":
      "Merci d'écrire à max@example.com",
    "nouvelle adresse": "Ma nouvelle adresse est jane@new.example",
    "{merci|je vous remercie|nous vous remercions} {pour|de} {votre|vos} {message|mail|e-mail|email|courriel|courrier|demande|compréhension|commande|contact}":
      "Merci pour votre message",
    "{urgence|urgent|urgente}…{contacter|contactez|adresser|joindre|appeler}": "En cas d'urgence, vous pouvez contacter Max",
    "{veuillez|merci de|vous pouvez|vous pouvez vous} {contacter|adresser|vous adresser|écrire|joindre}": "Veuillez contacter Max",
    "{à|dès} mon retour": "Je vous répondrai à mon retour",
    "{dans les|dans nos} {plus brefs|meilleurs} délais": "Nous vous répondrons dans les plus brefs délais",
  },
  bounceSubjects: {
    "{remise|distribution|livraison|message|envoi} {retardé|différé}": "Remise retardée",
    "retard {de|dans} {remise|livraison|distribution}": "Retard de livraison",
    "non {remis|distribu|délivr}": "Message non remis",
    "échec de [la ]{remise|distribution|livraison}": "Échec de remise",
    "non-remise": "Non-remise",
    "avis de non": "Avis de non",
  },
  bounceFailures: {
    "n'{a|ont} pas [pu ]{été|être} {remis|distribu|délivr}": "Votre message n'a pas été remis",
    "impossible de {remettre|distribuer}": "Impossible de remettre le message",
  },
  bounceIntroductions: {
    destinataire: "destinataire",
  },
  automaticNotes: {
    "{ce|cet} {message|e-mail|courriel|mail|courrier} {a été|est} {généré|envoyé|créé} automatiquement":
      "Ce message a été généré automatiquement",
    "ceci est un {message|courriel|e-mail} {automatique|généré automatiquement|envoyé automatiquement}":
      "Ceci est un message généré automatiquement",
  },
  receiptSubjects: {
    "{non lu|lu|remis}": "Lu: Offer",
    "accusé de {lecture|réception}": "Accusé de lecture: Offer",
  },
  receiptBodies: {
    "a été {lu|affiché|ouvert|remis}": "Votre message a été lu le 20/11/2026",
  },
  hourSigns: {
    h: "Le 20 novembre 2026 à 10h15, Jane Doe <jane@example.com> a écrit :",
  },
  nameParticles: {
    "{du|de|le|la}": "Jane du Pont",
  },
  gatewayTags: {
    externe: "(externe) Re: Offer",
  },
  challengeRequests: {
    "{cliquez|répondez|confirmez|visitez}": "Cliquez ici",
  },
  challengePurposes: {
    expéditeur: "pour confirmer l'expéditeur",
    "votre {message|adresse|identité}": "pour confirmer votre identité",
    humain: "que vous êtes humain",
  },
  challengeProofs: {
    "votre {message|e-mail|email} soit {remis|délivré}": "pour que votre message soit remis",
  },
  bounceDelays: {
    "pas encore [pu |été |être ][été |être ]{remis|distribu|délivr|livr|achemin}": "Votre message n'a pas encore été remis",
    "{nouvelles|autres|prochaines} tentatives": "De nouvelles tentatives seront effectuées",
    "{remise|distribution|livraison|envoi|acheminement|message} … {retardé|différé|reporté}": "La remise de votre message est retardée",
    "{continuera|continuerons|va|allons|sera} … {réessayer|tenter|essayer|retenté|nouveau}": "Le serveur continuera de réessayer",
    "{aucune action|inutile de {le |l'|les |}{renvoyer|réexpédier}|pas {nécessaire|besoin} de {le |}renvoyer}":
      "Aucune action n'est nécessaire",
    "{retard|délai} {de|dans} {remise|livraison|distribution}": "Retard de livraison",
  },
  bounceGivesUp: {
    "{définitif|définitivement|définitive|permanent}": "Échec définitif de la remise",
    "{abandon|plus de tentative|aucune autre tentative|plus tenté}": "Le serveur a abandonné",
  },
  bounceReasonLabels: {
    "{raison|motif|cause|erreur}": "Raison : boîte aux lettres pleine",
  },
  closings: {
    "{merci|merci d'avance|bien à toi}": "Merci",
    "{cordialement|bien cordialement|bien à vous|salutations}": "Cordialement",
  },
};
