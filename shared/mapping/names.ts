/** A name of the domain (`smtpPassword`) as the wire spells it (`smtp_password`). */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
