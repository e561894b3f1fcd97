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
    "enviad{o|a} {desde|de}": "Enviado desde mi iPhone",
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
  absenceSubjects: {
    "de vacaciones": "De vacaciones",
    ausente: "Ausente",
    ausencia: "Ausencia",
  },
  noticeSubjects: {
    "no se {ha podido|puede|pudo} entregar": "No se ha podido entregar",
    "no entregado": "No entregado",
    "{error|fallo} {de|en la} entrega": "Error de entrega",
    "devuelto al remitente": "Devuelto al remitente",
    "notificación de estado de entrega": "Notificación de estado de entrega",
  },
};
