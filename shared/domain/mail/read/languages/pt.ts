import type { Language } from "./language.ts";

/** Portuguese. */
export const pt: Language = {
  wrote: {
    escreveu: "Em sex., 20 de nov. de 2026 às 10:15, Jane Doe <jane@example.com> escreveu:",
  },
  beforeDate: {
    em: "Em sex., 20 de nov. de 2026 às 10:15, Jane Doe <jane@example.com> escreveu:",
    "no dia": "No dia 20 de novembro de 2026 às 10:15, Jane Doe <jane@example.com> escreveu:",
    a: "A sexta, 20 de nov de 2026, 10:15, Jane Doe <jane@example.com> escreveu:",
  },
  quoting: {
    citando: "Citando Jane Doe <jane@example.com>:",
  },
  labels: {
    from: {
      de: "De: Jane Doe <jane@example.com>",
      remetente: "Remetente: Jane Doe <jane@example.com>",
    },
    date: {
      data: "Data: 20.11.2026 10:15",
      enviado: "Enviado: 20.11.2026 10:15",
      "enviado em": "Enviado em: 20.11.2026 10:15",
      "enviada em": "Enviada em: 20.11.2026 10:15",
      enviada: "Enviada: 20.11.2026 10:15",
    },
    to: {
      para: "Para: Max Muster <max@example.com>",
      destinatário: "Destinatário: Max Muster <max@example.com>",
    },
    cc: {
      cc: "Cc: Eve Doe <eve@example.com>",
      cópia: "Cópia: Eve Doe <eve@example.com>",
      "cópia para": "Cópia para: Eve Doe <eve@example.com>",
    },
    subject: {
      assunto: "Assunto: Offer",
    },
    other: {
      "responder a": "Responder a: x",
    },
  },
  originalMessage: {
    "mensagem original": "----- Mensagem original -----",
  },
  forwardedMessage: {
    "mensagem {encaminhada|reencaminhada}": "---------- Mensagem encaminhada ----------",
    "início da mensagem {encaminhada|reencaminhada}": "---------- Início da mensagem encaminhada ----------",
  },
  replyAboveThisLine: {
    "{responda|responder|escreva|resposta} … acima desta linha": "--- Responda acima desta linha ---",
  },
  sentFrom: {
    "enviad{o|a} {do|da|de}": "Enviado do meu iPhone",
  },
  replyPrefixes: {
    res: "Res: Offer",
    re: "RE: Offer",
  },
  forwardPrefixes: {
    enc: "Enc: Offer",
  },
  autoReplySubjects: {
    "resposta autom{á|a}tica": "Resposta automática: Offer",
    "mensagem automática": "Mensagem automática: Offer",
    "auto[-]resposta": "Autoresposta: Offer",
    "fora do escritório": "Fora do escritório: Offer",
    "ausente do escritório": "Ausente do escritório: Offer",
    "ausência temporária": "Ausência temporária: Offer",
  },
  absenceSubjects: {
    "de férias": "De férias",
    ausente: "Ausente",
    ausência: "Ausência",
  },
  noticeSubjects: {
    "não [foi ]{entregue|entregável}": "Não entregue",
    "falha {na|de} entrega": "Falha na entrega",
    "não é possível entregar": "Não é possível entregar",
    devolvida: "Devolvida",
  },
};
