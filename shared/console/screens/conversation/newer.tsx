import { t } from "../../data/language.ts";
import { Button } from "../../ui/controls.tsx";

/** Says above an answer that something has come since its writer began, and sends it all the same. */
export const Newer = ({ isBusy, onSend }: { readonly isBusy: boolean; readonly onSend: () => void }) => (
  <p class="newer" role="alert">
    <span>{t("Something newer has come into this conversation: read it first.")}</span>
    <Button disabled={isBusy} onClick={onSend}>
      Send it all the same
    </Button>
  </p>
);
