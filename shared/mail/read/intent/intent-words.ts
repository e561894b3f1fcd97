import type { Phrases } from "../languages/language.ts";

/** The words of one language by which a person asks for no more email. Lists in one string are separated by `|`. */
export interface StopWords {
  /** Requests, each with an example; the clause ends after one, or `more` or `list` follows. */
  readonly asks: Phrases;
  /** Words that may follow a request: "again". */
  readonly more: string;
  /** Words after which any others may follow: "from your list". */
  readonly list: string;
  /** The whole answer, in lower case, without its greeting and closing. */
  readonly alone: string;
  /** The start of a question that is a request: "could you". */
  readonly polite: string;
  /** Words anywhere in the sentence that turn it around: a negation, a question, a condition, another list, another person. */
  readonly unless: string;
  /** Words after the request that take it back: "but". */
  readonly but: string;
}

/** The words of one language by which an answer to an offer is understood; lists, separated by `|`. All are about the writer. */
export interface AnswerWords {
  readonly not_interested: string;
  readonly not_now: string;
  readonly wrong_person: string;
  readonly interested: string;
  /** Words that turn a sentence around, or say it of somebody else. */
  readonly unless: string;
}

/** The languages in which answers are read. */
export const answerWords: Readonly<Record<string, AnswerWords>> = {
  en: {
    not_interested:
      "{not|no longer|aren't|isn't} [really |currently |at all ]interested|no interest|not for {us|me}|we'll pass|we will pass|i'll pass|i will pass|we don't need|we do not need|no need for this|no thanks|no, thanks|no thank you|no, thank you",
    not_now:
      "not right now|not at the moment|not at this time|not now|no budget until|no budget this year|{try|contact|ping|reach out to} [me |us ][again ]{next|in} {year|quarter|month|spring|summer|autumn|fall|january|february|march|april|may|june|july|august|september|october|november|december|q1|q2|q3|q4|a few|six|three}|bad timing|{get|circle|check} back [to me |with me ][again ]{next|in} {year|quarter|month|spring|summer|autumn|fall|january|february|march|april|september|october|q1|q2|q3|q4|a few|six|three}",
    wrong_person:
      "not the right {person|contact}|wrong {person|contact}|not the {best|correct} {person|contact}|i don't handle|i do not handle|not responsible for|not my {department|area}|no longer my area",
    interested:
      "{i'm|i am|we are|we're} [very |definitely |quite |certainly |really ]{interested|keen}|{i'd|i would|we'd|we would} {love|like} to {hear|learn|know|see} more|{sounds|looks} {great|good|interesting|promising}|{happy|glad} to {talk|chat|meet|have a call|hop on}|let's {talk|chat|meet|schedule|set up|book}|tell me more|{send|please send} {me|us} [more |further ]{information|details|the price list|your prices|a quote|an offer}",
    unless: "if|unless|but|whether|would be|might|may be|he|she|they|colleague|says|said|not sure|used to|can't say|nobody|never",
  },
  de: {
    not_interested:
      "kein interesse|nicht [weiter |mehr ]interessiert|{kein|keinen} bedarf|nein danke|nein, danke|{ist|wäre} nichts für uns|interessiert uns nicht|interessiert mich nicht",
    not_now:
      "im moment nicht|derzeit nicht|aktuell nicht|momentan nicht|zurzeit nicht|zur zeit nicht|im moment passt es nicht|jetzt nicht|{melden sie sich|melde dich|schreiben sie mir} [gern |gerne |bitte |doch |wieder |noch einmal |nochmal ]{im|nächstes|nächsten|in} {herbst|frühjahr|sommer|winter|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|jahr|quartal|monat|ein paar|sechs|drei}",
    wrong_person:
      "{nicht der|nicht die|falsche|falscher|der falsche|die falsche} {richtige|richtige ansprechpartner|ansprechpartner|ansprechpartnerin|person|kontakt}|nicht zuständig|nicht in meine{n|r} {bereich|zuständigkeit}",
    interested:
      "{bin|sind|wären|wäre} [ich |wir ][sehr |durchaus |grundsätzlich ]interessiert|klingt {gut|spannend|interessant|super}|{haben|habe} [ich |wir ]interesse|{schicken|senden} sie {mir|uns} [bitte |gerne |gern ]{ein angebot|mehr informationen|weitere informationen|unterlagen|die preisliste}|ich freue mich auf {das|ein|unser} {gespräch|telefonat|treffen}",
    unless: "wenn|falls|aber|sondern|ob|vielleicht|eventuell|er|sie ist|kollege|kollegin|sagt|nicht sicher|niemand|kunden",
  },
  fr: {
    not_interested:
      "pas [vraiment |du tout |plus ]intéressé|pas d'intérêt|{ne nous|ne m'|ne m} intéresse pas|ne m'intéresse pas|non merci|non, merci|pas besoin",
    not_now:
      "pas pour le moment|pas pour l'instant|pas actuellement|pas maintenant|{recontactez|relancez|rappelez}-{moi|nous} {en|dans|au|l'année} {janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre|quelques|six|trois|printemps|prochaine}",
    wrong_person:
      "pas la bonne personne|pas le bon {interlocuteur|contact}|mauvaise personne|ne suis pas {en charge|responsable|concerné}|pas de mon ressort",
    interested:
      "{je suis|nous sommes|suis} [très |vivement ]intéressé|{cela|ça} {m'intéresse|nous intéresse}|envoyez-{moi|nous} {un devis|une offre|plus d'informations|vos tarifs|la documentation}",
    unless: "si|mais|peut-être|il|elle|collègue|dit|pas sûr|personne ne|clients|ne suis pas intéressé|ne sommes pas",
  },
  es: {
    not_interested:
      "no {me|nos} interesa|no {estoy|estamos} interesad|sin interés|no tenemos interés|no, gracias|no gracias|no lo necesitamos|no necesitamos",
    not_now:
      "ahora no|por ahora no|de momento no|en este momento no|no es [un ]buen momento|{escríbame|contácteme|contáctenos|llámeme} [de nuevo ]{en|después del|tras el|el} {enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|verano|año|próximo}",
    wrong_person:
      "no soy la persona {adecuada|correcta|indicada}|persona equivocada|no soy {el|la} responsable|no es mi área|no me corresponde",
    interested:
      "{estoy|estamos} [muy ]interesad|{me|nos} interesa {mucho|saber|conocer|su|la propuesta|la oferta}|suena {bien|interesante|genial}|{envíeme|envíenos|mándeme|mándenos} {una oferta|un presupuesto|más información|los precios}",
    unless: "si|pero|quizá|tal vez|él|ella|compañero|dice|no estoy segur|nadie|clientes|no {me|nos} interesa|no {estoy|estamos}",
  },
  it: {
    not_interested: "non {sono|siamo} interessat|non {mi|ci} interessa|nessun interesse|no grazie|no, grazie|non ne abbiamo bisogno",
    not_now:
      "{adesso|ora|al momento|per il momento|per ora} no|non {al|in questo} momento|non ora|non adesso|{mi|ci} {risenta|ricontatti|riscriva} {a|in|tra|il} {gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|autunno|primavera|qualche|prossimo}",
    wrong_person:
      "non sono la persona {giusta|adatta|corretta}|persona sbagliata|non {me ne|mi} occupo|non sono {io |}{il|la} responsabile|non è di mia competenza",
    interested:
      "{sono|siamo|saremmo|sarei} [molto ]interessat|{mi|ci} interessa|sembra {interessante|ottimo}|{mi|ci} {mandi|invii} {un'offerta|un preventivo|maggiori informazioni|i prezzi}",
    unless: "se|ma|però|forse|lui|lei|collega|dice|non sono sicur|nessuno|clienti|non {sono|siamo} interessat|non {mi|ci} interessa",
  },
  nl: {
    not_interested:
      "geen interesse|niet [echt |meer ]geïnteresseerd|geen behoefte|nee bedankt|nee, bedankt|nee dank u|nee, dank u|niets voor ons",
    not_now:
      "nu {even |}niet|op dit moment niet|momenteel niet|voorlopig niet|{probeer|neem|mail} [het |me ][nog eens |contact op ]{in|volgend|over} {het najaar|het voorjaar|de zomer|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|jaar|kwartaal|een paar|zes|drie}",
    wrong_person:
      "niet de juiste {persoon|contactpersoon}|verkeerde {persoon|contactpersoon}|ben ik niet [voor ]verantwoordelijk|ga ik niet over|niet mijn afdeling",
    interested:
      "{ik ben|wij zijn|we zijn|ben|zijn} [zeer |erg |wel ]geïnteresseerd|klinkt {goed|interessant|leuk}|{stuur|stuurt u} {mij|me|ons} [maar |graag ]{een offerte|meer informatie|de prijzen|een voorstel}|{heb|hebben} [ik |wij |we ]interesse",
    unless: "als|maar|misschien|wellicht|hij|zij|collega|zegt|niet zeker|niemand|klanten|niet",
  },
  pt: {
    not_interested:
      "não {tenho|temos|há} interesse|não {estou|estamos} interessad|não {me|nos} interessa|sem interesse|não, obrigad|não obrigad|não precisamos",
    not_now:
      "agora não|de momento não|por enquanto não|no momento não|neste momento não|não é [um |o ]bom momento|{fale|contacte|entre em contato} {comigo|connosco|conosco|-me} {em|no|na|daqui a} {janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|próximo|alguns|seis|três}",
    wrong_person: "não sou a pessoa {certa|indicada|adequada|correta}|pessoa errada|não sou {eu |}{o|a} responsável|não é a minha área",
    interested:
      "{estou|estamos} [muito ]interessad|{tenho|temos} [muito |todo o ]interesse|parece {ótimo|bom|interessante}|{envie|mande}[-me| para mim| para nós|-nos] {uma proposta|um orçamento|mais informações|os preços}",
    unless: "se|mas|talvez|ele|ela|colega|disse|diz|não tenho certeza|ninguém|clientes|não {estou|estamos|tenho|temos}",
  },
  pl: {
    not_interested:
      "nie {jestem|jesteśmy} zainteresowan|brak zainteresowania|nie interesuje {mnie|nas}|nie, dziękuję|nie dziękuję|nie potrzebujemy",
    not_now:
      "teraz nie|nie teraz|obecnie nie|w tej chwili nie|na razie nie|{proszę |}{napisać|odezwać się|wrócić} [ponownie ]{jesienią|wiosną|latem|zimą|w {styczniu|lutym|marcu|kwietniu|maju|czerwcu|lipcu|sierpniu|wrześniu|październiku|listopadzie|grudniu|przyszłym}|za {kilka|rok|pół}}",
    wrong_person:
      "nie jestem {właściwą|odpowiednią} osobą|niewłaściwa osoba|nie {zajmuję|odpowiadam} {się tym|za to}|to nie do mnie|nie ja się tym zajmuję",
    interested:
      "{jestem|jesteśmy} [bardzo ]zainteresowan|brzmi {dobrze|ciekawie|interesująco|świetnie}|{proszę o|proszę przesłać} {ofertę|wycenę|więcej informacji|cennik|szczegóły}",
    unless: "jeśli|jeżeli|ale|lecz|może|on|ona|kolega|koleżanka|mówi|nie jestem pew|nikt|klienci|nie {jestem|jesteśmy}|czy",
  },
  sv: {
    not_interested:
      "{inte|ej} [längre |särskilt ]{intresserad|intresserade}|inget intresse|inte intressant|nej tack|nej, tack|har inget behov|behöver inte detta",
    not_now:
      "inte just nu|inte för tillfället|inte i nuläget|för tillfället inte|{hör av dig|återkom|kontakta mig} [igen |gärna ]{i|till|nästa|om} {höst|vår|sommar|vinter|januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december|hösten|våren|år|kvartal|några|sex|tre}",
    wrong_person: "{fel|inte rätt} person|inte ansvarig|inte jag som {ansvarar|hanterar|sköter}|inte mitt område",
    interested:
      "{jag är|vi är} [mycket |väldigt ]{intresserad|intresserade}|låter {bra|intressant|spännande|kul}|{skicka|skicka gärna} [mig |över ]{en offert|mer information|mer info|priser|ett förslag}",
    unless: "om vi|om ni|om det|men|kanske|han|hon|kollega|säger|inte säker|ingen|kunder",
  },
  da: {
    not_interested:
      "ikke [længere |specielt ]{interesseret|interesserede}|ingen interesse|nej tak|nej, tak|har ikke behov|ikke noget for os",
    not_now:
      "ikke lige nu|ikke i øjeblikket|ikke på nuværende tidspunkt|lige nu ikke|{prøv|skriv|kontakt mig|vend tilbage} [igen ]{til|næste|om|i} {efteråret|foråret|sommer|vinter|januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december|år|kvartal|nogle|seks|tre}",
    wrong_person:
      "{forkert|forkerte|ikke den rette|ikke rette} {person|kontakt|kontaktperson}|ikke den rette|ikke ansvarlig|ikke mit område|ikke mig, der",
    interested:
      "{jeg er|vi er} [meget ]{interesseret|interesserede}|lyder {godt|spændende|interessant}|{send|send gerne} [mig |os ]{et tilbud|mere information|mere info|priser|prisen}",
    unless: "hvis|men|måske|han|hun|kollega|siger|ikke sikker|ingen kunder|kunder",
  },
  cs: {
    not_interested:
      "{nemám|nemáme} [o to |o vaši nabídku ]zájem|bez zájmu|{nezajímá|to nezajímá} {mě|nás}|ne, děkuji|ne děkuji|nepotřebujeme",
    not_now:
      "teď ne|nyní ne|momentálně ne|zatím ne|v tuto chvíli ne|{ozvěte se|napište|kontaktujte mě} [znovu |zase ]{na podzim|na jaře|v létě|v zimě|příští|v {lednu|únoru|březnu|dubnu|květnu|červnu|červenci|srpnu|září|říjnu|listopadu|prosinci}|za {pár|rok|půl}}",
    wrong_person: "nejsem {správná|ta pravá|vhodná|kompetentní} {osoba|}|špatná osoba|nemám to na starosti|{tohle|toto|to} není moje",
    interested:
      "{mám|máme|měl bych|měla bych|měli bychom} [velký |o to ]zájem|zní {dobře|zajímavě|skvěle}|{pošlete|zašlete} {mi|nám} [prosím ]{nabídku|více informací|ceník|podrobnosti}",
    unless: "pokud|jestli|ale|možná|on|ona|kolega|říká|nejsem si jist|nikdo|zákazníci|nemám|nemáme",
  },
  ru: {
    not_interested:
      "{не|это не} интересно|нам это неинтересно|неинтересно|не {заинтересован|заинтересованы}|не интересует|нет, спасибо|нет спасибо|нам не нужно",
    not_now:
      "сейчас {не время|нет|не актуально|не готовы}|не сейчас|пока не {актуально|готовы|нужно}|пока нет|{напишите|свяжитесь|обратитесь} [снова |ещё раз |со мной ]{осенью|весной|летом|зимой|в {январе|феврале|марте|апреле|мае|июне|июле|августе|сентябре|октябре|ноябре|декабре|следующем}|через {месяц|полгода|год}}",
    wrong_person: "{не тот|не та} {человек|сотрудник}|я не {занимаюсь|отвечаю|решаю}|это не ко мне|не по адресу|не моя {зона|область}",
    interested:
      "{мне|нам} [очень ]интересно|{мы|я} {заинтересованы|заинтересован|заинтересована}|звучит {интересно|хорошо|отлично}|{пришлите|отправьте|вышлите} [мне |нам ][пожалуйста ]{предложение|прайс|подробности|больше информации|цены}",
    unless: "если|но|может быть|возможно|он|она|коллега|говорит|не уверен|никто|клиенты|не {мне|нам}",
  },
};

/** Requests for no more email in the Romance languages. */
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
