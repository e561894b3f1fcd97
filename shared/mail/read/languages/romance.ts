import type { Language } from "./language.ts";

/** Catalan. */
export const ca: Language = {
  wrote: {
    "ha escrit": "El dia 20 de novembre de 2026 a les 10:15, Jane Doe <jane@example.com> ha escrit:",
    "va escriure": "Jane Doe <jane@example.com> va escriure:",
    escrigué: "Jane Doe <jane@example.com> escrigué:",
  },
  beforeDate: {
    el: "El dia 30 de setembre de 2014 a les 4:51, Jane Doe <jane@example.com> ha escrit:",
    "missatge de": "Missatge de 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  firstPerson: {
    "{Jo|jo}": "El 16/11/2026 a les 09:12 jo va escriure:",
  },
  asSomebody: {
    "{Com|com}": "Com Jane va escriure el 16/11/2026 a les 09:12:",
  },
  labels: {
    from: {
      de: "De: Jane Doe <jane@example.com>",
    },
    date: {
      data: "Data: 20.11.2026 10:15",
      enviat: "Enviat: 20.11.2026 10:15",
    },
    to: {
      a: "A: Max Muster <max@example.com>",
      "per a": "Per a: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
    },
    subject: {
      assumpte: "Assumpte: Offer",
    },
  },
  originalMessage: {
    "missatge original": "----- Missatge original -----",
  },
  forwardedMessage: {
    "missatge reenviat": "---------- Missatge reenviat ----------",
  },
  sentFrom: {
    "enviat {des del|des de|amb}": "Enviat des del meu iPhone",
    "{obteniu|obtén} l'outlook per": "Obteniu l'Outlook per a l'iOS",
  },
  replyPrefixes: {
    re: "RE: Offer",
  },
  forwardPrefixes: {
    rv: "RV: Offer",
  },
  autoReplySubjects: {
    "resposta automàtica": "Resposta automàtica: Offer",
    "respost{e|a} autom{à|á|a}tica": "Resposte automàtica: Offer",
    "fora de l'oficina": "Fora de l'oficina: Offer",
  },
  bounceSubjects: {
    "{lliurament {endarrerit|fallit|retardat}|no s'ha pogut lliurar|error en el lliurament}": "Lliurament endarrerit",
  },
  bounceDelays: {
    "encara no s'ha [pogut ]lliura": "El missatge encara no s'ha lliurat",
    "{endarrerit|retardat|ajornat}": "Lliurament endarrerit",
    "{continuarà|tornarà|seguirà} [a |]{intentant|intentar}": "El servidor continuarà intentant-ho",
  },
  bounceFailures: {
    "no s'ha pogut {lliurar|entregar|enviar}": "No s'ha pogut lliurar el missatge",
  },
  bounceGivesUp: {
    "{definitiv|permanent|no es tornarà a intentar}": "No es tornarà a intentar",
  },
};

/** Basque. */
export const eu: Language = {
  wrote: {
    "idatzi du": "Jane Doe <jane@example.com> idatzi du:",
  },
  labels: {
    from: {
      nork: "Nork: Jane Doe <jane@example.com>",
    },
    subject: {
      gaia: "Gaia: Offer",
    },
  },
  autoReplySubjects: {
    "erantzun automatikoa": "Erantzun automatikoa: Offer",
  },
};

/** Galician. */
export const gl: Language = {
  wrote: {
    escribiu: "O 20/11/2026 ás 10:15, Jane Doe <jane@example.com> escribiu:",
    escrebeu: "Jane Doe <jane@example.com> escrebeu:",
  },
  beforeDate: {
    o: "O 20.11.2026 10:15, Jane Doe <jane@example.com>:",
    a: "A 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      de: "De: Jane Doe <jane@example.com>",
    },
    to: {
      para: "Para: Max Muster <max@example.com>",
    },
    subject: {
      asunto: "Asunto: Offer",
    },
  },
  originalMessage: {
    "mensaxe orixinal": "----- Mensaxe orixinal -----",
  },
  forwardedMessage: {
    "mensaxe reenviada": "---------- Mensaxe reenviada ----------",
  },
  sentFrom: {
    "enviado {dende|desde} o": "Enviado dende o meu iPhone",
  },
  autoReplySubjects: {
    "resposta automática": "Resposta automática: Offer",
    "fora da oficina": "Fora da oficina: Offer",
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
