import { t } from "../../data/language.ts";
import { Button, Copy } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** Shows a webhook's signing secret, which the service shows only once. */
export const SecretDialog = ({ secret, onClose }: { readonly secret: string | undefined; readonly onClose: () => void }) => (
  <Dialog title="The signing secret" isOpen={secret !== undefined} onClose={onClose}>
    <p>{t("Your program checks with it that a request comes from here. It is shown only now.")}</p>
    <p class="secret">
      <code>{secret}</code> <Copy text={secret ?? ""} />
    </p>
    <p class="soft">{t("Then test the webhook: events wait until its address has answered a test.")}</p>
    <footer>
      <Button kind="primary" onClick={onClose}>
        Done
      </Button>
    </footer>
  </Dialog>
);
