import type { Phrases } from "../languages/language.ts";

/** Requests to be written to no more, by language: sentences that prove it, and words that do when they are all that a mail says. */
export interface StopWords {
  readonly asks: Phrases;
  /** Words alone, in lower case, separated by `|`. */
  readonly alone: string;
  /** Words right before or in a sentence that turn it around, such as a negation or a question how. */
  readonly unless: Phrases;
}

/** The languages in which requests to stop are read. */
export const stopWords: readonly StopWords[] = [
  {
    asks: {
      "{remove|take|delete|strike|drop} {me|my [e-]{mail|address|name|contact|details|data}|my [contact |email |e-mail |personal ]{details|data|address|information}|us} {from|off}":
        "Please remove me from your list",
      "take {me|us} off {your|this|the} [mailing |email |e-mail ]list": "Take me off your list",
      "unsubscribe {me|us|my}": "Please unsubscribe me",
      "{stop|quit|cease} [sending |all ]{emailing|e-mailing|mailing|contacting|messaging|writing|spamming|me|these|this|your|the}":
        "Stop emailing me",
      "{don't|do not|never} {email|e-mail|contact|write|message|mail|send} {me|us|to me|to us}[ again| anymore| any more|.]":
        "Do not contact me again",
      "{don't|do not|no longer} {want|wish} to {receive|get|be contacted|hear from}": "I do not wish to receive these emails",
      "opt {me|us} out": "Opt me out",
      "no {more|further} {emails|e-mails|mails|messages}": "No more emails please",
    },
    alone:
      "unsubscribe|unsubscribe please|please unsubscribe|stop|remove|remove me|remove me please|please remove me|opt out|opt-out|stop please|please stop",
    unless: {
      "{not|don't|never|didn't|did not} {remove|unsubscribe|mean|take|want to be removed|want to unsubscribe}": "Do not remove me",
      "{how|where|why|when|if|whether|which|customers|users}": "How do I unsubscribe",
    },
  },
  {
    asks: {
      "{streichen|entfernen|löschen|nehmen|tragen} sie [bitte ]{mich|meine {adresse|daten|e-mail|mail|e-mail-adresse|kontaktdaten}}":
        "Bitte entfernen Sie mich",
      "{bitte |}{entfernen|löschen|streichen|entfernt|löscht|streicht} {mich|meine {adresse|daten|e-mail}}": "Bitte löscht meine Daten",
      "{trag|tragt|nehmt|nimm|meldet|melden sie} mich [bitte ]{aus|ab|von|vom}": "Tragt mich aus",
      "keine {weiteren |}{e-mails|mails|nachrichten|newsletter|werbung}[ mehr]": "Bitte keine weiteren E-Mails mehr",
      "{schreiben|kontaktieren} sie {mir|mich|uns} [bitte ]nicht {mehr|wieder|weiter}": "Schreiben Sie mir nicht mehr",
      "widerspreche ich": "Hiermit widerspreche ich der Nutzung meiner Daten",
      "{unterlassen|unterlasst} [sie ][bitte ]weitere": "Unterlassen Sie weitere Kontaktaufnahmen",
    },
    alone: "abmelden|abbestellen|austragen|bitte abmelden|bitte austragen|stopp|stop",
    unless: {
      "{wie|warum|wann|ob|nicht} {kann|entfernen|löschen|abmelden|streichen}": "Wie kann ich mich abmelden",
      "{fragen|haben wir}": "Wir haben keine weiteren Nachrichten",
    },
  },
  {
    asks: {
      "{me|de me} {retirer|désinscrire|désabonner|supprimer|rayer|enlever}": "Merci de me retirer de votre liste",
      "{supprimer|supprimez|effacer|effacez|retirer|retirez} {mon adresse|mes {coordonnées|données}|mon {e-mail|mail|email|contact}}":
        "Veuillez supprimer mon adresse",
      "{désinscrivez|désabonnez|retirez|supprimez|enlevez}-moi": "Désabonnez-moi",
      "ne {m'écrivez|me contactez|m'envoyez|m'écris} plus": "Ne m'écrivez plus",
      "ne {souhaite|veux|désire} plus {recevoir|être contact}": "Je ne souhaite plus recevoir vos messages",
      "ne plus {me contacter|m'écrire|m'envoyer|m'adresser|recevoir}": "Merci de ne plus me contacter",
      "arrêtez de {m'envoyer|m'écrire|me}": "Arrêtez de m'envoyer des mails",
    },
    alone: "désinscription|désabonnement|désinscrire|se désinscrire|désabonner|stop",
    unless: { "{comment|pourquoi|quand|si}": "Comment me désinscrire", "ne me retirez pas": "Ne me retirez pas" },
  },
  {
    asks: {
      "{elimín|bórr|borr|quít|sáqu|sáquen|dén|retír|remuév|suprím}{eme|enme|ame|enme}": "Elimíneme de su lista",
      "{elimine|eliminen|borre|borren|quite|quiten} mi{s|} {dirección|correo|datos|contacto|email}": "Quiten mi dirección",
      "no {quiero|deseo} recibir {más|sus|estos}": "No quiero recibir más correos",
      "{deje|dejen|deja} de {escribirme|enviarme|contactarme|mandarme}": "Deje de escribirme",
      "no {me|nos} {contacte|contacten|escriba|escriban|envíe|envíen|manden|mande} más": "No me contacten más",
      "no vuelv{a|an} a {escribirme|contactarme|enviarme}": "No vuelvan a escribirme",
      "{solicito|deseo|quiero} {la baja|darme de baja|cancelar [la |mi ]suscripción}": "Solicito la baja de su boletín",
    },
    alone: "baja|darme de baja|dar de baja|cancelar suscripción|stop",
    unless: { "{cómo|como puedo|por qué|cuándo}": "Cómo me doy de baja", "no {me |}{elimine|borre|quite}": "No me elimine" },
  },
  {
    asks: {
      "{cancellarmi|rimuovermi|toglietemi|cancellatemi|rimuovetemi|disiscrivetemi|disiscrivimi|rimuovimi|toglimi}":
        "Toglietemi dalla lista",
      "{rimuovete|cancellate|eliminate|rimuova|cancelli|elimini} {il mio {indirizzo|nome|contatto}|la mia {mail|email}|i miei dati}":
        "Cancellate i miei dati",
      "non {desidero|voglio} {ricevere|più ricevere} {altre|più|le vostre|ulteriori}": "Non desidero ricevere altre email",
      "non {scrivetemi|contattatemi|scrivermi|mi scriva|mi contatti|inviatemi}": "Non scrivetemi più",
      "{smettete|smetta} di {inviarmi|scrivermi|contattarmi|mandarmi}": "Smettete di inviarmi messaggi",
      "{annullare|cancellare} l'iscrizione": "Vorrei annullare l'iscrizione",
      "non essere più contattat": "Chiedo di non essere più contattato",
    },
    alone: "cancellami|cancella|disiscrivimi|disiscrizione|rimuovimi|stop|basta email|basta email grazie",
    unless: { "{come|perché|quando} ": "Come si cancella", "non {cancellatemi|toglietemi|rimuovetemi}": "Non toglietemi" },
  },
  {
    asks: {
      "{verwijder|schrijf|haal|meld|wis|schrap} {mij|me|mijn {adres|gegevens|e-mail|mailadres|e-mailadres}}[ {van|uit|af}]":
        "Verwijder mij van uw lijst",
      "geen {e-mails|mails|berichten|mail} meer {ontvangen|krijgen|van}": "Ik wil geen mails meer ontvangen",
      "stuur {mij|me|ons} geen": "Stuur mij geen mails meer",
      "{mij|me} niet meer te {contacteren|mailen|benaderen}": "Gelieve mij niet meer te contacteren",
      "stop met {mailen|sturen|schrijven}": "Stop met mailen",
      "geen contact meer met {mij|me} op": "Neem geen contact meer met mij op",
    },
    alone: "afmelden|uitschrijven|graag uitschrijven|graag afmelden|stop",
    unless: { "{hoe|waarom|wanneer} ": "Hoe meld ik mij af", "verwijder {mij|me} niet": "Verwijder mij niet" },
  },
  {
    asks: {
      "{remova|retire|exclua|elimine|apague|tire}-me": "Remova-me da sua lista",
      "{remova|retire|exclua|elimine|apague|remover|apaguem} {[o ]meu {endereço|e-mail|email|nome|contacto|contato}|[os ]meus dados}":
        "Apague os meus dados",
      "não {quero|desejo} {receber mais|mais receber}": "Não quero receber mais e-mails",
      "{pare|parem} de me {enviar|escrever|contactar|contatar|mandar}": "Pare de me enviar mensagens",
      "não me {contacte|contate|escreva|contactem|envie|enviem|mande|mandem} mais": "Não me contacte mais",
      "{desejo|quero|gostaria de} cancelar [a |minha |a minha ]{subscrição|inscrição|assinatura}": "Desejo cancelar a subscrição",
    },
    alone: "descadastrar|cancelar inscrição|cancelar subscrição|remover|sair|stop",
    unless: { "{como|porque|quando} ": "Como me removo", "não me {remova|retire|exclua}": "Não me remova" },
  },
  {
    asks: {
      "{usunąć|wypisać|wykreślić|wypisz|wypiszcie|usuń|usuńcie|wykreślcie} {mnie|mój {adres|email|e-mail}|moje dane}":
        "Proszę usunąć mnie z listy",
      "mnie wypisać": "Proszę mnie wypisać",
      "usunięcie {moich danych|mojego adresu|mnie}": "Proszę o usunięcie moich danych",
      "nie {chcę|życzę sobie} {otrzymywać|dalszych|dostawać|więcej}": "Nie chcę otrzymywać więcej wiadomości",
      "{do mnie|do nas} [więcej ]nie pisać": "Proszę do mnie nie pisać",
      "nie {wysyłać|przysyłać|wysyłajcie|przysyłajcie} {mi|do mnie|nam} {więcej|już}": "Proszę nie wysyłać mi więcej maili",
      "przestać {do mnie |}{pisać|wysyłać}": "Proszę przestać do mnie pisać",
      "rezygnuję z {subskrypcji|newslettera|otrzymywania}": "Rezygnuję z subskrypcji",
      "{się ze mną|ze mną się} {więcej |już }nie kontaktować": "Proszę się ze mną więcej nie kontaktować",
    },
    alone: "wypisz mnie|wypisz|rezygnuję|stop",
    unless: { "{jak|dlaczego|kiedy} ": "Jak się wypisać", "nie usuwa": "Proszę nie usuwać mnie" },
  },
  {
    asks: {
      "{ta bort|avregistrera|radera|stryk} {mig|min{a|} {adress|uppgifter|e-post|mejladress|e-postadress}}": "Ta bort mig från er lista",
      "{vill inte|önskar inte|vill ej} {ha|få} {fler|mer}": "Jag vill inte ha fler mejl",
      "sluta {mejla|maila|skicka|kontakta|skriva}": "Sluta mejla mig",
      "{kontakta|skriv|mejla|maila} {mig|till mig} inte {igen|mer|fler}": "Kontakta mig inte igen",
      "{skicka inga fler|inga fler} {mejl|mail|utskick|meddelanden}": "Inga fler utskick tack",
      "avsluta {prenumerationen|min prenumeration}": "Jag vill avsluta prenumerationen",
    },
    alone: "avregistrera|avprenumerera|avanmäl|avregistrering|stopp|stop",
    unless: { "{hur|varför|när} ": "Hur avregistrerar jag", "ta inte bort": "Ta inte bort mig" },
  },
  {
    asks: {
      "{fjern|afmeld|slet|tag} {mig|min{e|} {adresse|oplysninger|e-mail|mail|data|mailadresse}}": "Fjern mig fra jeres liste",
      "ønsker ikke {at modtage|flere|længere}": "Jeg ønsker ikke at modtage flere mails",
      "stop med at {skrive|sende|kontakte|maile}": "Stop med at skrive til mig",
      "{kontakt|skriv til} mig ikke {igen|mere|længere}": "Kontakt mig ikke igen",
      "send mig ikke {flere|mere}": "Send mig ikke flere mails",
      "{gerne|vil} [gerne ]afmeldes": "Jeg vil gerne afmeldes",
      "ingen flere {mails|e-mails|beskeder}": "Ingen flere mails, tak",
    },
    alone: "afmeld|afmelding|frameld|stop",
    unless: { "{hvordan|hvorfor|hvornår} ": "Hvordan afmelder jeg", "fjern mig ikke": "Fjern mig ikke" },
  },
  {
    asks: {
      "{vyřaďte|odhlaste|vymažte|odstraňte|smažte|vyškrtněte} {mě|mne|mou adresu|moji adresu|můj {e-mail|email}|mé údaje|moje údaje}":
        "Vyřaďte mě ze seznamu",
      "{nepřeji|nepřeju} si dostávat": "Nepřeji si dostávat další e-maily",
      "nechci {dostávat|už dostávat}": "Nechci dostávat vaše e-maily",
      "přestaňte mi {psát|posílat|zasílat}": "Přestaňte mi psát",
      "{už |již }{mě nekontaktujte|mi nepište|mi neposílejte}": "Už mě nekontaktujte",
      "neposílejte mi {další|již|už|více}": "Neposílejte mi další zprávy",
      "zrušit odběr": "Chci zrušit odběr",
      "žádné další {maily|e-maily|emaily|zprávy}": "Žádné další maily",
    },
    alone: "odhlásit|odhlášení|odhlásit se|stop",
    unless: { "{jak|proč|kdy} ": "Jak se odhlásit", nevyřazujte: "Nevyřazujte mě" },
  },
  {
    asks: {
      "{удалите|уберите|исключите|отпишите|вычеркните} {меня|мой {адрес|email|e-mail|контакт}|мои данные|нас}": "Удалите меня из рассылки",
      "{исключить|удалить|убрать} {меня|мой адрес|мои данные}": "Прошу исключить мой адрес из базы",
      "не хочу {получать|больше получать}": "Не хочу получать ваши письма",
      "{перестаньте|прекратите|хватит} {мне |нам |}{писать|слать|присылать|отправлять}": "Перестаньте мне писать",
      "больше {не {пишите|присылайте|беспокойте}|[меня ]не {беспокоить|писать}}": "Больше не пишите мне",
      "не {присылайте|пишите|шлите|отправляйте} {мне|нам} больше": "Не присылайте мне больше писем",
    },
    alone: "отписаться|отписка|отпишите|стоп|stop",
    unless: { "{как|почему|когда} ": "Как отписаться", "не {удаляйте|убирайте|отписывайте}": "Не удаляйте меня" },
  },
];
