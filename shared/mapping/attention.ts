import { attentionList } from "../contract/attention.ts";
import type { Attention } from "../domain/attention/list-attention.ts";
import { type From, toWire } from "./wire.ts";

/** What needs a person, in the API. */
export const attentionOut: From<Attention, typeof attentionList> = toWire(attentionList);
