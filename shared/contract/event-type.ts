import * as z from "zod/mini";
import { eventTypes } from "../domain/events/event.ts";
import { named } from "./described.ts";

/** What can happen. */
export const eventType = named("EventType", z.enum(eventTypes), "What can happen.");
