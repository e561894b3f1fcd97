import type { ClassPhrases } from "./english.ts";

/** German: T-Online, GMX, WEB.DE, IONOS, Exchange and Gmail in German. */
export const german: ClassPhrases = {
  unknown_user: {
    "{empfänger|benutzer|adresse|postfach|konto|mailbox|teilnehmer|nutzer}[s| ]… {unbekannt|existiert nicht|nicht gefunden|gibt es nicht|nicht vorhanden|ungültig|nicht bekannt|nicht mehr}":
      "Der Empfänger existiert nicht.",
    "{unbekannte|ungültige|nicht existierende}[r|s|n] {empfänger|benutzer|adresse|e-mail[-]adresse|postfach|konto}":
      "Unbekannter Empfänger",
    "{nicht|keine|kein}…{gefunden|empfänger mit|postfach mit|benutzer mit}": "Die Adresse wurde bei gone.example nicht gefunden.",
    "{postfach|konto|adresse|mailbox}…{deaktiviert|gelöscht|geschlossen|inaktiv}": "Das Postfach wurde deaktiviert.",
    "domain…{existiert nicht|unbekannt|nicht gefunden}": "Die Domain existiert nicht.",
  },
  mailbox_full: {
    "{postfach|mailbox|posteingang|konto|speicher}…{voll|überfüllt|überschritten|erschöpft|aufgebraucht|kein platz|limit erreicht|grenze erreicht}":
      "Das Postfach des Empfängers ist voll.",
    "{speicherplatz|speicherlimit|quota|kontingent|speicherkontingent}…{überschritten|erschöpft|erreicht|voll|nicht genügend|nicht aus}":
      "Der Speicherplatz ist erschöpft.",
    "{nicht genügend|zu wenig|kein} speicher": "Nicht genügend Speicherplatz beim Empfänger",
  },
  too_large: {
    "{nachricht|e-mail|mail|anhang|anlage}[s|en| ]… zu groß": "Ihre Nachricht ist zu groß.",
    "{nachrichtengröße|größe|maximalgröße}…{überschreitet|überschritten|überschreit}": "Die Größe der Nachricht überschreitet das Limit.",
    "überschreitet … größe": "Die Nachricht überschreitet die maximal zulässige Größe.",
  },
  spam: {
    "{als|unter} spam": "Ihre Nachricht wurde als Spam eingestuft.",
    "{spamverdacht|spamfilter|spam-filter|werbemail|schadsoftware|viren|virus}": "Abgelehnt wegen Spamverdacht",
    "{schwarzen|sperr}[ ]liste": "Ihr Server steht auf einer Sperrliste.",
  },
  policy: {
    "{richtlinie|sicherheitsgründen|sicherheitsrichtlinie}": "Abgelehnt aufgrund einer Richtlinie",
    "{abgelehnt|verweigert|blockiert|gesperrt|untersagt|nicht erlaubt|nicht zugelassen|nicht berechtigt|berechtigung}":
      "Der Absender wurde abgelehnt.",
  },
  expired: {
    "{zeitüberschreitung|nicht erreichbar|frist abgelaufen|zeitlimit}": "Zeitüberschreitung beim Verbindungsaufbau",
    "{keine verbindung|verbindung … nicht|antwortet nicht|zustell … {aufgegeben|eingestellt|abgebrochen}}":
      "Es konnte keine Verbindung hergestellt werden.",
  },
  other: { "{vorübergehend|vorrübergehend|zeitweise|zurzeit|derzeit|zahlungsrückstand}": "Das Postfach ist vorübergehend deaktiviert." },
};

/** Dutch: Ziggo, KPN, XS4ALL and Exchange in Dutch. */
export const dutch: ClassPhrases = {
  unknown_user: {
    "{adres|e-mailadres|ontvanger|gebruiker|mailbox|postvak|account|domein}…{bestaat niet|niet gevonden|onbekend|ongeldig|niet bekend|niet meer}":
      "Het e-mailadres bestaat niet.",
    "{onbekende|ongeldige|niet-bestaande} {ontvanger|gebruiker|adres|mailbox}": "Onbekende gebruiker",
    "geen {gebruiker|ontvanger|account} {met|bekend|onder}": "Geen gebruiker met deze naam",
    "{niet|geen}…gevonden bij": "Het adres is niet gevonden bij gone.example.",
    "{adres|mailbox|account|postvak}…{uitgeschakeld|opgeheven|verwijderd|gesloten}": "De mailbox is opgeheven.",
  },
  mailbox_full: {
    "{postvak|mailbox|inbox|postbus|brievenbus}…{vol|limiet|overschreden}": "Het postvak van de ontvanger is vol.",
    "{opslag|opslagruimte|quotum|quota|schijfruimte}…{vol|overschreden|bereikt|onvoldoende}": "De opslagruimte is overschreden.",
    "onvoldoende {opslag|ruimte|schijf}": "Onvoldoende opslagruimte",
  },
  too_large: {
    "{bericht|bijlage|e-mail|mail}[s|en| ]… te groot": "Het bericht is te groot.",
    "maximale {grootte|omvang}": "Het bericht overschrijdt de maximale grootte.",
  },
  spam: {
    "{als|verdacht van|wegens} spam": "Uw bericht is aangemerkt als spam.",
    "{spamfilter|virus|zwarte lijst|ongewenste}": "Geweigerd door het spamfilter",
  },
  policy: { "{beleid|geweigerd|geblokkeerd|niet toegestaan|geen toestemming|afgewezen}": "Geweigerd vanwege het beleid van de ontvanger" },
  expired: { "{time-out|verlopen|verstreken|niet bereikbaar|reageert niet|geen verbinding}": "De server was niet bereikbaar." },
  other: { "{tijdelijk|geblokkeerd account|wanbetaling}": "De mailbox is tijdelijk uitgeschakeld." },
};

