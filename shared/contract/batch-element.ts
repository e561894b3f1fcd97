import * as z from "zod/mini";
import { type FieldProblem, fieldProblems } from "./field-errors.ts";
import { followingEmail } from "./replies.ts";
import { email } from "./sending.ts";

/** A parsed batch element of either kind, or its faults. */
export type ParsedElement =
  | { readonly kind: "first"; readonly email: z.output<typeof email> }
  | { readonly kind: "following"; readonly email: z.output<typeof followingEmail> }
  | { readonly kind: "bad"; readonly problems: readonly FieldProblem[] };

const followsAnother = (element: unknown): boolean => typeof element === "object" && element !== null && "follows" in element;

/** Parses an element: with `follows` as a follow-up, else as a first email. */
export const parseElement = (element: unknown): ParsedElement => {
  if (followsAnother(element)) {
    const { success, data, error } = z.safeParse(followingEmail, element);
    return success ? { kind: "following", email: data } : { kind: "bad", problems: fieldProblems(error, element, followingEmail) };
  }
  const { success, data, error } = z.safeParse(email, element);
  return success ? { kind: "first", email: data } : { kind: "bad", problems: fieldProblems(error, element, email) };
};
