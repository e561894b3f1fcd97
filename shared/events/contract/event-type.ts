import * as z from "zod/mini";
import { eventTypes } from "../event.ts";
import { named } from "#shared/api/operation.ts";

/** The types of events. */
export const eventType = named("EventType", z.enum(eventTypes), "The types of events.");
