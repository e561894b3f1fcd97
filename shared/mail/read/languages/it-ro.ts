import type { Language } from "./language.ts";

/** Italian. */
export const it: Language = {
  wrote: {
    "ha scritto": "Il giorno ven 20 nov 2026 alle ore 10:15 Jane Doe <jane@example.com> ha scritto:",
    scrive: "Jane Doe <jane@example.com> scrive:",
    scriveva: "Jane Doe <jane@example.com> scriveva:",
    scrisse: "Jane Doe <jane@example.com> scrisse:",
  },
  beforeDate: {
    il: "Il giorno ven 20 nov 2026 alle ore 10:15 Jane Doe <jane@example.com> ha scritto:",
    "il giorno": "Il giorno ven 20 nov 2026 alle ore 10:15 Jane Doe <jane@example.com> ha scritto:",
    "in data": "In data 20/11/2026 10:15, Jane Doe <jane@example.com> ha scritto:",
    "nel messaggio": "Nel messaggio 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  quoting: {
    citando: "Citando Jane Doe <jane@example.com>:",
  },
  inMessage: {
    "nel messaggio": ">>> Il 20/11/2026 alle 10:15, nel messaggio <5F@example.com>, Jane Doe <jane@example.com> ha scritto:",
  },
  firstPerson: {
    "{Io|io|Noi|noi}": "Il 16/11/2026 alle 09:12 io ha scritto:",
  },
  asSomebody: {
    "{Come|come}": "Come Jane ha scritto il 16/11/2026 alle 09:12:",
  },
  labels: {
    from: {
      da: "Da: Jane Doe <jane@example.com>",
      mittente: "Mittente: Jane Doe <jane@example.com>",
    },
    date: {
      data: "Data: 20.11.2026 10:15",
      inviato: "Inviato: 20.11.2026 10:15",
      "inviato il": "Inviato il: 20.11.2026 10:15",
    },
    to: {
      a: "A: Max Muster <max@example.com>",
      destinatario: "Destinatario: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      copia: "Copia: Eve Doe <eve@example.com>",
    },
    subject: {
      oggetto: "Oggetto: Offer",
    },
    other: {
      "rispondi a": "Rispondi a: x",
      risposta: "Risposta: x",
      allegati: "Allegati: x",
    },
  },
  originalMessage: {
    "messaggio originale": "----- Messaggio originale -----",
    "messaggio di origine": "----- Messaggio di origine -----",
  },
  forwardedMessage: {
    "messaggio inoltrato": "---------- Messaggio inoltrato ----------",
    "inizio [del ]messaggio inoltrato": "---------- Inizio messaggio inoltrato ----------",
  },
  replyAboveThisLine: {
    "{rispondi|scrivi|risposta} … sopra [a ]questa {riga|linea}": "--- Rispondi sopra questa riga ---",
  },
  sentFrom: {
    "{scarica|ottieni} outlook per": "Scarica Outlook per iOS",
    "inviat{o|a} {da|dal|con}": "Inviato da iPhone",
  },
  devices: {
    cellulare: "Inviato dal mio cellulare",
  },
  speakers: {
    io: "Inviato dal mio cellulare, io sono in viaggio",
  },
  replyPrefixes: {
    r: "R: Offer",
    rif: "Rif: Offer",
    re: "RE: Offer",
  },
  forwardPrefixes: {
    i: "I: Offer",
  },
  autoReplySubjects: {
    "risposta automatica": "Risposta automatica: Offer",
    "messaggio automatico": "Messaggio automatico: Offer",
    "risponditore automatico": "Risponditore automatico: Offer",
    "fuori {ufficio|sede}": "Fuori ufficio: Offer",
    "assente dall'ufficio": "Assente dall'ufficio: Offer",
    "avviso di assenza": "Avviso di assenza: Offer",
  },
  afterAutoReply: {
    "{da|al}": "Risposta automatica da Jane",
  },
  absenceSubjects: {
    "in ferie": "In ferie",
    assente: "Assente",
    assenza: "Assenza",
  },
  untilWords: {
    "{fino|dal}": "Assente fino a lunedì",
  },
  autoReplyBodies: {
    "{questa|questo} è un{a |'|o |  |}[ ]{risposta|messaggio} automatic{a|o}": "Questa è una risposta automatica.",
    "{risposta|messaggio} {generat{a|o} automaticamente|automatic{a|o}}…non rispondere": "Messaggio automatico, si prega di non rispondere",
  },
  absenceBodies: {
    "{non lavoro più|ho lasciato {l'azienda|la società|il mio}}": "Non lavoro più in azienda",
    "{indirizzo|casella} … non è più {attiv|in uso|valid|utilizzat|monitorat}": "Questo indirizzo non è più attivo",
    "{indirizzo|casella} … {è cambiat|è stat{o|a} {disattivat|chius}}": "Il mio indirizzo è cambiato",
    "fuori {ufficio|sede|dall'ufficio}": "Sono fuori ufficio",
    "{in|per} {ferie|vacanza|congedo|maternità}": "Sono in ferie",
    "{sono|sarò|saro'} assente": "Sarò assente fino a lunedì",
    "non {lavora|fa|collabora|è} più": "Jane non lavora più in azienda",
    "abbiamo ricevuto {la sua|la tua|il suo|la vostra|il tuo}": "Abbiamo ricevuto la sua richiesta",
    "{richiesta|messaggio} è stat{a|o} {ricevut|registrat|pres}{a|o}": "La sua richiesta è stata ricevuta",
  },
  acknowledgements: {
    "{per favore|la prego di|vi prego di} {contatt|rivolg}": "Per favore contattate Max",
    "{per favore|prego|cortesemente} {scriv|utilizz|invi}": "Per favore scrivete a max@example.com",
    "nuovo indirizzo": "Il mio nuovo indirizzo è jane@new.example",
    "{grazie|la ringrazio|ti ringrazio|la ringraziamo} per {la|il} [{sua|tua|suo|tuo|vostra|vostro} ]{messaggio|mail|e-mail|email|richiesta|comprensione|contatto}":
      "Grazie per il messaggio",
    "{grazie|la ringrazio|ti ringrazio|la ringraziamo} per aver{ci |mi |la |}{contattat|scritto|inviato}": "Grazie per averci contattato",
    "{urgen|emergenza}…{contatt|rivolg|chiam|scriv}": "Per questioni urgenti rivolgersi a Max",
    "{si prega di|la preghiamo di|può|potete|puoi} {contattare|rivolgersi|scrivere|inviare}": "Si prega di contattare Max",
    "al mio {rientro|ritorno}": "Risponderò al mio rientro",
    "{al più|il prima} {presto|possibile}": "Le risponderemo al più presto",
  },
  bounceSubjects: {
    "{consegna|recapito|messaggio|invio} {ritardat|rinviat|differit|in ritardo|in sospeso}": "Consegna ritardata",
    "ritardo {nella|di} {consegna|recapito}": "Ritardo nella consegna",
    "mancat{o|a} {recapito|consegna}": "Mancato recapito",
    "impossibile {recapitare|consegnare}": "Impossibile recapitare",
    "non recapitabile": "Non recapitabile",
    "notifica [di ]{mancato|stato}": "Notifica mancato",
    "errore [di ]consegna": "Errore consegna",
    "non {consegnat|recapitat}{o|a}": "Messaggio non consegnato",
    "{consegna|recapito} {fallit|non riuscit}{o|a}": "Consegna fallita",
  },
  bounceFailures: {
    "non {è stato|può essere|è stata} … {consegn|recapit}": "Il messaggio non è stato consegnato",
    "{impossibile|non è stato possibile|non è possibile} … {consegnare|recapitare|inviare}":
      "Non è stato possibile recapitare il messaggio",
    "{consegna|recapito} … {fallit|non riuscit|non è riuscit}": "La consegna del messaggio è fallita",
    "{utente|destinatario|casella|indirizzo} … {sconosciut|inesistente|non esiste|pien}": "Utente sconosciuto",
  },
  bounceIntroductions: {
    destinatari: "ai seguenti destinatari:",
    "indirizz{o|i}": "al seguente indirizzo:",
  },
  automaticNotes: {
    "quest{o|a} {messaggio|e-mail|email|risposta} {è stato|è stata|è} {generat|inviat}{o|a} automaticamente":
      "Questo messaggio è stato generato automaticamente",
  },
  receiptSubjects: {
    "{non letto|letto|recapitato}": "Letto: Offer",
    "{conferma di lettura|ricevuta di ritorno}": "Conferma di lettura: Offer",
  },
  receiptBodies: {
    "è stato {letto|visualizzato|aperto|recapitato}": "Il messaggio è stato letto il 20/11/2026",
  },
  nameParticles: {
    "{da|di|del|la}": "Jane di Maggio",
  },
  gatewayTags: {
    esterno: "[Esterno] Re: Offer",
  },
  challengeRequests: {
    clicca: "Clicca qui",
    rispondi: "Rispondi a questa mail",
    "confermar[e]": "Deve confermare qui",
  },
  challengePurposes: {
    "il {suo|tuo} messaggio": "per il suo messaggio",
    umano: "che è umano",
  },
  bounceDelays: {
    "non … {ancora|finora} [stato |potuto |essere ]{consegn|recapit}": "Il messaggio non è stato ancora recapitato",
    "non … {consegnat|recapitat}{o|a} … ancora": "Non è stato recapitato ancora",
    "{altri|ulteriori|nuovi} tentativi": "Verranno effettuati altri tentativi",
    "{consegna|recapito|messaggio|invio} [del messaggio |è |è stat{a|o} ]{ritardat|rinviat|differit|in ritardo}": "La consegna è ritardata",
    "{continuerà|continueremo|riproverà|riproveremo|si riproverà} … ": "Il server continuerà a provare la consegna",
    "ritardo {nella|di} {consegna|recapito}": "Ritardo nella consegna",
  },
  bounceGivesUp: {
    "{definitiv|permanente}": "Errore permanente",
    "{nessun altro|non verranno} … tentativ": "Non verranno effettuati altri tentativi",
  },
  bounceReasonLabels: {
    "{motivo|causa|ragione|errore}": "Motivo: casella piena",
  },
  closings: {
    "{grazie|grazie mille|cordialmente}": "Grazie",
    "{cordiali saluti|distinti saluti|saluti}": "Cordiali saluti",
  },
};

