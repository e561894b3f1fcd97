import type { StopWords } from "./stop-words.ts";

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
