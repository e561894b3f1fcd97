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
  inMessage: {
    "na mensagem": ">>> Em 20/11/2026 às 10:15, na mensagem <5F@example.com>, Jane Doe <jane@example.com> escreveu:",
  },
  firstPerson: {
    "{Eu|eu}": "Em 16/11/2026 às 09:12 eu escreveu:",
  },
  asSomebody: {
    "{Como|como|Conforme|conforme}": "Conforme Jane escreveu em 16/11/2026 às 09:12:",
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
    "{obter|obtenha|baixar|descarregar} [o ]outlook para": "Obter o Outlook para iOS",
    "enviad{o|a} {do|da|de|via|a partir d{o|a|e}}": "Enviado do meu iPhone",
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
  untilWords: {
    até: "Ausente até segunda",
  },
  autoReplyBodies: {
    "est{a|e} é uma {resposta|mensagem} automática": "Esta é uma resposta automática.",
    "esta é uma mensagem automática": "Esta é uma mensagem automática",
  },
  absenceBodies: {
    "{já não|não} {trabalho|trabalha|estou} {mais|na|no|em|nesta}": "Já não trabalho na empresa",
    "{deixei|deixou} a empresa": "Deixei a empresa",
    "{endereço|caixa|conta|e-mail|email} … {já não|não} {está|é}[ mais]{ em uso| ativ| utilizad| monitorad| válid}":
      "Este endereço já não está em uso",
    "{endereço|e-mail|email} {mudou|foi desativado|foi alterado}": "O meu endereço mudou",
    "fora do escritório": "Estou fora do escritório",
    "{de|em} {férias|licença}": "Estou de férias",
    "{estarei|estou} ausente": "Estarei ausente até segunda",
    "{já não|não} {trabalha|faz|pertence|trabalho}{ mais| parte| à}": "A Jane já não trabalha mais na empresa",
    "{recebemos|foi recebid{a|o}} {a sua|o seu|sua|seu|com sucesso}": "Recebemos a sua mensagem",
  },
  acknowledgements: {
    "{por favor|favor} {contact|contat|entre em}": "Por favor contacte Max",
    "por favor[,] {escreva|envie|utilize|use}": "Por favor, escreva para max@example.com",
    "novo {endereço|e-mail|email}": "O meu novo endereço é jane@new.example",
    "obrigad{o|a} {por|pel{o|a}} [{sua|seu|tua|teu|nos} ]{mensagem|email|e-mail|contato|contacto|contatar|contactar|escrever|compreensão|entrar}":
      "Obrigado pela sua mensagem",
    "agradecemos {o seu|a sua|seu|sua}": "Agradecemos o seu contacto",
    "urg{ent|ênc}…{contact|contat|entre|ligu|diri}": "Em caso de urgência, contacte Max",
    "{por favor|favor},[ ]{contact|contat|entre em}": "Por favor, contacte Max",
    "{no meu|ao meu|quando} {regresso|retorno|voltar|regressar}": "Responderei no meu regresso",
    "{mais breve|logo que|assim que} possível": "Responderemos o mais breve possível",
  },
  bounceSubjects: {
    "{entrega|mensagem|envio} {atrasad|adiad|retardad|pendente}": "Entrega atrasada",
    "atraso na entrega": "Atraso na entrega",
    "não [foi ]{entregue|entregável}": "Não entregue",
    "falha {na|de} entrega": "Falha na entrega",
    "não é possível entregar": "Não é possível entregar",
    devolvida: "Devolvida",
  },
  bounceFailures: {
    "não {foi|pôde|pode} … {entreg|enviad}": "A mensagem não pôde ser entregue",
  },
  automaticNotes: {
    "est{a|e} {mensagem|e-mail|email|resposta} {foi|é} {gerad|enviad}{a|o} automaticamente": "Esta mensagem foi gerada automaticamente",
  },
  receiptSubjects: {
    "{não lida|lida|lido|entregue}": "Lida: Offer",
    "{confirmação|recibo} de leitura": "Confirmação de leitura: Offer",
  },
  receiptBodies: {
    "foi {lid|abert|exibid}{a|o}": "A sua mensagem foi lida em 20/11/2026",
  },
  nameParticles: {
    da: "Jane da Silva",
  },
  gatewayTags: {
    "extern{o|a}": "[Externo] Re: Offer",
  },
  challengeRequests: {
    clique: "Clique aqui",
    "{responda|confirme}": "Responda a este e-mail",
  },
  challengePurposes: {
    "sua {mensagem|identidade}": "para confirmar sua identidade",
    "seu {endereço|e-mail|email}": "para confirmar seu endereço",
    humano: "que é humano",
  },
  bounceDelays: {
    "ainda não {foi|pôde|pode}": "Sua mensagem ainda não foi entregue",
    "não … {entregue|entregar} … {ainda|até agora}": "Não foi entregue até agora",
    "{novas|outras|mais} tentativas": "Novas tentativas serão feitas",
    "{entrega|mensagem|envio} [da sua mensagem |está |foi ]{atrasad|adiad|retardad}": "A entrega está atrasada",
    "{continuará|continuaremos|continuará a|tentará|tentaremos} … {tent|novamente|de novo}": "O servidor continuará a tentar",
    "atraso na entrega": "Atraso na entrega",
  },
  bounceGivesUp: {
    "{definitiv|permanente}": "Erro permanente",
    "{nenhuma|não haverá|não serão} … tentativa": "Não serão feitas novas tentativas",
  },
  bounceReasonLabels: {
    "{motivo|razão|causa|erro}": "Motivo: caixa postal cheia",
  },
  closings: {
    "{obrigado|obrigada|muito obrigado|abraços}": "Obrigado",
    "{atenciosamente|cumprimentos|com os melhores cumprimentos}": "Atenciosamente",
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
