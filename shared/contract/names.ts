/** A name of the wire (`body_html`) as the domain spells it (`bodyHtml`). */
export type Camel<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail> & string>}` : Name;

/** A name of the domain (`smtpPassword`) as the wire spells it (`smtp_password`). */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A name of the wire as the domain spells it. */
export const camelCase = (name: string): string =>
  name
    .split("_")
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
