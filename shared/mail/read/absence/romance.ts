import type { AbsenceWords } from "./absence-words.ts";

/** French. */
export const french: AbsenceWords = {
  months:
    "janvier|janv février|fevrier|févr mars avril|avr mai juin juillet|juil août|aout septembre|sept octobre|oct novembre|nov décembre|decembre|déc",
  weekdays: "lundi|lun mardi mercredi jeudi vendredi samedi dimanche",
  order: "dmy",
  ordinals: "er",
  small: "le au du",
  next: "prochain",
  tomorrow: "demain",
  nextWeek: "la_semaine_prochaine semaine_prochaine",
  within: "dans",
  units: ["jour jours", "semaine semaines", "mois"],
  numbers: "un|une deux trois quatre cinq six sept huit neuf dix",
  until: "jusqu'au jusqu'à jusque jusqu'à_ce jusqu'a",
  through: "jusqu'au_et_y_compris",
  inclusive: "inclus compris inclusivement",
  returns: {
    "{de|mon|mon bureau|date de} retour": "Je serai de retour lundi",
    "{reviens|reviendrai|reviendrons|revient|rentre|rentrerai|rentrons}": "Je reviendrai lundi",
    "{reprends|reprendrai|reprendrons|reprise|reprend}": "Je reprendrai mes fonctions lundi",
    "[de |à ]nouveau {joignable|disponible|présent|présente|au bureau|ouvert|ouverts|à votre disposition|parmi}":
      "Je serai à nouveau joignable lundi",
    "{rouvrira|rouvrirons|rouvre|réouverture}": "Nous rouvrirons lundi",
  },
  whenBack: {
    "{dès|à|lors de|après|avant|jusqu'à|d'ici} {mon|notre|son} retour": "Je répondrai dès mon retour",
  },
  notReturns: {
    "{reviens|reviendrai|reviendrons} {vers|à} {vous|toi}": "Je reviendrai vers vous",
    "retour {par|de courrier|d'email}": "par retour de courrier",
  },
  absent: {
    "{absent|absente|absents|absence|indisponible|injoignable}": "Je suis absente",
    "{en|actuellement en|mes|mon} {congé|congés|vacances|déplacement|arrêt|formation|voyage}": "Je suis en congés",
    "{pas|hors} {au|du|de} bureau": "Je ne suis pas au bureau",
    "{bureaux|bureau|entreprise|nous|société|cabinet} … {fermé|fermés|fermée}": "Nos bureaux sont fermés",
  },
  left: {
    "{ai|ayant|a} quitté {l'entreprise|la société|mes fonctions|mon poste|notre|le cabinet|l'association}": "J'ai quitté l'entreprise",
    "ne {travaille|fais|suis|fait} plus {chez|dans|à|partie|parti|pour}": "Jeanne ne fait plus partie de l'entreprise",
    "adresse … n'est plus {utilisée|valide|active|consultée|relevée}": "Cette adresse n'est plus utilisée",
    "{à la|en} retraite": "Je suis à la retraite",
  },
  received: {
    "{avons|ai} bien reçu {votre|ton}": "Nous avons bien reçu votre demande",
    "votre {demande|message|mail|e-mail|courriel} a [bien ]été {enregistré|reçu|pris}": "Votre demande a bien été enregistrée",
    "accusons [bonne ]réception": "Nous accusons réception de votre message",
  },
};

