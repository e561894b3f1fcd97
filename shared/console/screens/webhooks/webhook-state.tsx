import { t } from "../../data/language.ts";
import type { Webhook } from "../../../client/index.ts";
import { Badge, Status } from "../../ui/controls.tsx";

/** Whether a webhook gets events: active, failing, disabled, or not verified by a test yet. */
export const WebhookState = ({ of: { status, verified_at, failing_since } }: { readonly of: Webhook }) => {
  if (status === "disabled") return failing_since === undefined ? <Status of={status} /> : <Badge tone="bad">{t("failed")}</Badge>;
  if (failing_since !== undefined) return <Badge tone="bad">{t("failing")}</Badge>;
  return verified_at === undefined ? <Badge tone="warn">{t("not tested")}</Badge> : <Status of={status} />;
};
