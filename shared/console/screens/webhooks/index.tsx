import { useRoute } from "preact-iso";
import { WebhookScreen } from "./webhook.tsx";
import { WebhookList } from "./webhook-list.tsx";

/** The screen "Webhooks": all of them, or the one that the address names. */
const Webhooks = () => {
  const { id } = useRoute().params;
  return id === undefined || id === "" ? <WebhookList /> : <WebhookScreen key={id} id={id} />;
};

export default Webhooks;
