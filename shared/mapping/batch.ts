import type { ParsedElement } from "../contract/batch-element.ts";
import { followingEmail } from "../contract/replies.ts";
import type { followingElement } from "../domain/conversations/follow-up.ts";
import type { BatchElement, FollowingElement } from "../domain/sending/accept/accept-batch.ts";
import { sendIn } from "./sending.ts";
import { fromWire, type Into } from "./wire.ts";

const followingIn: Into<Parameters<typeof followingElement>[1], typeof followingEmail> = fromWire(followingEmail);

/** Makes an email that follows another one of its batch. */
export type Following = (request: Parameters<typeof followingElement>[1]) => FollowingElement;

/** The elements of a batch in the domain's form; the code for follow-ups is loaded only when a batch has one. */
export const elementsIn = async (elements: readonly ParsedElement[], load: () => Promise<Following>): Promise<readonly BatchElement[]> => {
  const following = elements.some(({ kind }) => kind === "following") ? await load() : undefined;
  return elements.map((element) => {
    if (element.kind === "bad") return { reason: "invalid", details: element.problems };
    return element.kind === "first" ? sendIn(element.email) : following!(followingIn(element.email));
  });
};
