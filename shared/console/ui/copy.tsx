import { useState } from "preact/hooks";

/** A button that copies a text. */
export const Copy = ({ text, label = "Copy" }: { readonly text: string; readonly label?: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    window.setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <button type="button" class="button quiet small" onClick={() => void copy()}>
      {isCopied ? "Copied" : label}
    </button>
  );
};
