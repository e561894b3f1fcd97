/** The pages' icon, an envelope, as a data URL. */
export const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 12'%3E%3Cpath d='M0 0h16v12H0z' fill='%230a7'/%3E%3Cpath d='m0 0 8 7 8-7' fill='none' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";
