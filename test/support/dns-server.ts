import { createSocket } from "node:dgram";
import { isIP } from "node:net";

/** A record's text: TXT in strings, MX as `10 host`, SRV as `priority weight port host`, A, AAAA and CNAME as they are written. */
type Answer = string | readonly string[];
/** How the server fails to say: a response code, or no answer at all. */
type Failure = "SERVFAIL" | "REFUSED" | "NXDOMAIN" | "timeout";
/** The records of a name by type, or how the server fails to say a type's. */
type Records = Readonly<Partial<Record<keyof typeof types, readonly Answer[] | Failure>>>;
/** The names that the server knows. */
export type Zone = Readonly<Record<string, Records | Failure>>;

const types = { A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28, SRV: 33 } as const;
const codes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const;

/** A DNS server on loopback UDP that knows this zone and calls every other name NXDOMAIN; `asked` lists the questions as `TXT name`. */
export const startDnsServer = async (zone: Zone): Promise<{ readonly address: string; readonly asked: string[]; stop(): void }> => {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    const typeName = Object.entries(types).find(([, code]) => code === type)?.[0];
    asked.push(`${typeName} ${name}`);
    const known = zone[name.toLowerCase()] ?? "NXDOMAIN";
    const own = typeof known === "string" ? known : known[typeName as keyof typeof types];
    const entry = typeof own === "string" ? own : (known as Records);
    if (entry === "timeout") return;
    const records = typeof entry === "string" ? [] : recordsOf(entry, type);
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | (typeof entry === "string" ? codes[entry] : 0), 2);
    header.writeUInt16BE(records.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(12, end), ...records]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, asked, stop: () => socket.close() };
};

const readQuestion = (query: Buffer): { name: string; type: number; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
};

const recordsOf = (entry: Records, type: number): Buffer[] => {
  const wanted = Object.entries(types).filter(([, code]) => code === type);
  return wanted.flatMap(([name, code]) => {
    const answers = entry[name as keyof typeof types] ?? [];
    return typeof answers === "string" ? [] : answers.map((answer) => record(code, rdata(code, answer)));
  });
};

const record = (type: number, data: Buffer): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
};

const rdata = (type: number, answer: Answer): Buffer => {
  const strings = [answer].flat();
  const [text = ""] = strings;
  if (type === types.TXT) return Buffer.concat(strings.map(counted));
  if (type === types.CNAME) return domain(text);
  if (type === types.MX) return Buffer.concat([Buffer.from([0, Number(text.split(" ")[0])]), domain(text.split(" ")[1] ?? "")]);
  if (type === types.SRV) {
    const [priority, weight, port, host = ""] = text.split(" ");
    const numbers = Buffer.alloc(6);
    [priority, weight, port].forEach((number, index) => numbers.writeUInt16BE(Number(number), index * 2));
    return Buffer.concat([numbers, domain(host)]);
  }
  if (isIP(text) === 4) return Buffer.from(text.split(".").map(Number));
  const [head = "", tail = ""] = text.split("::");
  const words = (half: string) => half.split(":").filter(Boolean);
  const zeros = Array.from({ length: 8 - words(head).length - words(tail).length }, () => "0");
  return Buffer.concat([...words(head), ...zeros, ...words(tail)].map((word) => Buffer.from(word.padStart(4, "0"), "hex")));
};

const counted = (text: string) => Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);
const domain = (name: string) => Buffer.concat([...name.split(".").filter(Boolean).map(counted), Buffer.from([0])]);
