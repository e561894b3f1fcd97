import type { Language } from "./language.ts";

/** Spanish. */
export const es: Language = {
  wrote: {
    escribió: "El vie, 20 nov 2026 a las 10:15, Jane Doe (<jane@example.com>) escribió:",
    escribio: "Jane Doe <jane@example.com> escribio:",
    "ha escrito": "Jane Doe <jane@example.com> ha escrito:",
    escribía: "Jane Doe <jane@example.com> escribía:",
  },
  beforeDate: {
    el: "El 20/11/2026 a las 10:15, Jane Doe escribió:",
    a: "A 20.11.2026 10:15, Jane Doe <jane@example.com>:",
  },
  quoting: {
    "citando[ a]": "Citando a Jane Doe <jane@example.com>:",
    "mensaje citado por": "Mensaje citado por Jane Doe <jane@example.com>:",
  },
  inMessage: {
    "en el mensaje": ">>> El 20/11/2026 a las 10:15, en el mensaje <5F@example.com>, Jane Doe <jane@example.com> escribió:",
  },
  firstPerson: {
    "{Yo|yo|Nosotros|nosotros}": "El 16/11/2026 a las 09:12 yo escribió:",
  },
  asSomebody: {
    "{Como|como}": "Como Jane escribió el 16/11/2026 a las 09:12:",
  },
  labels: {
    from: {
      de: "De: Jane Doe <jane@example.com>",
      remitente: "Remitente: Jane Doe <jane@example.com>",
    },
    date: {
      fecha: "Fecha: 20.11.2026 10:15",
      enviado: "Enviado: 20.11.2026 10:15",
      "enviado el": "Enviado el: 20.11.2026 10:15",
    },
    to: {
      para: "Para: Max Muster <max@example.com>",
      a: "A: Max Muster <max@example.com>",
      destinatario: "Destinatario: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      copia: "Copia: Eve Doe <eve@example.com>",
    },
    subject: {
      asunto: "Asunto: Offer",
    },
    other: {
      "responder a": "Responder a: x",
      importancia: "Importancia: x",
      adjuntos: "Adjuntos: x",
    },
  },
  originalMessage: {
    "mensaje original": "----- Mensaje original -----",
  },
  forwardedMessage: {
    "mensaje reenviado": "---------- Mensaje reenviado ----------",
    "inicio del mensaje reenviado": "---------- Inicio del mensaje reenviado ----------",
  },
  replyAboveThisLine: {
    "{responda|responder|escriba|respuesta} … {encima|arriba} de esta línea": "--- Responda encima de esta línea ---",
  },
  sentFrom: {
    "{obtener|obtén|descargar} outlook para": "Obtener Outlook para iOS",
    "enviad{o|a} {desde|de}": "Enviado desde mi iPhone",
  },
  devices: {
    móvil: "Enviado desde mi móvil",
    celular: "Enviado desde mi celular",
  },
  speakers: {
    yo: "Enviado desde mi móvil, yo estoy en camino",
  },
  replyPrefixes: {
    re: "RE: Offer",
    rv: "RV: Offer",
  },
  forwardPrefixes: {
    rv: "RV: Offer",
  },
  autoReplySubjects: {
    "respuesta autom{á|a}tica": "Respuesta automática: Offer",
    "contestación automática": "Contestación automática: Offer",
    "mensaje automático": "Mensaje automático: Offer",
    "auto[-]respuesta": "Autorespuesta: Offer",
    "fuera de [la ]oficina": "Fuera de oficina: Offer",
    "ausente de la oficina": "Ausente de la oficina: Offer",
  },
  afterAutoReply: {
    "{de|a}": "Respuesta automática de Jane",
  },
  absenceSubjects: {
    "de vacaciones": "De vacaciones",
    ausente: "Ausente",
    ausencia: "Ausencia",
  },
  untilWords: {
    "{hasta|del|desde}": "Ausente hasta lunes",
  },
  autoReplyBodies: {
    "{esta|este} es {una|un} {respuesta|mensaje} automátic{a|o}": "Esta es una respuesta automática.",
  },
  absenceBodies: {
    "{he|ha} dejado {la empresa|de trabajar|la compañía}": "He dejado la empresa",
    "{dirección|cuenta|buzón} [de correo ]ya no {está|se|es|existe}": "Esta dirección ya no está en uso",
    "{dirección|cuenta} … ha {cambiado|sido desactivada}": "Mi dirección ha cambiado",
    "fuera de [la |mi ]oficina": "Estoy fuera de la oficina",
    "{de|en} {vacaciones|baja|permiso}": "Estoy de vacaciones",
    "{estaré|estoy|estare} ausente": "Estaré ausente hasta el lunes",
    "ya no {trabaja|forma|pertenece|está|trabajo}": "Jane ya no trabaja en la empresa",
    "hemos recibido su {mensaje|solicitud|correo|consulta}": "Hemos recibido su solicitud",
    "su {solicitud|consulta|mensaje|correo} ha sido {recibid|registrad}{a|o}": "Su solicitud ha sido recibida",
  },
  acknowledgements: {
    "{por favor|le rogamos|ruego}[,] {escriba|escriban|envíe|utilice|use|dirija}": "Por favor, escriba a max@example.com",
    "nueva dirección": "Mi nueva dirección es jane@new.example",
    "gracias por {su|tu|el} {mensaje|correo|email|e-mail|consulta|solicitud|comprensión|contacto|pedido}": "Gracias por su mensaje",
    "gracias por {contactar|escribir|ponerse|comunicar}{ |se |nos |te }": "Gracias por contactar con nosotros",
    "{urgente|urgencia|urgentes}…{contact|póngase|llam|escrib|dirij}": "Si es urgente, contacte",
    "{contacte|póngase en contacto|diríjase|escriba}{ |: }": "Contacte con Max",
    "a mi {regreso|vuelta}": "Responderé a mi regreso",
    "{a la|lo antes|lo más pronto} {mayor brevedad|posible}": "Le responderemos a la mayor brevedad",
    "{acceso limitado|sin acceso}": "Tendré acceso limitado al correo",
  },
  bounceSubjects: {
    "{entrega|mensaje|envío} {retrasad|demorad|aplazad|diferid|pendiente}": "Entrega retrasada",
    "{{retraso|demora} en {la|el} {entrega|envío}|{aviso|notificación} de {retraso|demora}}": "Retraso en la entrega",
    "no se {ha podido|puede|pudo} entregar": "No se ha podido entregar",
    "no entregado": "No entregado",
    "{error|fallo} {de|en la} entrega": "Error de entrega",
    "devuelto al remitente": "Devuelto al remitente",
    "notificación de estado de entrega": "Notificación de estado de entrega",
  },
  bounceFailures: {
    "no [se ]{ha|han|pudo|puede} … {entreg|enviar}": "No se pudo entregar el mensaje",
  },
  bounceIntroductions: {
    destinatario: "destinatario",
  },
  automaticNotes: {
    "est{e|a} {mensaje|correo|respuesta|notificación} {ha sido|fue|se ha|es} {generad|enviad}{o|a} automáticamente":
      "Este mensaje ha sido generado automáticamente",
    "este es un {mensaje|correo} {automático|generado automáticamente}": "Este es un mensaje automático",
  },
  receiptSubjects: {
    "{no leído|leído|leido|entregado}": "Leído: Offer",
    "{confirmación|acuse} de {lectura|recibo}": "Confirmación de lectura: Offer",
  },
  receiptBodies: {
    "{se leyó|fue leído|ha sido leído|se ha leído|fue abierto}": "El mensaje fue leído el viernes",
  },
  nameParticles: {
    "{del|de|la}": "Jane del Valle",
  },
  gatewayTags: {
    "extern{o|a}": "[Externo] Re: Offer",
  },
  challengeRequests: {
    "haga clic": "Haga clic aquí",
    responda: "Responda a este correo",
    confirme: "Confirme aquí",
  },
  challengePurposes: {
    "su {mensaje|dirección|identidad}": "para confirmar su identidad",
    humano: "que es humano",
  },
  challengeProofs: {
    "su {mensaje|correo} sea entregado": "para que su mensaje sea entregado",
  },
  bounceDelays: {
    "no {es necesario|hace falta|necesita} [que ]{lo |}{reenv|volver a env}": "No es necesario que reenvíe el mensaje",
    "se reintentará": "Se reintentará la entrega",
    "{aún|todavía} no [se ]{ha|han|pudo|puede|fue}": "Su mensaje aún no se ha entregado",
    "no [se ]{ha|pudo} … {todavía|aún}": "No se ha podido entregar todavía",
    "{nuevos|más|otros|adicionales} intentos": "Se realizarán nuevos intentos",
    "{entrega|mensaje|envío} [de su mensaje |se ha |está |ha sido ]{retrasad|demorad|aplazad|diferid}": "La entrega se ha retrasado",
    "{seguirá|seguiremos|continuará|continuaremos|volverá|volveremos} … {intent|a intentar}": "El servidor seguirá intentando",
    "{retraso|demora} en la entrega": "Retraso en la entrega",
  },
  bounceGivesUp: {
    "{definitiv|permanente}": "Error permanente",
    "{no se {intentará|realizarán}|no habrá} … {más|nuevo}": "No se realizarán más intentos",
  },
  bounceReasonLabels: {
    "{motivo|razón|causa|error}": "Motivo: buzón lleno",
  },
  closings: {
    "{gracias|muchas gracias|gracias de antemano}": "Gracias",
    "{saludos|un saludo|atentamente|cordialmente|saludos cordiales}": "Saludos",
  },
};

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