/** Spanish. */
export const spanish: AbsenceWords = {
  months:
    "enero|ene febrero|feb marzo abril|abr mayo junio|jun julio|jul agosto|ago septiembre|setiembre|sept octubre|oct noviembre|nov diciembre|dic",
  weekdays: "lunes martes miércoles|miercoles jueves viernes sábado|sabado domingo",
  order: "dmy",
  ordinals: "º",
  small: "el día dia de del al próximo",
  next: "próximo proximo",
  tomorrow: "mañana",
  nextWeek: "la_próxima_semana próxima_semana la_semana_que_viene",
  within: "en dentro_de",
  units: ["día días dia dias", "semana semanas", "mes meses"],
  numbers: "un|una|uno dos tres cuatro cinco seis siete ocho nueve diez",
  until: "hasta",
  through: "hasta_e_incluido",
  inclusive: "inclusive incluido incluidos ambos_inclusive",
  returns: {
    "{regreso|regresaré|regresaremos|regresa|vuelvo|volveré|volveremos|vuelve|retorno}": "Volveré el lunes",
    "de {vuelta|regreso|nuevo {disponible|en la oficina|en mi puesto|a su}}": "Estaré de vuelta el lunes",
    "{reincorporo|reincorporaré|reincorporación|reincorpora|reincorporamos|reincorporaremos|incorporaré|incorporo}":
      "Me reincorporo el lunes",
    "{disponible|abrimos|abriremos|reabrimos|reabriremos} [de nuevo|nuevamente]": "Reabrimos el lunes",
  },
  whenBack: {
    "{cuando|a|tras|después de|hasta|antes de} [mi |nuestro |su ]{regreso|regrese|vuelta|vuelva|retorno|reincorporación|me reincorpore}":
      "Responderé a mi regreso",
  },
  notReturns: {
    "{vuelvo|volveré} a {contactar|escribir|llamar}": "Le volveré a llamar",
    "no {estoy|estaré} disponible": "No estoy disponible",
  },
  absent: {
    "fuera de [la |mi ]oficina": "Estoy fuera de la oficina",
    "{de|en|por} {vacaciones|baja|permiso|viaje|licencia}": "Estoy de vacaciones",
    "{ausente|ausencia|no disponible}": "Estaré ausente",
    "no {estoy|estaré|estamos|me encuentro} [en|disponible]": "No estoy en la oficina",
    "{cerrados|cerrado|cerrada|cerradas}": "Nos encontramos cerrados",
  },
  left: {
    "{he|ha} dejado {la empresa|de trabajar|la compañía|de formar}": "He dejado la empresa",
    "ya no {trabaja|forma|pertenece|trabajo|pertenezco|formo}": "Ana ya no trabaja en la empresa",
    "{dirección|cuenta|buzón} [de correo ]ya no {está|se|es|existe}": "Esta dirección ya no está en uso",
    "{me he jubilado|se ha jubilado}": "Me he jubilado",
  },
  received: {
    "{hemos|he} recibido {su|tu}": "Hemos recibido su solicitud",
    "su {solicitud|consulta|mensaje|correo} ha sido {recibid|registrad}{a|o}": "Su solicitud ha sido recibida",
    "acuse de recibo": "Este es un acuse de recibo",
  },
};

/** Italian. */
export const italian: AbsenceWords = {
  months:
    "gennaio|gen febbraio|feb marzo aprile|apr maggio|mag giugno|giu luglio|lug agosto|ago settembre|sett|set ottobre|ott novembre|nov dicembre|dic",
  weekdays: "lunedì|lunedi martedì|martedi mercoledì|mercoledi giovedì|giovedi venerdì|venerdi sabato domenica",
  order: "dmy",
  ordinals: "º °",
  small: "il al dal giorno di del l",
  next: "prossimo",
  tomorrow: "domani",
  nextWeek: "la_prossima_settimana settimana_prossima prossima_settimana",
  within: "tra fra",
  units: ["giorno giorni", "settimana settimane", "mese mesi"],
  numbers: "un|uno|una due tre quattro cinque sei sette otto nove dieci",
  until: "fino_al fino_a sino_al fino",
  through: "fino_al_e_compreso",
  inclusive: "compreso incluso compresi inclusi",
  returns: {
    "{rientro|rientrerò|rientreremo|rientra|rientreró|rientrero'}": "Rientrerò lunedì",
    "{torno|tornerò|torneremo|torna|tornero'|ritorno|ritornerò}": "Tornerò lunedì",
    "{di nuovo|nuovamente} {in ufficio|disponibile|disponibili|operativ|raggiungibile|al lavoro|in sede|apert|present}":
      "Sarò di nuovo in ufficio lunedì",
    "{riapriremo|riapre|riaprirà|riapertura}": "Riapriremo lunedì",
  },
  whenBack: {
    "{al|dopo il|appena|quando|prima del} [mio |nostro |suo ]{rientro|ritorno|rientrerò|torno|tornerò}": "Risponderò al mio rientro",
  },
  absent: {
    "{fuori|non sono in|non in} {ufficio|sede|dall'ufficio}": "Sono fuori ufficio",
    "{in|per} {ferie|vacanza|congedo|maternità|malattia|trasferta|viaggio}": "Sono in ferie",
    "{assente|assenza|assenti|non disponibile}": "Sarò assente",
    "{chiuso|chiusi|chiusa|chiusura}": "L'ufficio è chiuso",
  },
  left: {
    "{non lavoro più|ho lasciato {l'azienda|la società|il mio}|ha lasciato {l'azienda|la società|il}}": "Non lavoro più in azienda",
    "non {lavora|fa|collabora} più": "Rossi non lavora più in azienda",
    "{indirizzo|casella} … {non è più|è stat{o|a} {disattivat|chius}}": "Questo indirizzo non è più attivo",
    "in pensione": "Sono in pensione",
  },
  received: {
    "{abbiamo|ho} ricevuto {la sua|la tua|il suo|la vostra|il tuo}": "Abbiamo ricevuto la sua richiesta",
    "{richiesta|messaggio|e-mail|mail} è stat{a|o} {ricevut|registrat|pres}{a|o}": "La sua richiesta è stata ricevuta",
  },
};

