import { type Random, seeded } from "#test/support/random.ts";

/** Mails of our own making in every form that both readers claim to read: charsets, encodings, multiparts, folded and encoded headers. */
const CRLF = "\r\n";
const subjects = [
  "Plain subject",
  "=?utf-8?B?R3LDvMOfZQ==?=",
  "=?iso-8859-1?Q?Gr=FC=DFe_aus?= Berlin",
  "=?utf-8?Q?one?= =?utf-8?Q?two?=",
  `A subject${CRLF} folded twice${CRLF}\tover lines`,
  "=?koi8-r?B?8NLJ18XU?=",
];
const senders = [
  "Jane Doe <jane@example.com>",
  '"Doe, Jane" <jane@example.com>',
  "jane@example.com",
  "=?utf-8?Q?J=C3=A4ne?= <jane@example.com>",
  "Jane (at work) <jane@example.com>",
];
const recipients = [
  "max@example.com",
  "Max <max@example.com>, eve@example.com",
  "team: Max <max@example.com>, Eve <eve@example.com>;",
  `Max <max@example.com>,${CRLF} Eve <eve@example.com>`,
];
const dates = ["Fri, 20 Nov 2026 10:15:22 +0100", "20 Nov 2026 10:15:22 GMT", "Fri, 20 Nov 2026 10:15 -0530"];
const leaves = [
  `Content-Type: text/plain; charset=utf-8${CRLF}${CRLF}Hello, world.${CRLF}Second line.`,
  `Content-Type: text/plain; charset=iso-8859-1${CRLF}Content-Transfer-Encoding: quoted-printable${CRLF}${CRLF}Gr=FC=DFe, a soft=${CRLF} break =3D end`,
  `Content-Type: text/plain; charset="utf-8"${CRLF}Content-Transfer-Encoding: base64${CRLF}${CRLF}R3LDvMOfZSBhdXMgQmVybGluCg==`,
  `Content-Type: text/html; charset=utf-8${CRLF}${CRLF}<p>Hello <b>world</b></p>`,
  `Content-Type: text/html; charset=windows-1252${CRLF}Content-Transfer-Encoding: quoted-printable${CRLF}${CRLF}<p class=3D"a">=80 5</p>`,
  `Content-Type: application/pdf; name="offer.pdf"${CRLF}Content-Disposition: attachment; filename="offer.pdf"${CRLF}Content-Transfer-Encoding: base64${CRLF}${CRLF}JVBERi0xLjQK`,
  `Content-Type: image/png${CRLF}Content-Disposition: attachment; filename*=utf-8''Gr%C3%BC%C3%9Fe.png${CRLF}Content-Transfer-Encoding: base64${CRLF}${CRLF}iVBORw0KGgo=`,
  `Content-Type: text/csv; charset=utf-8${CRLF}Content-Disposition: attachment; filename="=?utf-8?Q?Gr=C3=BC=C3=9Fe.csv?="${CRLF}${CRLF}a,b`,
];

const multipart = (subtype: string, boundary: string, parts: readonly string[]): string =>
  `Content-Type: multipart/${subtype}; boundary="${boundary}"${CRLF}${CRLF}${parts.map((part) => `--${boundary}${CRLF}${part}${CRLF}`).join("")}--${boundary}--`;

const oneOf = <T>(values: readonly T[], below: Random): T => values[below(values.length)]!;

const someMail = (below: Random, number: number): string => {
  const body = oneOf(
    [
      () => oneOf(leaves.slice(0, 5), below),
      () => multipart("alternative", "b1", [leaves[0]!, leaves[3]!]),
      () => multipart("mixed", "b1", [oneOf(leaves, below), oneOf(leaves, below), oneOf(leaves, below)]),
      () =>
        multipart("mixed", "outer", [
          multipart("alternative", "inner", [oneOf(leaves.slice(0, 3), below), oneOf(leaves.slice(3, 5), below)]),
          oneOf(leaves.slice(5), below),
        ]),
      () => multipart("related", "rel", [leaves[3]!, leaves[6]!]),
    ],
    below,
  )();
  const head = [
    `From: ${oneOf(senders, below)}`,
    `To: ${oneOf(recipients, below)}`,
    ...(below(2) ? [`Cc: ${oneOf(recipients, below)}`] : []),
    `Subject: ${oneOf(subjects, below)}`,
    `Date: ${oneOf(dates, below)}`,
    `Message-ID: <${number}@example.com>`,
    ...(below(2) ? [`References: <a@example.com>${CRLF} <b@example.com>`] : []),
    "MIME-Version: 1.0",
  ];
  return `${head.join(CRLF)}${CRLF}${body}${CRLF}`;
};

/** One change to the lines of a mail, as gateways and broken programs make them. */
const changes: readonly ((lines: string[], below: Random) => string[])[] = [
  (lines, below) => lines.slice(0, below(lines.length) + 1),
  (lines, below) => lines.filter((_, i) => i !== below(lines.length)),
  (lines, below) => lines.toSpliced(below(lines.length), 1),
  (lines, below) => lines.toSpliced(below(lines.length), 0, ""),
  (lines, below) => lines.toSpliced(below(lines.length), 0, oneOf(lines, below)),
  (lines, below) => lines.map((line, i) => (i === below(lines.length) ? line.toUpperCase() : line)),
  (lines, below) => lines.map((line) => (below(12) === 0 ? `${line}  ` : line)),
  (lines, below) => {
    const at = below(lines.length);
    // The changes before it may have taken every line.
    return lines.toSpliced(at, 1, (lines[at] ?? "").replace(/[;"<>=?,@]/, ""));
  },
];

/** As they are, and with one to three changes to each: `count` mails, the same on every run. */
export const oracleMails: readonly Buffer[] = Array.from({ length: 200 }, (_, i) => Buffer.from(someMail(seeded(i + 1), i)));

export const mutated = (count: number): readonly Buffer[] => {
  const below = seeded(20_261_121);
  return Array.from({ length: count }, (_, i) => {
    let lines = someMail(below, i).split(CRLF);
    for (let left = 1 + below(3); left > 0; left--) lines = oneOf(changes, below)(lines, below);
    return Buffer.from(lines.join(below(4) === 0 ? "\n" : CRLF));
  });
};