/** Romanian. */
export const ro: Language = {
  wrote: {
    "a scris": "În vin., 20 nov. 2026 la 10:15, Jane Doe <jane@example.com> a scris:",
    "au scris": "Jane Doe <jane@example.com> au scris:",
    scrie: "Jane Doe <jane@example.com> scrie:",
  },
  beforeDate: {
    în: "În vin., 20 nov. 2026 la 10:15, Jane Doe <jane@example.com> a scris:",
    pe: "Pe data de 20.11.2026 10:15, Jane Doe a scris:",
    "pe data de": "Pe data de 20.11.2026 10:15, Jane Doe a scris:",
    la: "La 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    "în data": "În data 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  asSomebody: {
    "{După cum|după cum}": "După cum Jane a scris 16.11.2026 09:12:",
  },
  labels: {
    from: {
      "de la": "De la: Jane Doe <jane@example.com>",
      de: "De: Jane Doe <jane@example.com>",
    },
    date: {
      data: "Data: 20.11.2026 10:15",
      dată: "Dată: 20.11.2026 10:15",
      trimis: "Trimis: 20.11.2026 10:15",
    },
    to: {
      către: "Către: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      copie: "Copie: Eve Doe <eve@example.com>",
      "în copie": "În copie: Eve Doe <eve@example.com>",
    },
    subject: {
      subiect: "Subiect: Offer",
    },
  },
  originalMessage: {
    "mesaj original": "----- Mesaj original -----",
    "mesajul original": "----- Mesajul original -----",
    "mesajul inițial": "----- Mesajul inițial -----",
  },
  forwardedMessage: {
    "mesaj {redirecționat|redirectionat|retrimis|transmis}": "---------- Mesaj redirecționat ----------",
    "{început de mesaj|începutul mesajului} redirecționat": "---------- Început de mesaj redirecționat ----------",
  },
  sentFrom: {
    "obțineți outlook pentru": "Obțineți Outlook pentru iOS",
    "trimis de pe": "Trimis de pe iPhone-ul meu",
  },
  replyPrefixes: {
    re: "RE: Offer",
  },
  autoReplySubjects: {
    "r{ă|a}spuns automat": "Răspuns automat: Offer",
    "mesaj automat": "Mesaj automat: Offer",
    "în afara biroului": "În afara biroului: Offer",
  },
  absenceSubjects: {
    absență: "Absență",
    "în concediu": "În concediu",
  },
  bounceSubjects: {
    "{livrare|livrarea|mesaj|mesajul} {întârziat|amânat}": "Livrare întârziată",
    "întârziere {la|în|de} livrare": "Întârziere la livrare",
    nelivrat: "Nelivrat",
  },
  bounceFailures: {
    "nu {a putut|poate|s-a putut|a fost} … livra": "Mesajul nu a putut fi livrat",
  },
  bounceIntroductions: {
    destinatar: "următorilor destinatari:",
  },
  bounceDelays: {
    "{încă nu|nu a fost încă|nu s-a putut încă}": "Mesajul nu a fost încă livrat",
    "{noi|alte|mai multe} încercări": "Vor fi făcute noi încercări",
    "{întârziat|întârziere|amânat}": "Livrarea este întârziată",
    "{va|vom|se va} … {încerca|reîncerca|continua}": "Serverul va încerca din nou",
  },
  bounceGivesUp: {
    "{definitiv|permanent}": "Eroare permanentă",
    "{nu vor mai|nu se va mai} … {încerc|fi}": "Nu vor mai fi încercări",
  },
  bounceReasonLabels: {
    "{motiv|cauza|cauză|eroare}": "Motiv: căsuța este plină",
  },
  absenceBodies: {
    "{plecat|plecată|absent|absentă|lipsesc} din {birou|firmă|oficiu}": "Sunt plecat din birou până luni",
    "{în concediu|în vacanță}": "Sunt în concediu",
    "{adresa|adresă} … nu mai {este|e}": "Această adresă nu mai este folosită",
    "nu mai lucr{ez|ează}": "Nu mai lucrez în companie",
  },
  acknowledgements: {
    "{urgent|urgențe|urgente}…contact": "Pentru urgențe contactați pe Max",
    "{vă rog|vă rugăm}…{contactați|scrieți}": "Vă rugăm contactați pe Max",
    "{mulțumesc|mulțumim} pentru {mesaj|e-mail|email}": "Mulțumesc pentru mesaj",
  },
};
