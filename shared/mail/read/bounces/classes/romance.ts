import type { ClassPhrases } from "./english.ts";

/** French: Orange, La Poste, Free, SFR and Exchange in French. */
export const french: ClassPhrases = {
  unknown_user: {
    "{destinataire|utilisateur|adresse|boîte|boite|compte|domaine}[s|(s)]…{inconnu|n'existe pas|n'existe plus|introuvable|invalide|inexistant|non trouvé|n'a pas été trouvé|n'est pas valide|n'est plus}":
      "L'adresse du destinataire n'existe pas.",
    "{destinataire|utilisateur|adresse} {inconnu|invalide|inexistant}": "550 Adresse d au moins un destinataire invalide. OFR204_416",
    "{compte|boîte|boite|adresse}…{désactivé|fermé|supprimé|résilié|archiv}": "La boîte aux lettres a été fermée.",
    "aucun {utilisateur|destinataire|compte|boîte}": "Aucun utilisateur de ce nom",
  },
  mailbox_full: {
    "{boîte|boite|messagerie|bal}[s]…{pleine|saturée|plein|dépass}": "Raison : boîte aux lettres pleine",
    "atteint … {quota|limite|capacité}": "La boîte de réception a atteint sa capacité maximale.",
    "{quota|espace|capacité|stockage}…{dépass|atteint|insuffisant|plein|épuisé}": "Le quota du destinataire est dépassé.",
    "{espace|stockage} … insuffisant": "Espace de stockage insuffisant",
  },
  too_large: {
    "{message|pièce jointe|courrier|mail|e-mail|taille}[s]…{trop {volumineu|gros|grand|lourd}}": "Le message est trop volumineux.",
    "taille … {dépass|maximale|limite}": "La taille du message dépasse la limite.",
  },
  spam: {
    "{comme|contient|pour|de} {spam|un spam|du spam|indésirable}": "Votre message a été considéré comme spam.",
    "{courrier indésirable|pourriel|antispam|anti-spam|liste noire|virus}": "Rejeté par le filtre antispam",
    "mail rejet{é|e}": "550 5.2.0 Mail rejete. Mail rejected. OFR_506 [506]",
  },
  policy: {
    "{politique|règle[s]} {de|du|d'}": "Refusé par la politique de sécurité",
    "{refusé|rejeté|bloqué|interdit|non autorisé|pas autorisé|pas l'autorisation|n'accepte pas|n'acceptent pas|service refus}":
      "Le message a été refusé par le serveur du destinataire.",
  },
  expired: { "{délai … {dépass|expir}|expiré|injoignable|connexion impossible|ne répond pas|hors délai}": "Le serveur ne répond pas." },
  other: {
    "{temporairement|provisoirement|momentanément|ultérieurement|plus tard|impayé|défaut de paiement}":
      "La boîte est temporairement indisponible.",
  },
};

/** Spanish: Movistar, Terra and Exchange in Spanish. */
export const spanish: ClassPhrases = {
  unknown_user: {
    "{usuario|destinatario|dirección|direccion|buzón|buzon|cuenta|dominio}[s]…{no existe|desconocid|no encontrad|no se encontró|no se encuentra|no se ha encontrado|inexistente|no válid|inválid|ya no}":
      "La dirección de correo no existe.",
    "{no se {encontró|pudo encontrar|ha encontrado}}…{dirección|usuario|destinatario|buzón}": "No se pudo encontrar la dirección.",
    "{no existe|no existen} {el|la|ese|dicha|dicho|ningún} {usuario|persona|cuenta|destinatario|buzón|dirección|dominio}":
      "550 No existe dicha persona",
    "{buzón|cuenta|dirección}…{desactivad|deshabilitad|cerrad|eliminad|cancelad|dada de baja|dado de baja}": "La cuenta está desactivada.",
  },
  mailbox_full: {
    "{buzón|buzon|bandeja|casilla|correo}[s]…{llen|complet|sobrepas|excedid|saturad}": "El buzón del destinatario está lleno.",
    "{cuota|espacio|almacenamiento|capacidad}…{excedid|superad|agotad|insuficiente|llen|alcanzad|excede}":
      "La cuota del buzón está agotada.",
    "{superado|excedido|agotado|superó|excedió} … {cuota|espacio|almacenamiento|límite}": "Se ha superado la cuota de almacenamiento.",
    "{sin|no hay|no tiene} {espacio|suficiente espacio}": "No hay suficiente espacio.",
  },
  too_large: {
    "{mensaje|adjunto|archivo|correo|tamaño}[s]…{demasiado grande|excede|supera el}": "El mensaje es demasiado grande.",
    "tamaño … {máximo|permitido|excede|supera}": "El tamaño supera el máximo permitido.",
  },
  spam: {
    "{como|por|contiene|de} spam": "Su mensaje fue identificado como spam.",
    "{correo no deseado|antispam|lista negra|virus}": "Rechazado por el filtro antispam",
  },
  policy: {
    "{política|directiva|rechazad|bloquead|no autorizad|no permitid|no tiene permiso|tengas permiso|tenga permiso|sin permiso|no está autorizad|denegad|prohibid|no acepta}":
      "El remitente fue rechazado.",
  },
  expired: { "{tiempo … {agotad|expir|límite}|expirad|no responde|no se pudo conectar|caducad}": "Tiempo de espera agotado." },
  other: { "{temporalmente|más tarde|provisionalmente|impago|falta de pago}": "El buzón está temporalmente desactivado." },
};

