import type { StopWords } from "./intent-words.ts";

/** Requests to be written to no more in the Romance languages. */
export const romanceStops: Readonly<Record<string, StopWords>> = {
  fr: {
    asks: {
      "{me|nous} {retirer|désinscrire|désabonner|supprimer|rayer|enlever|radier|ôter}": "Merci de me retirer de votre liste",
      "{retirez|désinscrivez|désabonnez|supprimez|enlevez|rayez|radiez|retire|supprime|désabonne|désinscris}-{moi|nous}": "Désabonnez-moi",
      "{supprim|effac|retir|enlev}{er|ez} [de … ]{mon adresse|mes coordonnées|mes données|mon contact|mon nom|notre adresse|nos coordonnées}[ {mail|e-mail|email|électronique|personnelles}]":
        "Merci de supprimer mon adresse",
      "ne {m'écrivez|nous écrivez|me contactez|nous contactez|me sollicitez|m'écris|me contacte|me relancez|me démarchez} {plus|plus jamais}":
        "Ne m'écrivez plus",
      "ne {m'envoyez|nous envoyez|m'envoie|m'adressez} plus {de |d'|rien|aucun|vos |ces |ce }{|mail|mails|e-mail|e-mails|email|emails|message|messages|courriel|courriels|publicité|newsletter|offre}{s|}":
        "Ne m'envoyez plus de mails",
      "ne plus {me contacter|nous contacter|m'écrire|nous écrire|me solliciter|me relancer|me démarcher|m'importuner|me déranger}":
        "Merci de ne plus me contacter",
      "ne plus {m'envoyer|nous envoyer|m'adresser|recevoir|être contacté|être sollicité|être destinataire} {|de |d'|rien|aucun |vos |ces |ce |par }{|tels |type de }{mail|e-mail|email|message|courriel|publicité|newsletter|offre|sollicitation|communication|vous|votre}{s|}":
        "Veuillez ne plus m'envoyer de mails",
      "ne {souhaite|souhaitons|veux|voulons|désire|désirons} {plus|pas} {être {contacté|sollicité|démarché}|recevoir {de |d'|vos |ces |ce |aucun }{genre de |type de |tels |autres |}{mail|e-mail|email|message|courriel|publicité|newsletter|offre|sollicitation|communication}{s|}}":
        "Je ne veux plus recevoir vos messages",
      "ne {souhaite|souhaitons|veux|voulons} plus de {mail|message|courriel|vos}": "Je ne veux plus de mails",
      "{arrêtez|arrête|cessez|merci d'arrêter|merci de cesser} {de |d'}{m'écrire|m'envoyer|me contacter|nous écrire|nous contacter|me solliciter|me spammer|me harceler|me relancer|m'envoyer [vos |des |ces ]{mail|message|e-mail}{s|}}":
        "Arrêtez de m'écrire",
      "{arrêtez|cessez|arrêter|cesser} {vos|ces|tout|tous|toute} {envoi|mail|message|e-mail|spam|courriel|sollicitation|contact|prise de contact|communication|relance}{s|}":
        "Cessez vos envois",
      "{souhaite|veux|voudrais|désire|demande à|souhaiterais|aimerais} [être ]{me désinscrire|me désabonner|désinscrit|désabonné|retiré|supprimé|me retirer}":
        "Je souhaite me désabonner",
      "plus {de mail|de message|d'e-mail|d'email|aucun mail|de courriel}{s|}": "Plus de mails, merci",
      "{laissez-moi|fichez-moi} {tranquille|la paix}": "Laissez-moi tranquille",
      "retire {mon consentement|mon accord}": "Je retire mon consentement",
      "m'oppose {au|à} {traitement|l'utilisation|toute}": "Je m'oppose à toute prospection",
    },
    more: "plus|jamais|à l'avenir|désormais|svp|s'il vous plaît|s'il te plaît|immédiatement|dès maintenant|dorénavant|mails|messages|e-mails|emails|courriels|de mails|des mails|des messages|vos messages|vos mails|de messages|commerciaux|publicitaires|de votre part|de vous|e|s|es",
    list: "de {votre|vos|cette|ces|toutes|la liste|tous|la mailing|la base}|des {listes|fichiers|envois}|du fichier|de ce {fichier|mailing}",
    alone: "désinscription|désabonnement|désinscrire|se désinscrire|désabonner|stop|désabonnement svp|désinscrivez moi",
    polite: "pourriez-vous|pouvez-vous|pourrais-tu|peux-tu|veuillez|merci de|voudriez-vous|serait-il possible",
    unless:
      "ne {me|nous} {retirez|supprimez|désinscrivez|désabonnez|enlevez|rayez} {pas|surtout|jamais}|ne pas|n'arrêtez|ne cessez|surtout|comment|pourquoi|quand|si|lorsque|où|qui|dois-je|faut-il|clients|abonnés|autre liste|autres listes|ancienne liste|par erreur|par mégarde|avant|jusqu|après|collègue|il|elle|à cette adresse|sur cette adresse|à l'ancienne|ancienne adresse|que se passe|facture|factures|papier|copie|téléphone|est-ce que|mme|m. |sauf",
    but: "mais|plutôt|sauf|seulement|uniquement|utilisez|gardez",
  },
  es: {
    asks: {
      "{elimín|elimine|bórr|borre|quít|quite|sáqu|saque|retír|retire|remuév|remueva|suprím|suprima}{e|en|n}{me|nos}":
        "Elimíneme de su lista",
      "{elimíname|bórrame|quítame|sácame|elimínenme|bórrenme|quítenme|sáquenme|elimínenos|bórrenos|eliminarme|borrarme|quitarme|sacarme|excluirme|retirarme}":
        "Por favor, borrarme de la lista",
      "que me {quiten|quite|eliminen|elimine|borren|borre|den de baja|dé de baja|saquen|saque|retiren|excluyan}": "Les ruego que me quiten",
      "{elimin|borr|quit|suprim|retir}{e|en|a|ar} {mi|mis|nuestra|nuestros} {dirección|correo|datos|contacto|email|e-mail|nombre|mail}[ de correo| electrónico| electrónica| personales]":
        "Borren mi dirección",
      "{dé|den|de|dar|dad}{me|nos|n} {de |}baja": "Denme de baja",
      "{denme|deme|déme|dénme|darme|darnos|dame|dennos} de baja": "Quiero darme de baja",
      "{solicito|pido|deseo|quiero|quisiera} {la|mi} baja": "Solicito la baja",
      "{cancelar|cancelen|cancele|anular|anulen} {la|mi|esta} {suscripción|subscripción}": "Quiero cancelar la suscripción",
      "no {quiero|deseo|queremos|deseamos} [volver a ]{recibir|que me {envíen|manden|escriban|contacten}} [más |ningún |sus |estos |este tipo de |tus |vuestros |nada]{correo|email|e-mail|mail|mensaje|publicidad|comunicacion|nada|información|newsletter|boletin}{s|es|}":
        "No deseo recibir más correos suyos",
      "no {quiero|queremos} más {correo|mensaje|email|e-mail|mail|publicidad|spam}{s|}": "No quiero más mensajes",
      "{deje|dejen|deja|dejad|paren|pare} de {escribirme|enviarme|contactarme|mandarme|molestarme|escribirnos|enviarnos|contactarnos|mandarnos|molestar}[ {correo|email|e-mail|mail|mensaje|publicidad|estos|sus|más}{s|}]":
        "Deje de enviarme correos",
      "no {me|nos} {contacte|contacten|escriba|escriban|envíe|envíen|manden|mande|contactes|escribas|molesten|moleste|enviara|escribiera|contactara} [ningún |nada ]{más|nunca más}":
        "No me escriba más",
      "{no|nunca} {me|nos} {vuelva|vuelvan} a {escribir|contactar|enviar|mandar}": "No me vuelva a escribir",
      "no {vuelva|vuelvan|vuelvas} a {escribirme|contactarme|enviarme|molestarme|escribirnos|contactarnos}": "No vuelvan a contactarme",
      "no {me|nos} {envíe|envíen|manden|mande} más {correo|mensaje|email|e-mail|mail|publicidad|spam}{s|}": "No me envíe más correos",
      "no más {correo|mensaje|email|e-mail|mail|spam|publicidad}{s|}": "No más correos",
      "ejerzo mi derecho de {supresión|oposición|cancelación}": "Ejerzo mi derecho de supresión",
    },
    more: "más|nunca más|nunca|por favor|en el futuro|inmediatamente|ya|correos|emails|e-mails|mensajes|mails|suyos|suya|de ustedes|de vosotros|por su parte|electrónicos|comerciales|publicitarios|este tipo|nada",
    list: "de {su|sus|esta|este|estos|estas|la lista|tu|vuestra|todas|todos|la base|su base|la newsletter|los envíos}|del {boletín|listado|mailing}",
    alone:
      "baja|darme de baja|dar de baja|cancelar suscripción|stop|quiero darme de baja|no más correos|eliminar suscripción|denme de baja|solicito baja",
    polite: "puede|pueden|podría|podrían|puedes|podrías|por favor|sería tan amable|me puede|me podría|me pueden",
    unless:
      "no {me |nos |}{elimin|borr|quit|sa|dé|den de baja|quiero darme|retir}|no deje|nunca dejen|no paren|cómo|como puedo|por qué|cuándo|cuando|si|dónde|qué pasa|debo|clientes|usuarios|suscriptores|otra lista|otras listas|otro boletín|por error|sin querer|antes|hasta|después|compañero|compañera|él|ella|a esta dirección|a la dirección|esta dirección|dirección antigua|médica|teléfono|copia|factura|excepto|todos los mensajes",
    but: "pero|sino|excepto|salvo|solo|sólo|mejor|use|utilice|escríba",
  },
  it: {
    asks: {
      "{cancellar|rimuover|eliminar|toglier|disiscriver}{mi|ci}": "Vi prego di cancellarmi",
      "{toglie|cancella|rimuove|elimina|disiscrive}te{mi|ci}": "Toglietemi dalla lista",
      "{toglimi|cancellami|rimuovimi|disiscrivimi|eliminami|levatemi|levami}": "Rimuovimi dalla lista",
      "mi {cancelli|tolga|rimuova|elimini|disiscriva}": "Mi cancelli dalla lista",
      "{rimuov|cancell|elimin|togli}{ete|ate|a|i|are|ere|te} {il mio|i miei|la mia|il nostro} {indirizzo|nome|contatto|nominativo|mail|email|e-mail|dati|recapiti}[ e-mail| email| personali]":
        "Cancellate i miei dati",
      "{cancellazione|rimozione|eliminazione} {dei miei dati|del mio {indirizzo|nominativo|contatto}|della mia {mail|email|e-mail}}":
        "Chiedo la cancellazione dei miei dati",
      "non {desidero|voglio|vogliamo|desideriamo} [più ]{ricevere [più |altre |ulteriori |le |vostre |le vostre |queste |questo tipo di |altri ]{comunicazion|email|e-mail|mail|messagg|pubblicità|newsletter|offert|vostr}{i|e|}|essere contattat}":
        "Non desidero più ricevere le vostre comunicazioni",
      "non {mi scriva|mi contatti|mi scrivete|mi contattate|scrivermi|contattarmi|mi scriviate|mi contattiate} [mai ]più":
        "Non mi scriva più",
      "non {scrivetemi|contattatemi|inviatemi|mandatemi|disturbatemi|scriveteci|contattateci} [mai ]più": "Non contattatemi più",
      "non {inviatemi|mandatemi|mi {invii|mandi|inviate|mandate}} [più ]{altre |altri |ulteriori |queste |nulla|niente|}{email|e-mail|mail|messaggi|comunicazioni|pubblicità|}":
        "Non mandatemi altre email",
      "{smettete|smetta|smettetela|smettila|smetti|cessate|finitela} di {inviarmi|scrivermi|contattarmi|mandarmi|scriverci|contattarci|inviare|mandare|disturbarmi|spammare}[ {email|e-mail|mail|messaggi|pubblicità|queste|le vostre|spam}]":
        "Smettete di inviarmi messaggi",
      "{annullare|cancellare|disdire} {l'iscrizione|la mia iscrizione|l'abbonamento}": "Vorrei annullare l'iscrizione",
      "{non essere|di non essere} più contattat": "Chiedo di non essere più contattato",
      "{vorrei|voglio|desidero|chiedo di} {disiscrivermi|cancellarmi|essere cancellat|essere rimoss|essere tolt|essere eliminat}":
        "Vorrei disiscrivermi",
      "{nessun'altra|niente più|basta|mai più} {email|e-mail|mail|messaggi|spam}": "Basta email",
      "{revoco|ritiro} il {mio |}consenso": "Revoco il consenso",
      "lasciatemi in pace": "Lasciatemi in pace",
    },
    more: "più|mai più|in futuro|subito|immediatamente|per favore|grazie|email|e-mail|mail|messaggi|vostre|da parte vostra|da voi|comunicazioni|pubblicitarie|commerciali|o|a|i|e",
    list: "{da|dalla|dal|dai|dalle|dall'} {vostr|vostra|vostro|vostri|vostre|sua|suo|suoi|lista|mailing|elenco|database|questa|questo|newsletter|tutte|tutti|contatti|archivi}",
    alone:
      "cancellami|cancella|disiscrivimi|disiscrizione|rimuovimi|stop|basta|cancellazione|cancellatemi|disiscrivetemi|cancella iscrizione|annulla iscrizione",
    polite: "può|potete|potrebbe|potreste|puoi|potresti|per favore|per cortesia|le dispiace|è possibile",
    unless:
      "non {cancell|togli|rimuov|elimin|disiscriv|mi {cancell|togli|rimuov|elimin}|smett}|come|perché|quando|se|dove|chi|devo|dobbiamo|clienti|utenti|iscritti|altra lista|altre liste|altra newsletter|dall'altra|per sbaglio|per errore|prima|fino|dopo|collega|lui|lei|a questo indirizzo|vecchio indirizzo|per confermare|fattura|fatture|telefono|copia|mi sono|riunione|chiami|tranne",
    but: "ma|però|invece|tranne|solo|piuttosto|bensì",
  },
  pt: {
    asks: {
      "{remova|remov|retire|retir|exclua|exclu|elimine|apague|apag|tire|tir}{|m|a|e|em|am|ir|ar|er}-{me|nos}": "Remova-me da sua lista",
      "{me|nos} {remova|remover|remove|retire|retirar|retira|exclua|excluir|exclui|tire|tirar|tira|apague|descadastre|descadastrar|descadastra|removam|retirem|tirem|excluam|descadastrem}":
        "Favor me descadastrar",
      "{ser|fosse|quero ser|gostaria de ser} {removid|retirad|excluíd|eliminad|descadastrad|apagad}": "Gostaria de ser removido",
      "{remov|retir|exclu|elimin|apag|descadastr|delet}{a|e|em|am|ue|uem|er|ar|ir} {[o ]meu {endereço|e-mail|email|nome|contacto|contato}|[os ]meus {dados|contactos|contatos}|a minha {morada|conta}}[ de e-mail| de email| pessoais]":
        "Apaguem o meu endereço",
      "não {quero|desejo|queremos|desejamos|pretendo} {receber mais|mais receber|receber|voltar a receber|ser contactad|ser contatad} {|os |as |mais |nenhum |nenhuma |este tipo de |esses |estes }[vossos |vossas |seus |suas ]{e-mail|email|mensage|comunicaç|nada|newsletter|publicidade|contato|contacto|o|a}{s|ns|ões|m|}":
        "Não quero receber mais e-mails",
      "não quero mais {|receber }{|os |seus |vossos |esses }{e-mail|email|mensage|receber}{s|ns|m|}": "Não quero mais emails",
      "{pare|parem|para|deixe|deixem} de me {enviar|escrever|contactar|contatar|mandar|incomodar|spammar}[ {e-mail|email|mensage|publicidade|spam|essas|esses|estas|estes|mais}{s|ns|m|}][ {e-mail|email|mensage}{s|ns|m|}]":
        "Parem de me enviar mensagens",
      "não {me|nos} {contacte|contate|escreva|contactem|contatem|escrevam|incomode|incomodem} {mais|novamente|nunca mais}":
        "Não me contacte mais",
      "não {me|nos} {envie|enviem|mande|mandem} mais {nada|e-mail|email|mensage|publicidade|spam}{s|ns|m|}": "Não me envie mais e-mails",
      "que não me {escreva|contacte|contate|envie|escrevam|contactem|contatem|enviem} mais": "Peço que não me escreva mais",
      "não volte{|m} a {contactar|contatar|escrever|enviar}[-me]": "Não volte a contactar-me",
      "{desejo|quero|gostaria de|pretendo|queria|solicito} {cancelar|o cancelamento|anular} [a |da |de |minha |a minha |da minha ]{subscrição|inscrição|assinatura|registo|cadastro}":
        "Desejo cancelar a subscrição",
      "{cancele|cancelem|cancelar} [a ]minha {subscrição|inscrição|assinatura}": "Cancelem a minha subscrição",
      "{chega de|mais nenhum|nada de} {e-mail|email|mensage|spam}{s|ns|m|}": "Chega de emails",
      "{retiro|revogo} {o meu|meu} consentimento": "Revogo o meu consentimento",
      "deixe{|m}-me em paz": "Deixem-me em paz",
    },
    more: "mais|nunca mais|por favor|no futuro|imediatamente|já|e-mails|emails|mensagens|vossos|vossas|seus|suas|de vocês|da vossa parte|da sua parte|o|a|os|as|comerciais",
    list: "{da|das|do|dos|desta|dessa|deste|desse|de} {vossa|vossas|vosso|vossos|sua|suas|seu|seus|lista|listas|mailing|base|newsletter|todas|todos|banco}|{desta|dessa|deste|desse|destes|desses} {lista|mailing|e-mails|emails|base}",
    alone: "descadastrar|cancelar inscrição|cancelar subscrição|remover|sair|stop|parar|descadastre|me remova|cancelar|anular subscrição",
    polite: "pode|podem|poderia|poderiam|podia|podiam|por favor|seria possível|você pode|vocês podem",
    unless:
      "não {me |nos |}{remov|retir|exclu|tire|apag|elimin|descadast|par|deix}|não {pare|deixe}|como|porque|por que|quando|se|onde|quem|devo|clientes|utilizadores|usuários|assinantes|outra lista|outras listas|por engano|por erro|sem querer|antes|até|depois|colega|ele|ela|para este endereço|para esse endereço|endereço antigo|o que aconteceu|ligue|fatura|cópia|telefone|não recebo|reunião|exceto|todas as mensagens",
    but: "mas|exceto|apenas|só|antes|use",
  },
};

