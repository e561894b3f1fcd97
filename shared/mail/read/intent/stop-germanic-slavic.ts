import type { StopWords } from "./intent-words.ts";

/** Requests for no more email in the Germanic languages. */
export const germanicStops: Readonly<Record<string, StopWords>> = {
  en: {
    asks: {
      "{remove|take|delete|strike|drop|exclude|get} {me|us}[ off| out]": "Please remove me from your list",
      "{remove|delete|erase|strike|take} {my|our} [personal |contact |email |e-mail |mail ]{address|name|details|data|information|info|contact}[ off]":
        "Delete my contact details",
      "{have|get} {me|my [email |e-mail ]{address|name|details|data}} {removed|deleted|taken off|unsubscribed}":
        "Please have my address removed",
      "{please|kindly} unsubscribe[ {me|us|this address}]": "Please unsubscribe",
      "unsubscribe {me|us}": "Unsubscribe me",
      "{like|want|wish|asking|asked|need|request} to [be ]{unsubscribe|unsubscribed|removed|opt out|opt-out|be left alone|taken off|be deleted}":
        "I would like to opt out",
      "opt {me|us} out": "Opt me out",
      "{i|we}{| am|'m| are|'re} {opt|opting} out": "I am opting out",
      "{stop|quit|cease} {emailing|e-mailing|mailing|contacting|messaging|writing|spamming|bothering|pestering}[ to][ me| us]":
        "Stop emailing me",
      "{stop|quit|cease} [with ]{sending [me |us ]|}[any |all ][of ]{these|this|those|your|the|more|further|unsolicited|such|email|e-mail|mail|message|spam}[ more| further| unsolicited| marketing| sales]{| email| e-mail| mail| message| spam| newsletter| offer}{s|}":
        "Stop sending me these messages",
      "{cease|stop} [and desist ][all |any ][further ]{contact|communication|correspondence}{s|}": "Please cease all contact",
      "{don't|do not|dont|never|not to} [ever ]{email|e-mail|contact|write|message|mail|bother|approach} [to ]{me|us}":
        "Do not contact me again",
      "{don't|do not|dont|never|not to} send [me |us ][any ]{more|further|anything|this|these|such|another|email|e-mail|message|spam}{s|}[ more| else]{| of {these|this|your}}{| email| e-mail| mail| message| spam| stuff}{s|}":
        "Do not send me any more emails",
      "{don't|do not|dont|no longer|never} {want|wish|care|need} to {be {contacted|emailed|written to|on {your|this|the} [mailing ]list}|hear from {you|your company|you guys}|{receive|get} [any ][more |further ][of ]{more|further|these|your|this|such|email|e-mail|message|anything|communications}{s|}}":
        "I do not wish to receive these emails",
      "{don't|do not|dont|no longer} want [any ]{more |further |these |your |this |}[of ]{email|e-mail|mail|message|newsletter|spam}":
        "We don't want your emails",
      "no {more|further} {email|e-mail|mail|message|contact|spam|communication|newsletter}{s|}": "No more emails please",
      "{withdraw|revoke} my consent": "I withdraw my consent",
      "leave {me|us} alone": "Leave me alone",
      "off {your|this} [mailing |email |e-mail |distribution ]list": "Get me off your list",
    },
    more: "again|anymore|any more|any longer|any further|further|ever again|ever|in [the ]future|right now|now|immediately|at once|at all|completely|altogether|about this|as soon as possible|asap|emails|e-mails|mails|messages|to {me|us}|from you|with me",
    list: "{your|this|these|the} {list|mailing|email|e-mail|database|distribution list|newsletter}|from {your|this|these|those|all|any|future|further|everything|here|the {mailing|list|email|e-mail|database|distribution|newsletter|campaign|sequence}}|off {your|this|these|the {list|mailing}}|on your|of {your|this} {list|mailing}|in your {list|database|system|crm}|to this address",
    alone:
      "unsubscribe|unsubscribe please|stop|remove|remove me|opt out|opt-out|please stop|stop it|no more|take me off|unsubscribe me|remove from list|unsubscribe now",
    polite: "can you|could you|would you|will you|please|kindly|can i please be|could i please be|may i be|would you mind",
    unless:
      "{not|don't|dont|never|didn't|doesn't|won't|wouldn't|can't|cannot|shouldn't} [please |ever |yet |want you to |want to |mean to |wish to |need to |have to ]{remove|unsubscribe|take me|delete|be removed|stop|opt|drop|strike|be unsubscribed}|how|where|why|if|whether|unless|when|which|customers|users|subscribers|other list|another list|other mailing|old list|second list|other newsletter|by mistake|by accident|accidentally|mistakenly|before|until|till|after|he|she|they|him|colleague|coworker|says|said|wrote|asked you|someone|people who|instead|old address|other address|cc|copy|weekend|monday|phone|whatsapp|if only|should i|do i|did i",
    but: "but|instead|except|only|rather|just|unless|keep",
  },
  de: {
    asks: {
      "{nehmen|streichen|entfernen|löschen|tragen|melden|schmeißen|werfen} sie [bitte ]{mich|uns}[ bitte]": "Bitte entfernen Sie mich",
      "{nimm|nehmt|streich|streicht|entferne|entfernt|lösch|lösche|löscht|trag|trage|tragt|melde|meldet} {mich|uns}[ bitte]":
        "Tragt mich aus",
      "{mich|uns} [bitte |umgehend |sofort ]{aus|von|vom} {ihrem|ihrer|eurem|eurer|dem|der|diesem|dieser|allen|ihren} {verteiler|mailverteiler|e-mail-verteiler|newsletter|liste|mailingliste|datenbank|adressliste|kartei}":
        "Bitte nehmen Sie mich aus dem Verteiler",
      "{uns|mich} {aus|von} {ihrer|ihrem|eurer} … zu {löschen|streichen|nehmen|entfernen}":
        "Ich bitte Sie, mich aus Ihrer Liste zu löschen",
      "{lösch|entfern|streich}{en sie|t|e|} [bitte ][sofort |umgehend ]{meine|unsere} [e-mail-|mail-|e-mail |personenbezogenen |persönlichen ]{adresse|daten|mailadresse|kontaktdaten|e-mail}":
        "Löschen Sie bitte meine Adresse",
      "{meine|unsere} [e-mail-|mail-|personenbezogenen |persönlichen ]{adresse|daten|mailadresse|kontaktdaten} [bitte |umgehend |sofort ]{aus … |}{zu |}{löschen|entfernen|streichen}":
        "Bitte meine Daten löschen",
      "keine {weiteren |}[solchen |solche |werbe]{e-mails|emails|mails|nachrichten|newsletter|werbung|anfragen|zusendungen|werbemails|kontaktaufnahmen|kontaktaufnahme}[ dieser art]{| mehr}[ von {ihnen|euch|ihrer {firma|seite}}][ mehr][ {erhalten|bekommen|empfangen|haben|zu erhalten|zu bekommen|zusenden|schicken|senden}]":
        "Bitte keine weiteren Mails mehr",
      "{schreiben|kontaktieren|mailen|belästigen|anschreiben} sie [bitte ]{mir|mich|uns} [bitte |bitte in zukunft |in zukunft |künftig ]nicht {mehr|wieder|weiter|noch einmal}":
        "Schreiben Sie mir nicht mehr",
      "{schreib|schreibt|kontaktiert|kontaktier|kontaktiere} {mir|mich|uns} [bitte ]nicht {mehr|wieder|weiter}": "Schreib mir nicht mehr",
      "{mich|uns|mir} [bitte |künftig |in zukunft ]nicht {mehr|wieder|weiter} {zu |}{kontaktieren|anschreiben|anzuschreiben|schreiben|belästigen|mailen|anmailen|behelligen}":
        "Bitte mich nicht mehr kontaktieren",
      "nicht {mehr|wieder|weiter} {von ihnen |von euch |}{kontaktiert|angeschrieben|belästigt|angemailt}":
        "Ich möchte nicht mehr kontaktiert werden",
      "{schicken|senden} sie [bitte ]{mir|uns} [bitte ]{keine|nichts} {weiteren|mehr|e-mails mehr|mails mehr|solche}":
        "Senden Sie mir nichts mehr",
      "{hören|höre|hört|hör} [sie ][bitte ]{damit |}auf, {mir|mich|uns} {zu schreiben|zu kontaktieren|anzuschreiben|mails zu|e-mails zu|weiter}":
        "Hören Sie auf, mir zu schreiben",
      "{unterlassen|unterlasst} [sie ][bitte ][künftig |in zukunft |alle |jede |jegliche ]{weitere|weiteren|kontakt|solche|diese|werbe|zusend}{|n|r} {kontaktaufnahme|zusendung|e-mail|mail|nachricht|werbung|werbemail|kontaktversuch|anfrage}{n|s|en|}":
        "Unterlassen Sie bitte weitere Kontaktaufnahmen",
      "widerspreche {ich |}{hiermit |}{der|jeder} {nutzung|verwendung|verarbeitung|speicherung|weiteren} … {daten|werbung|werbezwecken|kontaktaufnahme}":
        "Ich widerspreche der Nutzung meiner Daten",
      "melde {ich |}mich hiermit …ab": "Ich melde mich hiermit vom Newsletter ab",
      "{möchte|will|würde} mich [gerne ][hiermit ][bitte ]{von … |vom … |aus … |}{abmelden|austragen}": "Ich möchte mich abmelden",
      "lassen sie {mich|uns} [bitte ][endlich ]in ruhe": "Lassen Sie mich in Ruhe",
    },
    more: "mehr|wieder|weiter|bitte|künftig|in zukunft|sofort|umgehend|endlich|erhalten|bekommen|ab|aus|zu löschen|löschen|zu streichen|streichen|austragen|abmelden|werden|zu werden|möchten|von ihnen|von euch|heraus|raus|zu|zuzusenden|zu senden|zu schicken|zu entfernen|entfernen|schicken|senden|schreiben|an",
    list: "{aus|von|vom} {ihrem|ihrer|eurem|eurer|dem|der|diesem|dieser|allen|ihren|newsletter|verteiler|mailverteiler}|in {ihrer|ihrem} {datenbank|system}|auf ihrer liste",
    alone: "abmelden|abmeldung|abbestellen|austragen|bitte abmelden|bitte austragen|stopp|stop|newsletter abbestellen|bitte löschen",
    polite: "können sie|könnten sie|würden sie|könnt ihr|könntet ihr|kannst du|könntest du|wären sie so|bitte",
    unless:
      "{mich|uns|bitte|sie|ihr} [bitte |bloß |auf keinen fall |keinesfalls ]{nicht|nie|niemals|keinesfalls} {aus|vom|von|ab|aufhören|löschen|streichen}|{keinesfalls|auf keinen fall}|nie auf|wie|warum|wann|ob|wenn|falls|wo|weshalb|wer|sofern|solange|kunden|nutzer|empfänger|anderen verteiler|anderen liste|andere liste|zweiten|aus versehen|versehentlich|irrtümlich|vor|bis|nach|kollege|kollegin|er|chef|soll ich|sollen wir|alte adresse|alten adresse|diese adresse|so förmlich|leider keine|frau|herrn|herr|fragen|statt|stattdessen|cc|telefonisch|woran|komme|bekomme ich|erhalte ich|ich bekomme|ich erhalte|wir erhalten|wir bekommen|wir haben|habe ich|es gibt|es gab",
    but: "aber|sondern|stattdessen|nur|außer|lieber|jedoch|dafür",
  },
  nl: {
    asks: {
      "{verwijder|haal|schrap|schrijf|meld|wis|gooi} {mij|me|ons}[ {alsjeblieft|alstublieft|a.u.b.|aub|svp|graag|dan|nu}]":
        "Verwijder mij van uw lijst",
      "{verwijder|wis|schrap|haal} [alstublieft |alsjeblieft |a.u.b. |aub |graag ]{mijn|ons|onze} {adres|gegevens|e-mail|emailadres|e-mailadres|mailadres|contactgegevens|naam|persoonsgegevens}":
        "Verwijder mijn adres",
      "{mijn|onze} {adres|gegevens|e-mailadres|emailadres|mailadres|contactgegevens|persoonsgegevens} [{uit|van} … ]{te |}{verwijderen|wissen|schrappen}":
        "Wilt u mijn gegevens verwijderen",
      "{mij|me|ons} [alstublieft |graag |svp ]{te |}{uitschrijven|afmelden|verwijderen|schrappen|uit te schrijven|af te melden}":
        "Kunt u mij uitschrijven",
      "{mij|me|ons} {van|uit} {de|uw|jullie|deze|dit|je} [mail|mailing|e-mail|adressen]{lijst|bestand|mailing|database|nieuwsbrief|verzendlijst|maillijst|mailinglijst} {te |}{halen|verwijderen|schrappen}":
        "Gelieve mij van de lijst te halen",
      "{wil|wens|zou} {me|mij} [graag ]{hiervoor |hierbij |}{uitschrijven|afmelden|uit te schrijven|af te melden}":
        "Ik wil me uitschrijven",
      "geen [verdere |reclame|van deze |zulke ]{e-mails|emails|mails|berichten|mail|e-mail|nieuwsbrieven|mailtjes} {meer|meer van {u|jullie|je}|van {u|jullie|je} meer}[ te][ {ontvangen|krijgen|sturen}]":
        "Graag geen mails meer",
      "geen {mails|e-mails|emails|berichten|mail} meer": "Geen mails meer",
      "{niet meer|geen} … van {u|jullie} {te |}{ontvangen|krijgen}": "Ik wil geen berichten van jullie ontvangen",
      "stuur {mij|me|ons} [alstublieft |alsjeblieft |aub |svp ]{niets|geen {mail|e-mail|mails|e-mails|emails|berichten|reclame}} meer":
        "Stuur mij geen mails meer",
      "{mij|me|ons} niet {meer|langer} {te |}{contacteren|mailen|benaderen|schrijven|e-mailen|lastig te vallen|lastigvallen|aanschrijven|aan te schrijven}":
        "Gelieve mij niet meer te contacteren",
      "{niet meer|niet langer} {benaderd|gecontacteerd|gemaild} [te ]worden": "Ik wil niet meer benaderd worden",
      "{mail|schrijf|contacteer|benader|e-mail} {mij|me|ons} [alstublieft |alsjeblieft |aub |a.u.b. |svp ]niet {meer|langer}":
        "Mail me niet meer",
      "stop [alstublieft |alsjeblieft |aub |a.u.b. ][nu ]met {mailen|het {mailen|sturen|schrijven|versturen}|sturen|schrijven|e-mailen|deze {mails|e-mails|berichten}|spammen|mij {te mailen|te schrijven|mailen|schrijven|te benaderen}}":
        "Stop met mailen",
      "{neem|neemt} [alstublieft |alsjeblieft |aub |a.u.b. ][u ]geen contact meer [met {mij|me|ons} ]op":
        "Neem geen contact meer met mij op",
      "geen contact meer {met {mij|me|ons} |}op {te |}nemen": "Gelieve geen contact meer op te nemen",
      "laat {mij|me} met rust": "Laat me met rust",
    },
    more: "meer|graag|alstublieft|alsjeblieft|aub|a.u.b.|svp|in de toekomst|voortaan|onmiddellijk|direct|nu|uit|af|aan|op|te ontvangen|ontvangen|naar mij|berichten|e-mails|mails|van u|van jullie|te halen|te verwijderen",
    list: "{van|uit|voor} {de {lijst|mailinglijst|maillijst|nieuwsbrief|database|mailing}|uw|jullie|deze|dit|je|alle|verdere}",
    alone: "afmelden|uitschrijven|graag uitschrijven|graag afmelden|stop|afmelding|uitschrijving|schrijf me uit|meld me af|geen mail meer",
    polite: "kunt u|kun je|kan je|wilt u|wil je|zou u|zou je|kunnen jullie|willen jullie|gelieve|zouden jullie",
    unless:
      "{verwijder|haal|schrap|schrijf|meld} {mij|me|ons} [alstublieft |alsjeblieft |aub |vooral |toch ]{niet|vooral|nooit}|vooral niet|stop er|niet stoppen|hoe|waarom|wanneer|als|indien|of|waar|wie|moet ik|klanten|gebruikers|abonnees|andere lijst|andere nieuwsbrief|per ongeluk|abusievelijk|voordat|voor dinsdag|voor maandag|tot|collega|hij|zij|haar|hem|op dit adres|oude adres|bel|telefonisch|ik ontvang|we ontvangen|ik krijg|vergadering|behalve|kopie|formeel",
    but: "maar|wel|behalve|alleen|liever",
  },
  sv: {
    asks: {
      "{ta bort|avregistrera|radera|stryk|plocka bort|avanmäl|avprenumerera} {mig|oss}": "Ta bort mig från er lista",
      "ta {mig|oss} bort": "Ta mig bort",
      "{ta bort|radera|stryk} {min|mina|vår|våra} {adress|uppgifter|e-post|e-postadress|mejladress|mailadress|mejl|kontaktuppgifter|data|personuppgifter}":
        "Radera min adress",
      "{vill|önskar|ber om att} {inte|ej} {ha|få|längre ha|längre få|ta emot|bli} {|några |era |er |dessa |de här |några fler |fler |mer |mera }{mejl|mail|utskick|meddelanden|reklam|e-post|kontaktad|kontaktade|information|nyhetsbrev}":
        "Jag vill inte få fler mejl",
      "sluta [att ]{mejla|maila|kontakta|skriva [till ]|spamma|skicka|störa}[ till][ mig| oss][ {de här|dessa|era|fler|mejl|mail|meddelanden|reklam|spam|sådana}][ {mejl|mail|meddelanden|utskick|mejlen|mailen|meddelandena|utskicken}]":
        "Sluta mejla mig",
      "{kontakta|skriv|mejla|maila|stör} {mig|till mig|oss|till oss} {inte|aldrig} {igen|mer|längre|fler gånger}": "Kontakta mig inte igen",
      "{kontakta|skriv|mejla|maila} {inte|aldrig} {mig|till mig|oss} {igen|mer|längre}": "Kontakta inte mig igen",
      "skicka {inget|inga|inte|aldrig} {mer|fler|fler mejl|mer mejl|mejl|mail}{| mejl| mail| utskick| meddelanden}[ mer][ till {mig|oss}]":
        "Skicka inget mer till mig",
      "{inga|inte} {fler|mer} {mejl|mail|utskick|meddelanden|e-post|mejl}": "Inga fler mejl",
      "{avsluta|säga upp|avbryta|avsäga mig} [min |mitt |er ]{prenumerationen|prenumeration|nyhetsbrev}":
        "Jag vill avsluta prenumerationen",
      "{vill|önskar} {avregistrera mig|bli {borttagen|avregistrerad|struken}|avregistreras|tas bort|avprenumerera|avanmäla mig}":
        "Jag vill avregistrera mig",
      "{återkallar|drar tillbaka} mitt samtycke": "Jag återkallar mitt samtycke",
      "lämna {mig|oss} i fred": "Lämna mig i fred",
    },
    more: "igen|mer|längre|tack|snarast|omgående|genast|i framtiden|framöver|nu|till mig|till oss|från er|från dig|mejl|mail|fler|helt",
    list: "{från|ur|i} {er|ert|era|listan|listor|denna|den här|detta|din|dina|utskicket|utskicken|sändlistan|nyhetsbrevet|alla|databasen|mejllistan|maillistan|registret}",
    alone: "avregistrera|avprenumerera|avanmäl|avregistrering|stopp|stop|avregistrera mig|ta bort|avsluta prenumeration|avsluta|sluta",
    polite: "kan ni|kan du|kunde ni|skulle ni|skulle du|vill ni|vänligen|snälla|var vänlig",
    unless:
      "{ta|radera|stryk|avregistrera} {inte|aldrig|absolut inte}|sluta inte|sluta aldrig|hur|varför|när|om|vem|ska jag|kunder|användare|prenumeranter|andra listan|annan lista|andra utskicket|av misstag|råkade|före|innan|tills|efter|kollega|han|hon|henne|honom|den här adressen|gamla adressen|vad har hänt|ring|faktur|kopia|jag får inga|vi får inga|offert|förutom",
    but: "men|utan|förutom|bara|istället|hellre",
  },
  da: {
    asks: {
      "{fjern|afmeld|slet|frameld|stryg} [venligst ]{mig|os}[ venligst| tak]": "Fjern mig fra jeres liste",
      "tag {mig|os} [venligst ]{af|ud af|væk fra}": "Tag mig af listen",
      "{tage|fjerne|afmelde|slette|framelde} {mig|os}[ {af|fra}]": "Kan I fjerne mig",
      "{fjern|slet|fjerne|slette} [venligst ]{min|mine|vores} {adresse|oplysninger|e-mail|mail|data|mailadresse|e-mailadresse|kontaktoplysninger|persondata}":
        "Slet min adresse",
      "{ønsker|vil} ikke [længere |mere ][at ]{modtage|have|få|kontaktes|blive kontaktet}[ {flere|jeres|disse|den slags|sådanne|mere|yderligere|nogen}][ {mail|e-mail|mails|e-mails|beskeder|nyhedsbreve|reklamer|henvendelser}]":
        "Jeg ønsker ikke at modtage flere mails",
      "{hold op|stop|ophør|stoppe|holde op} [venligst ]med at {skrive|sende|kontakte|maile|spamme|genere}[ til][ mig| os][ {flere|disse|jeres|de her|mails|beskeder|reklamer|spam}][ {mails|e-mails|beskeder|mail}]":
        "Hold op med at skrive til mig",
      "{kontakt|skriv til|mail til|forstyr} {mig|os} {ikke|aldrig} {igen|mere|længere}": "Kontakt mig ikke igen",
      "{kontakt|skriv} {ikke|aldrig} {mig|til mig|os} {igen|mere|længere}": "Skriv ikke til mig igen",
      "send {mig|os} {ikke|aldrig} {flere|mere}[ {mails|e-mails|beskeder|mail|reklamer}]": "Send mig ikke flere mails",
      "send {ikke|aldrig} {flere|mere}[ {mails|e-mails|beskeder|mail}][ til mig]": "Send ikke flere mails",
      "{gerne|vil|ønsker at} [gerne ]{afmeldes|frameldes|slettes|fjernes|afmelde mig|framelde mig|blive {fjernet|slettet|afmeldt}}":
        "Jeg vil gerne afmeldes",
      "{ingen|ikke} flere {mails|e-mails|beskeder|mail|henvendelser}": "Ikke flere mails",
      "{trækker|tilbagekalder} mit samtykke": "Jeg tilbagekalder mit samtykke",
      "lad {mig|os} være i fred": "Lad mig være i fred",
    },
    more: "igen|mere|længere|tak|venligst|straks|i fremtiden|fremover|nu|til mig|til os|fra jer|fra dig|tilbage|mails|e-mails|beskeder|helt",
    list: "{fra|af|i} {jeres|din|dine|listen|denne|dette|nyhedsbrevet|maillisten|mailinglisten|databasen|alle|de her|disse|jer}",
    alone: "afmeld|afmelding|frameld|stop|afmeld mig|frameld mig|slet mig|fjern mig|stop tak",
    polite: "kan i|kan du|vil i|vil du|kunne i|kunne du|venligst|vær venlig|vær så venlig|gider i",
    unless:
      "{fjern|slet|afmeld|tag} mig [endelig |bare |venligst |for alt i verden ]ikke|hold ikke op|stop ikke|endelig ikke|hvordan|hvorfor|hvornår|hvis|hvor|hvem|skal jeg|kunder|brugere|abonnenter|anden liste|andre liste|ved en fejl|ved et uheld|kom til|før|inden|indtil|efter|kollega|han|hun|hende|ham|denne adresse|gamle adresse|hvad er der|ring|faktura|kopi|jeg modtager ikke|jeg får ikke|vi modtager|undtagen",
    but: "men|undtagen|kun|i stedet|hellere",
  },
};

/** Requests for no more email in the Slavic languages. */
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