/** Italian: Libero, Virgilio, Aruba, TIM and Exchange in Italian. */
export const italian: ClassPhrases = {
  unknown_user: {
    "{utente|destinatario|indirizzo|casella|account|dominio}[ e-mail| di posta]…{sconosciut|inesistente|non esiste|non trovat|non valid|non è stato trovat|non è valid|non è più}":
      "L'indirizzo e-mail non esiste.",
    "{nessun|nessuna} {utente|casella|account|destinatario}": "Nessun utente simile in questo indirizzo",
    "{casella|account|indirizzo}…{disattivat|disabilitat|chius|cancellat|rimoss|inattiv}": "La casella è stata disattivata.",
    "impossibile trovare {l'indirizzo|il destinatario|l'utente|la casella}": "Impossibile trovare l'indirizzo",
  },
  mailbox_full: {
    "{casella|cassetta|mailbox|posta in arrivo}[ di posta| del destinatario| postale|e]…{piena|pieno|piene|pieni|esaurit|superat|satura}":
      "La casella del destinatario è piena.",
    "{spazio|quota|memoria|capacità}…{esaurit|superat|insufficiente|piena|pieno|raggiunt|terminat}": "Quota superata",
  },
  too_large: {
    "{messaggio|allegato|allegati|posta|mail}…{troppo grand|troppo pesant|supera la dimensione}": "Il messaggio è troppo grande.",
    "{dimensione|dimensioni}…{massim|consentit|super|eccede}": "La dimensione supera il limite.",
  },
  spam: {
    "{come|per|contiene|di} spam": "Il messaggio è stato riconosciuto come spam.",
    "{posta indesiderata|antispam|lista nera|virus}": "Rifiutato dal filtro antispam",
  },
  policy: {
    "{criteri|politica|politiche|rifiutat|respint|bloccat|non autorizzat|non consentit|negat|vietat|non accetta|autorizzazione}":
      "Il messaggio è stato rifiutato dal server.",
  },
  expired: { "{tempo … scadut|scadut{o|a}|non risponde|impossibile connettersi|timeout}": "Il server non risponde." },
  other: { "{temporaneamente|momentaneamente|più tardi|mancato pagamento|morosità}": "La casella è temporaneamente disabilitata." },
};

/** Portuguese: UOL, Terra, BOL, SAPO and Exchange in Portuguese. */
export const portuguese: ClassPhrases = {
  unknown_user: {
    "{usuário|utilizador|destinatário|endereço|conta|caixa|domínio}[s]…{não existe|desconhecid|inexistente|não encontrad|não foi encontrad|inválid|não é válid|já não}":
      "O endereço de e-mail não existe.",
    "não {existe|há|foi possível encontrar} {o|a|esse|este|nenhum} {usuário|utilizador|endereço|destinatário|conta|domínio}":
      "Não existe esse usuário.",
    "{conta|caixa|endereço}…{desativad|desactivad|encerrad|cancelad|excluíd|inativ}": "A conta foi desativada.",
  },
  mailbox_full: {
    "{caixa|correio|mailbox}[s]…{chei|lotad|excedid|esgotad}": "Motivo: caixa postal cheia",
    "{cota|quota|espaço|armazenamento|capacidade}…{excedid|esgotad|insuficiente|chei|atingid|ultrapassad|excede}":
      "A cota do destinatário foi excedida.",
    "{sem|não há|falta de} espaço": "Não há espaço na caixa.",
  },
  too_large: {
    "{mensagem|anexo|e-mail|email|correio}[s]…{muito grande|demasiado grande|grande demais|excede}": "A mensagem é muito grande.",
    "tamanho … {máximo|permitido|excede|ultrapassa}": "O tamanho ultrapassa o máximo permitido.",
  },
  spam: {
    "{como|por|contém|de} spam": "Sua mensagem foi identificada como spam.",
    "{lixo eletrônico|antispam|lista negra|vírus}": "Rejeitada pelo filtro antispam",
  },
  policy: {
    "{política|diretiva|rejeitad|recusad|bloquead|não autorizad|não permitid|negad|proibid|não aceita|permissão}":
      "O remetente foi bloqueado.",
  },
  expired: { "{tempo … {esgotad|limite|expir|excedid}|expirou|expirad|não responde|não foi possível conectar}": "Tempo esgotado" },
  other: { "{temporariamente|mais tarde|provisoriamente|falta de pagamento|inadimpl}": "A caixa está temporariamente desativada." },
};

/** Romanian. */
export const romanian: ClassPhrases = {
  unknown_user: {
    "{utilizator|destinatar|adresa|adresă|căsuța|cutia|contul|domeniul}[ul|ului]…{nu există|necunoscut|inexistent|nu a fost găsit|invalid|nu mai}":
      "Adresa de e-mail nu există.",
    "{căsuța|contul|adresa}…{dezactivat|închis|șters}": "Contul a fost dezactivat.",
  },
  mailbox_full: {
    "{căsuța|căsuţa|cutia|cutia poștală}…plină": "Căsuța poștală a destinatarului este plină.",
    "{cota|spațiul|spaţiul|capacitatea}…{depăși|epuizat|insuficient|plin}": "Cota a fost depășită.",
  },
  too_large: { "{mesaj|atașament|dimensiune}[ul|a]…{prea mare|depășe}": "Mesajul este prea mare." },
  spam: { "{ca|drept} spam": "Mesajul a fost clasificat ca spam.", "{filtru antispam|virus|lista neagră}": "Respins: lista neagră" },
  policy: { "{politic|respins|refuzat|blocat|nu este permis|interzis}": "Expeditorul a fost blocat." },
  expired: { "{a expirat|nu răspunde|timp … depășit}": "Serverul nu răspunde." },
  other: { "{temporar|mai târziu}": "Căsuța este temporar dezactivată." },
};