/** Requests to be written to no more in the Slavic languages. */
export const slavicStops: Readonly<Record<string, StopWords>> = {
  pl: {
    asks: {
      "{usun|wypis|wykreśl|skreśl|usuw|wyrejestrow|wykluc}{ąć|ać|ić|zyć} {mnie|nas}": "Proszę usunąć mnie z listy",
      "{mnie|nas} {natychmiast |jak najszybciej |}{usunąć|wypisać|wykreślić|skreślić|wyrejestrować}": "Proszę mnie wypisać",
      "{wypisz|wypiszcie|usuń|usuńcie|wykreśl|wykreślcie|skreślcie} {mnie|nas|mój {adres|email|e-mail|mail}|moje dane}": "Wypisz mnie",
      "{usun|wykreśl|skasow}{ąć|ić|ać} {mój|moje|nasz} {adres|email|e-mail|mail|dane|kontakt}[ e-mail| mailowy| osobowe]":
        "Proszę usunąć mój adres",
      "{usunięcie|wykreślenie|wypisanie|skreślenie} {mnie|mojego {adresu|maila|e-maila|kontaktu}|moich danych|nas|naszego adresu}":
        "Proszę o usunięcie moich danych",
      "nie {chcę|życzę sobie|życzymy sobie|chcemy} [już |więcej |dalej ]{otrzymywać|dostawać|otrzymywania} [od {państwa|was|pana|pani} ]{|więcej |już |tych |takich |żadnych |państwa |waszych |dalszych |kolejnych |tego typu }{mail|e-mail|wiadomości|informacji|korespondencji|ofert|newslette|spamu}{i|ów|a|ra|}":
        "Nie chcę więcej dostawać tych maili",
      "nie {chcę|życzę sobie} {więcej|dalszych|takich|kolejnych|kontaktu|żadnych} {mail|e-mail|wiadomości|kontakt|ofert}{i|ów|u|}":
        "Nie życzę sobie dalszych wiadomości",
      "{więcej|już} {do mnie|do nas} nie pisać": "Proszę więcej do mnie nie pisać",
      "{do mnie|do nas} {więcej |już |}nie pisać": "Proszę do mnie nie pisać",
      "nie pisać [już |więcej ]{do mnie|do nas}": "Proszę nie pisać więcej do mnie",
      "nie {piszcie|pisz} {do mnie|do nas} {więcej|już}": "Nie piszcie do mnie więcej",
      "nie {wysyłać|przysyłać|wysyłajcie|przysyłajcie|wysyłaj|przysyłaj} {mi|do mnie|nam} {więcej|już} {|żadnych |takich |tych }{mail|e-mail|wiadomości|ofert|nic}{i|ów|}":
        "Proszę nie wysyłać mi więcej maili",
      "{przestać|przestańcie|przestań|zaprzestać|zaprzestańcie} [mi |do mnie |nam ]{pisać|wysyłać|wysyłania|przysyłać|pisania|nękać|kontaktować się}[ mi| do mnie| nam][ {mail|e-mail|wiadomości|te|spam|ofert}{e|i|ów|y|}]":
        "Przestańcie wysyłać mi maile",
      "{się ze mną|ze mną się|się z nami} {więcej |już |}nie kontaktować": "Proszę się ze mną więcej nie kontaktować",
      "się {więcej|już} nie kontaktować": "Proszę się więcej nie kontaktować",
      "nie kontaktować się [ze mną |z nami ]{więcej|już}": "Proszę nie kontaktować się więcej",
      "rezygnuję z {subskrypcji|newslettera|otrzymywania}": "Rezygnuję z subskrypcji",
      "{chcę|chciałbym|chciałabym|proszę} się wypisać": "Chcę się wypisać",
      "{wycofuję|cofam} zgodę": "Wycofuję zgodę",
      "{mnie|mojego adresu|mój adres|moje dane|moich danych} {wykreślić |usunąć |wypisać |}z {bazy|listy|państwa|waszej|newslettera}":
        "Proszę mnie wykreślić z bazy",
      "koniec z {mailami|wiadomościami}": "Koniec z mailami",
    },
    more: "więcej|już|proszę|w przyszłości|natychmiast|dziękuję|maili|e-maili|wiadomości|mailowej|mailingowej|do mnie|ze mną|od państwa|od was|osobowych|nic|nigdy więcej",
    list: "z {listy|bazy|państwa|waszej|waszego|newslettera|mailingu|subskrypcji|tej|wszystkich|systemu|listy mailingowej|swojej}|od {państwa|was|pana|pani}|ze {swojej|wszystkich}",
    alone: "wypisz mnie|wypisz|rezygnuję|stop|wypisać|usuń|usuń mnie|rezygnacja|proszę usunąć|wypisuję się|wypisz się",
    polite: "czy może|czy mogą|czy mogł|czy moż|proszę|czy da się",
    unless:
      "nie {usuw|wypisuj|wykreśl|przesta|usun|skreśl}|proszę nie {usuwać|wypisywać|przestawać|wykreślać}|jak|dlaczego|kiedy|jeśli|jeżeli|gdyby|gdzie|kto|czy mam|czy mamy|czy każda|klienci|użytkownicy|innej listy|drugiej listy|tamtej|inną listę|przez pomyłkę|omyłkowo|przypadkiem|przed|do czasu|dopóki|kolega|koleżanka|on|ona|na ten adres|stary adres|co się stało|faktur|kopii|dzwonić|nie dostaję|oprócz",
    but: "ale|lecz|tylko|oprócz|zamiast|jednak",
  },
  cs: {
    asks: {
      "{vyřaďte|vyřaď|odhlaste|odhlas|vymažte|vymaž|odstraňte|odstraň|smažte|smaž|vyškrtněte|vyškrtni|odeberte} {mě|mne|nás|si mě}":
        "Vyřaďte mě ze seznamu",
      "{mě|mne|nás} [prosím ]{vyřadit|odhlásit|vymazat|odstranit|smazat|vyřaďte|odhlaste|vymažte|odstraňte|smažte|vyškrtněte|vyškrtnout}":
        "Prosím mě odhlásit",
      "{vyřadit|odhlásit|vymazat|odstranit|smazat} {mě|mne|nás}": "Prosím vyřadit mě",
      "{vymažte|smažte|odstraňte|vymazat|smazat|odstranit} {mou|moji|můj|mé|moje|naši|naše} {adresu|e-mail|email|mail|údaje|kontakt|data}[ e-mailovou]":
        "Smažte moji adresu",
      "{odstranění|smazání|výmaz|vymazání|vyřazení} {mých|svých|mé|své|mého|svého|mojí} {údajů|osobních|adresy|e-mailu|kontaktu|dat}":
        "Žádám o výmaz svých údajů",
      "{nepřeji|nepřeju|nepřejeme} si [už |již |nadále |dále |od vás ]{dostávat|být kontaktován|přijímat|zasílat|zasílání|další}[ {od vás|vaše|další|žádné|tyto|tyhle|takové}][ {e-mail|email|mail|zpráv|nabídk|newsletter|obchodní sdělení|sdělení}{y|ů|}]":
        "Nepřeji si dostávat vaše zprávy",
      "nechci [už |již |nadále |od vás ]{dostávat|přijímat|být kontaktován}[ {od vás|vaše|další|žádné|tyto|tyhle|takové}][ {e-mail|email|mail|zpráv|nabídk|newsletter|sdělení}{y|ů|}]":
        "Nechci dostávat vaše e-maily",
      "{přestaňte|přestaň} {mi|mě|nám|nás} {psát|posílat|zasílat|kontaktovat|otravovat|spamovat|obtěžovat}[ {e-maily|emaily|maily|zprávy|nabídky|tyto|tyhle|spam}]":
        "Přestaňte mi psát",
      "{už|již|víckrát|nikdy} {mě|mi|mne|nás|nám} [prosím |nikdy |už ]{nekontaktujte|nepište|neposílejte|nezasílejte|neotravujte|nekontaktuj|nepiš|neposílej}":
        "Už mě nekontaktujte",
      "{nekontaktujte|nepište|neposílejte|neotravujte} {mě|mi|mne|nás|nám} [prosím ]{už|již|více|víc|znovu|nikdy|dále}": "Nepište mi už",
      "{neposílejte|nezasílejte} {mi|nám} [prosím ][už |již ]{další|žádné|více|nic}[ {e-maily|emaily|maily|zprávy|nabídky|nic}]":
        "Neposílejte mi další zprávy",
      "{zrušit|ukončit|zrušte|ukončete} [můj |mi ]{odběr|odebírání}": "Chci zrušit odběr",
      "{chci|chtěl bych|chtěla bych|přeji si|rád bych} se odhlásit": "Chci se odhlásit",
      "žádné další {maily|e-maily|emaily|zprávy|nabídky}": "Žádné další maily",
      "odvolávám {svůj |}souhlas": "Odvolávám souhlas",
      "{nechte|dejte} {mě|mi|mne} [na ]{pokoji|pokoj}": "Nechte mě na pokoji",
    },
    more: "už|již|více|víc|znovu|nikdy|prosím|děkuji|díky|okamžitě|ihned|nic|dále|v budoucnu|od vás|odběru|e-maily|maily|zprávy|další",
    list: "{z|ze} {seznamu|vašeho|vaší|vašich|své|databáze|odběru|mailing|mailingu|newsletteru|rozesílky|tohoto|všech|svého|evidence|rozesílání}|odběr",
    alone: "odhlásit|odhlášení|odhlásit se|stop|odhlaste mě|odhlásit odběr|zrušit odběr|zrušit|nepište mi|vymazat",
    polite: "můžete|mohli byste|mohl byste|mohla byste|můžeš|mohl bys|prosím|bylo by možné",
    unless:
      "nevyřaz|neodhlaš|nemaž|neodstraň|nepřestáv|nesmaz|jak|proč|kdy|když|pokud|jestli|zda|kde|kdo|mám vás|máme|zákazníci|uživatelé|odběratelé|druhého seznamu|jiného seznamu|omylem|nedopatřením|před|do úterý|dokud|potom|kolega|kolegyně|on|ona|na tuto adresu|na tu adresu|starou adresu|co se stalo|faktur|kopi|nevolejte|nedostávám|kromě",
    but: "ale|kromě|jen|pouze|místo|raději|nýbrž",
  },
  ru: {
    asks: {
      "{удалите|уберите|исключите|отпишите|вычеркните|удали|убери|отпиши} {меня|нас}": "Удалите меня из рассылки",
      "{удалите|уберите|исключите|вычеркните|удалить|убрать|исключить} {мой|мои|мою|наш|наши} {адрес|email|e-mail|имейл|контакт|данные|почту|персональные данные|электронный адрес|электронную почту}":
        "Удалите мой адрес",
      "{исключить|удалить|убрать|отписать|вычеркнуть} {меня|нас}": "Прошу исключить меня из базы",
      "{меня|нас} {исключить|удалить|убрать|отписать|вычеркнуть|отпишите|удалите|уберите|исключите}": "Прошу меня исключить",
      "не {хочу|желаю|хотим|желаем} [больше ]{получать|чтобы мне писали}[ больше][ от вас][ {ваши|ваших|эти|такие|больше|никаких|вашу|подобные}][ {письма|письма|писем|сообщения|сообщений|рассылку|рассылки|спам|предложения}]":
        "Не хочу получать ваши письма",
      "{перестаньте|прекратите|хватит|перестань|прекрати} [мне |нам |меня |уже ]{писать|слать|присылать|отправлять|беспокоить|спамить|рассылать|рассылку|спам}[ мне| нам][ {письма|спам|сообщения|эти|ваши|свои|это|рекламу}][ {письма|спам|сообщения|рекламу}]":
        "Перестаньте мне писать",
      "больше [мне |нам |меня |нас |пожалуйста ]не {пишите|присылайте|беспокойте|шлите|отправляйте|беспокоить|писать|присылать|пиши|связывайтесь}[ мне| нам| меня| нас][ {писем|письма|сообщений|ничего|спам}]":
        "Больше не пишите мне",
      "не {присылайте|пишите|шлите|отправляйте|беспокойте|присылать|писать|беспокоить|отправлять} {мне|нам|меня|нас} [пожалуйста ]{больше|впредь|никогда}[ {писем|письма|сообщений|ничего|рассылок}]":
        "Не пишите мне больше",
      "{хочу|хотел бы|хотела бы|прошу|желаю} отписаться": "Хочу отписаться",
      "{отпишите|отписать}[ пожалуйста]": "Отпишите, пожалуйста",
      "больше {писем|никаких писем} не {присылайте|шлите|надо|нужно}": "Больше писем не присылайте",
      "{отзываю|отзываю своё|отзываю свое} согласие": "Отзываю согласие",
      "оставьте {меня|нас} в покое": "Оставьте меня в покое",
    },
    more: "больше|впредь|никогда|пожалуйста|спасибо|немедленно|срочно|ничего|писем|письма|сообщений|в будущем|от вас|мне|нам|отсюда",
    list: "{из|от|с} {вашей|вашего|ваших|вашу|рассылки|рассылок|списка|списков|базы|этой|этого|этих|своей|своего|всех|базы данных|получателей}",
    alone: "отписаться|отписка|отпишите|стоп|stop|отпишите меня|отписать|удалите меня|не пишите мне|хватит",
    polite: "можете|могли бы|не могли бы|можешь|прошу|пожалуйста|можно ли меня",
    unless:
      "не {удаляйте|убирайте|отписывайте|исключайте|прекращайте|переставайте|вычёркивайте}|как|почему|когда|если|где|кто|чтобы клиент|мне исключить|мне удалить|клиенты|пользователи|подписчики|другой рассылки|другого списка|другую|второй|по ошибке|случайно|до|пока|после|коллега|коллеге|он|она|на этот адрес|на старый адрес|старый адрес|что случилось|счета|копии|звоните|не получаю|кроме",
    but: "но|а|кроме|только|лучше",
  },
};
