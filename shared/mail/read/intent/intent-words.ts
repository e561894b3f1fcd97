import type { Phrases } from "../languages/language.ts";

/** The words of one language by which a person asks to be written to no more. Lists in one string are separated by `|`. */
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

/** What an answer says of an offer, in one language's plain words; lists, separated by `|`. Each is about the writer alone. */
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