/** Portuguese. */
export const portuguese: AbsenceWords = {
  months:
    "janeiro|jan fevereiro|fev março|marco|mar abril|abr maio|mai junho|jun julho|jul agosto|ago setembro|set outubro|out novembro|nov dezembro|dez",
  weekdays: "segunda-feira|segunda terça-feira|terça quarta-feira|quarta quinta-feira|quinta sexta-feira|sexta sábado|sabado domingo",
  order: "dmy",
  ordinals: "º",
  small: "o dia de do a no ao em na",
  next: "próxima próximo",
  tomorrow: "amanhã",
  nextWeek: "na_próxima_semana próxima_semana na_semana_que_vem",
  within: "em dentro_de daqui_a",
  units: ["dia dias", "semana semanas", "mês meses"],
  numbers: "um|uma dois|duas três quatro cinco seis sete oito nove dez",
  until: "até até_ao até_a até_o ate",
  through: "até_e_incluindo",
  inclusive: "inclusive incluído",
  returns: {
    "{regresso|regressarei|regressaremos|regressa|volto|voltarei|voltaremos|volta|retorno|retornarei|retornaremos}":
      "Voltarei na segunda-feira",
    "de {volta|regresso|novo {disponível|no escritório}}": "Estarei de volta na segunda-feira",
    "{reabrimos|reabriremos|reabre}": "Reabrimos na segunda-feira",
  },
  whenBack: {
    "{quando|após|depois|assim que|no|ao|até|antes} [do |o |meu |eu ]{[meu ]regresso|regressar|voltar|volta|[meu ]retorno|retornar}":
      "Responderei após o meu regresso",
  },
  notReturns: {
    "{retornarei|retorno|voltarei|volto|retornaremos} {o seu|a sua|seu|sua|a contactar|a contatar|o contacto|o contato}":
      "Retornarei o seu contacto",
  },
  absent: {
    "{fora do|não estou no|não estarei no} escritório": "Estou fora do escritório",
    "{de|em} {férias|licença|viagem|baixa|folga}": "Estou de férias",
    "{ausente|ausência|indisponível}": "Estarei ausente",
    "{fechado|fechados|encerrado|encerrados}": "Estamos fechados",
  },
  left: {
    "já não {trabalho|trabalha|faço|faz|pertenço|pertence}": "O João já não trabalha na empresa",
    "não {trabalho|trabalha|faço|faz} mais": "Ele não trabalha mais na empresa",
    "{deixei|deixou} a empresa": "Deixei a empresa",
    "{endereço|caixa|conta|e-mail|email} … {já não|não} {está|é}[ mais]{ em uso| ativ| utilizad| monitorad| válid}":
      "Este endereço já não está em uso",
    "{aposentei-me|reformei-me|me aposentei}": "Aposentei-me",
  },
  received: {
    "{recebemos|recebi} {a sua|o seu|sua|seu|com sucesso}": "Recebemos a sua mensagem",
    "foi {recebid|registad|registrad}{a|o}": "A sua mensagem foi recebida",
  },
};
