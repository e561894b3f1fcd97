import type { Webhook } from "../../../client/index.ts";
import { Badge, Status } from "../../ui/badge.tsx";

/** Whether a webhook gets events: active, disabled, or not verified by a test yet. */
export const WebhookState = ({ of: { status, verified_at } }: { readonly of: Webhook }) =>
  status === "active" && verified_at === undefined ? <Badge tone="warn">not tested</Badge> : <Status of={status} />;
