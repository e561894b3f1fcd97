import addressparser from "nodemailer/lib/addressparser";
import type { StoredMessage } from "../mail-store.ts";
import { mimeOf, type MimePart, parseValue, sectionOf } from "../mime.ts";

/** A string in IMAP syntax: NIL, quoted, or a literal when it contains characters that a quoted string may not. */
const nstring = (text: string | undefined): string => {
  if (text === undefined) return "NIL";
  if (/^[\x20-\x7e]*$/.test(text)) return `"${text.replace(/["\\]/g, "\\$&")}"`;
  return `{${text.length}}\r\n${text}`;
};
const list = (items: readonly string[]): string => (items.length === 0 ? "NIL" : `(${items.join(" ")})`);

const addresses = (header: string | undefined): string => {
  const found = header === undefined ? [] : addressparser(header, { flatten: true });
  return found.length === 0
    ? "NIL"
    : `(${found
        .map(({ name, address }) => {
          const at = address.lastIndexOf("@");
          const [local, host] = at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at + 1)];
          return `(${nstring(name || undefined)} NIL ${nstring(local)} ${nstring(host)})`;
        })
        .join("")})`;
};

/** ENVELOPE, RFC 9051 7.5.2. */
const envelope = ({ headers }: MimePart): string => {
  const from = headers.get("from");
  const people = [
    from,
    headers.get("sender") ?? from,
    headers.get("reply-to") ?? from,
    headers.get("to"),
    headers.get("cc"),
    headers.get("bcc"),
  ];
  const ends = [headers.get("in-reply-to"), headers.get("message-id")];
  return `(${[nstring(headers.get("date")), nstring(headers.get("subject")), ...people.map(addresses), ...ends.map(nstring)].join(" ")})`;
};

const parameters = (params: ReadonlyMap<string, string>) => list([...params].flatMap(([name, value]) => [nstring(name), nstring(value)]));

/** BODYSTRUCTURE with its extension data, RFC 9051 7.5.2. */
const bodyStructure = (part: MimePart): string => {
  const { headers, raw, body, end } = part;
  const disposition = headers.get("content-disposition");
  const parsed = disposition === undefined ? undefined : parseValue(disposition);
  const tail = [
    parsed === undefined ? "NIL" : `(${nstring(parsed.value)} ${parameters(parsed.params)})`,
    nstring(headers.get("content-language")),
    "NIL",
  ];
  if (part.type === "multipart")
    return `(${part.parts.map(bodyStructure).join("")} ${[nstring(part.subtype), parameters(part.params), ...tail].join(" ")})`;
  const lines = () => String(raw.toString("latin1", body, end).split("\n").length - 1);
  const embedded = part.parts[0];
  const fields = [
    nstring(part.type),
    nstring(part.subtype),
    parameters(part.params),
    nstring(headers.get("content-id")),
    nstring(headers.get("content-description")),
    nstring(headers.get("content-transfer-encoding") ?? "7bit"),
    String(end - body),
    ...(embedded === undefined ? [] : [envelope(embedded), bodyStructure(embedded)]),
    ...(embedded !== undefined || part.type === "text" ? [lines()] : []),
    "NIL",
    ...tail,
  ];
  return `(${fields.join(" ")})`;
};

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A date in the form of INTERNALDATE; the sandbox uses UTC. */
const imapDate = (at: Date): string => {
  const [day = "", time = ""] = at.toISOString().split("T");
  const [year = "", month = "", date = ""] = day.split("-");
  return `"${date}-${months[Number(month) - 1]}-${year} ${time.slice(0, 8)} +0000"`;
};

/** An IMAP date or date-time as milliseconds since the epoch; without a zone it is UTC. */
export const readDate = (text: string): number => {
  const match = /^\s?(\d{1,2})-(\w{3})-(\d{4})(?: (\S+) ([+-]\d{4}))?$/.exec(text);
  const at =
    match === null ? Number.NaN : Date.parse(`${match[1]} ${match[2]} ${match[3]} ${match[4] ?? "00:00:00"} ${match[5] ?? "+0000"}`);
  if (Number.isNaN(at)) throw new Error("bad date");
  return at;
};

const BODY = /^(?:BODY(\.PEEK)?)\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/is;

/** Whether fetching this item sets \Seen. */
export const readsBody = (item: string): boolean => BODY.exec(item)?.[1] === undefined && item.toUpperCase().startsWith("BODY[");

/** One item of a FETCH answer as the octets `NAME value`; throws for an unknown item. */
export const fetchItem = (message: StoredMessage, item: string): readonly (string | Buffer)[] => {
  const part = () => mimeOf(message);
  switch (item.toUpperCase()) {
    case "UID":
      return [`UID ${message.uid}`];
    case "FLAGS":
      return [`FLAGS (${message.flags.join(" ")})`];
    case "MODSEQ":
      return [`MODSEQ (${message.modseq})`];
    case "INTERNALDATE":
      return [`INTERNALDATE ${imapDate(message.receivedAt)}`];
    case "RFC822.SIZE":
      return [`RFC822.SIZE ${message.raw.length}`];
    case "ENVELOPE":
      return [`ENVELOPE ${envelope(part())}`];
    case "BODYSTRUCTURE":
      return [`BODYSTRUCTURE ${bodyStructure(part())}`];
    default: {
      const match = BODY.exec(item);
      if (match === null) throw new Error(`cannot fetch ${item}`);
      const [, , section = "", offset, count] = match;
      const octets = section === "" ? message.raw : sectionOf(part(), section);
      const from = Number(offset ?? 0);
      const name = `BODY[${section}]${offset === undefined ? "" : `<${from}>`}`;
      if (octets === undefined) return [`${name} NIL`];
      const wanted = count === undefined ? octets : octets.subarray(from, from + Number(count));
      return [`${name} {${wanted.length}}\r\n`, wanted];
    }
  }
};