/** Swedish: Telia, Bahnhof and Exchange in Swedish. */
export const swedish: ClassPhrases = {
  unknown_user: {
    "{mottagare|mottagaren|adress|adressen|användare|användaren|brevlåda|brevlådan|konto|kontot|domänen|postlådan}…{finns inte|existerar inte|hittades inte|kunde inte hittas|okänd|ogiltig|finns ej|hittas inte}":
      "Mottagaren finns inte.",
    "{okänd|ogiltig} {mottagare|användare|adress}": "Okänd mottagare",
    "{brevlåda|konto|adress|postlåda}…{avslutad|stängd|inaktiv|borttagen|avstängd}": "Kontot är avslutat: brevlådan är stängd",
  },
  mailbox_full: {
    "{brevlåda|brevlådan|inkorg|inkorgen|postlåda|postlådan}…{full|överskrid|kvot}": "Mottagarens brevlåda är full.",
    "{utrymme|lagring|kvot}…{full|slut|överskrid|inte tillräcklig}": "Kvoten är överskriden.",
  },
  too_large: {
    "{meddelande|bilaga|bilagan|mejl}… för stor": "Meddelandet är för stort.",
    "maximal{a|} storlek": "överskrider maximal storlek",
  },
  spam: {
    "{som|för|misstänkt} {spam|skräppost}": "Meddelandet bedömdes som skräppost.",
    "{skräppost|virus|svartlist|spärrlista}": "Avvisat av skräppostfiltret",
  },
  policy: {
    "{princip|policy|avvisad|avvisat|avvisades|blockerad|blockerat|tillåts inte|inte tillåt|inte behörig|nekad}":
      "Avsändaren är blockerad.",
  },
  expired: { "{tidsgräns|för lång tid|svarar inte|gick inte att nå|kunde inte nås|ingen anslutning}": "Servern kunde inte nås." },
  other: { "{tillfälligt|temporärt}": "Brevlådan är tillfälligt stängd." },
};

/** Danish and Norwegian: TDC, Telenor and Exchange in both. */
export const danishNorwegian: ClassPhrases = {
  unknown_user: {
    "{modtager|adresse|bruger|postkasse|konto|domæne|mottaker|domene}[en|n|t|ren|s| ]…{findes ikke|eksisterer ikke|ikke fundet|blev ikke fundet|ukendt|ugyldig|kunne ikke findes}":
      "Modtagerens adresse findes ikke.",
    "{mottaker|adresse|bruker|postboks|konto|domene|innboks|postkasse}[en|n|t|ren|s| ]…{finnes ikke|eksisterer ikke|ikke funnet|ble ikke funnet|ukjent|ugyldig|fins ikke}":
      "Mottakeren finnes ikke.",
    "{ukendt|ukjent|ugyldig} {modtager|mottaker|bruger|bruker|adresse}": "Ukjent mottaker",
    "{postkasse|konto|adresse|postboks}[en|n]…{nedlagt|lukket|stengt|slettet|deaktivert|deaktiveret}": "Postkassen er nedlagt.",
  },
  mailbox_full: {
    "{postkasse|indbakke|innboks|postboks|mailboks|mailbox}[en|n|ns]…{fuld|full|overskred|kvote}": "Modtagerens postkasse er fuld.",
    "{lagerplads|lagringsplass|kvote|plads|plass}[en|n]…{opbrugt|brukt opp|overskred|fuld|full|ikke nok}": "Kvoten er overskredet.",
  },
  too_large: {
    "{besked|melding|meddelelse|vedhæft|vedlegg|e-post|mail}… for stor": "Beskeden er for stor.",
    "maksim{al|um} størrelse": "overskrider maksimal størrelse",
  },
  spam: {
    "{som|for} spam": "Beskeden blev vurderet som spam.",
    "{spamfilter|søppelpost|uønsket|virus|sortlist|svartelist}": "Afvist af spamfilter",
  },
  policy: { "{politik|retningslinje|afvist|avvist|blokeret|blokkert|ikke tilladt|ikke tillatt|nægtet|nektet}": "Afsenderen blev afvist." },
  expired: { "{tidsfrist|tidsavbrudd|svarer ikke|kunne ikke nås|ingen forbindelse|ikke kontakt}": "Serveren kunne ikke nås." },
  other: { "{midlertidigt|midlertidig}": "Postkassen er midlertidig stengt." },
};

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
