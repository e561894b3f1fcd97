/** The content of an Authentication-Results field (RFC 8601, 2.2). */
export interface AuthenticationResults {
  /** The authserv-id, in lower case; "" where the field has none, as Microsoft's. */
  readonly authservId: string;
  /** The result of DMARC (RFC 7489), lower case; "" where the field has none. */
  readonly dmarc: string;
  /** The domains, in lower case, for which DKIM passed by the signature (`header.d`, `header.i`) or SPF by the envelope sender (`smtp.mailfrom`). */
  readonly passed: readonly string[];
}

/** A domain that a result is about, with or without a local part before it. */
const PASSED = /\b(?:header\.[di]|smtp\.mailfrom)\s*=\s*(?:[^\s@;]{0,64}@)?([a-z0-9.-]{1,253})/g;
/** Longer fields are cut to this many characters. */
const MAX_LENGTH = 8000;

/** Parses the value of an Authentication-Results field; results that do not follow the grammar are ignored. */
export const readAuthenticationResults = (value: string): AuthenticationResults => {
  const parts = withoutComments(value.slice(0, MAX_LENGTH)).toLowerCase().split(";");
  const [first = ""] = parts;
  const names = !first.includes("=");
  const results = names ? parts.slice(1) : parts;
  const dmarc = results.map((part) => /^\s*dmarc\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)/.exec(part)?.[1]).find((result) => result !== undefined);
  const passed = results.flatMap((part) =>
    /^\s*(?:dkim|spf)\s*=\s*pass\b/.test(part) ? [...part.matchAll(PASSED)].map(([, domain]) => domain!) : [],
  );
  return { authservId: names ? (/[^\s"]+/.exec(first)?.[0] ?? "") : "", dmarc: dmarc ?? "", passed };
};

/** The text without comments (RFC 5322, 3.2.2) and quoted strings, which contain no results. */
const withoutComments = (text: string): string => {
  let kept = "";
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i]!;
    if (character === "\\") i += 1;
    else if (quoted) quoted = character !== '"';
    else if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0 && character === '"') quoted = true;
    else if (depth === 0) kept += character;
  }
  return kept;
};
