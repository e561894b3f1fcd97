/** A wire name (`body_html`) in the domain's spelling (`bodyHtml`). */
export type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail> & string>}` : Name;

/** Turns a domain name (`smtpPassword`) into the wire's spelling (`smtp_password`). */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Turns a wire name into the domain's spelling. */
export const camelCase = (name: string): string =>
  name
    .split("_")
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
