// A screen by the keyboard alone: Tab comes to everything that can be used, and shows where it is.
import type { Page } from "playwright-core";

/** Marks everything visible that a pointer can use; gives how many there are. Of the radio buttons of a group, and of a list's rows, Tab comes to one. */
const MARK = `(() => {
  const usable = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && !one.disabled && !one.closest("[inert]") && one.tabIndex >= 0,
  );
  const groups = new Set();
  const own = usable.filter((one) => {
    if (one.type !== "radio") return true;
    const isNew = !groups.has(one.name);
    groups.add(one.name);
    return isNew;
  });
  own.forEach((one, at) => (one.dataset.usable = at));
  return own.length;
})()`;

/** What has the focus, where the frame around an address field shows it: its mark ("" for a radio button that another stands for), what it is, and whether it shows. */
const LOOK = `(() => {
  const one = document.activeElement;
  if (!one || one === document.body || one === document.documentElement) return undefined;
  const same = one.type === "radio" ? document.querySelector(\`input[name="\${one.name}"][data-usable]\`) : one;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one.closest(".chips") ?? one);
  const shows = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
  return { mark: same?.dataset.usable ?? "", what: one.outerHTML.slice(0, 120), shows };
})()`;

interface Focused {
  readonly mark: string;
  readonly what: string;
  readonly shows: boolean;
}

/** More steps than any screen of the tests has things to use. */
const STEPS = 400;

/** What of an open screen Tab does not come to, or does not show; nothing when all is well. */
export const keyboardFaults = async (page: Page): Promise<readonly string[]> => {
  // Tab goes on from where the focus was, also after it was taken away: an element that is gone again begins anew at the top.
  await page.evaluate(`(() => {
    const top = document.createElement("span");
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
    top.remove();
    scrollTo(0, 0);
  })()`);
  const all = await page.evaluate<number>(MARK);
  const reached = new Set<string>();
  const hidden = new Set<string>();
  for (let step = 0; step < STEPS; step += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<Focused | undefined>(LOOK);
    if (focused && !focused.shows) hidden.add(`the focus does not show: ${focused.what}`);
    if (!focused || (step > 0 && focused.mark === "0" && reached.size > 1)) {
      if (reached.size > 0) break;
      continue;
    }
    reached.add(focused.mark);
  }
  const missed = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll("[data-usable]")].filter((one) => !${JSON.stringify([...reached])}.includes(one.dataset.usable)).map((one) => one.outerHTML.slice(0, 120))`,
  );
  return [...hidden, ...missed.map((one) => `Tab does not come to ${one}`), ...(all === 0 ? ["nothing can be used"] : [])];
};
