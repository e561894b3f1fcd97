// The guides work without this script; it adds copy buttons and the search.
for (const code of document.querySelectorAll("pre > code")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  const copy = async () => {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 2000);
  };
  button.addEventListener("click", () => void copy());
  code.parentElement.prepend(button);
}

const input = document.querySelector("search input");
const list = document.querySelector("search ol");
const fold = (text) => text.toLowerCase();
let sections;
const load = () => (sections ??= fetch("/docs/search.json").then((answer) => answer.json()));

/** Sections that hold all words, those first that hold them in their heading. */
const search = async (asked) => {
  const words = fold(asked).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const weigh = ({ title, heading, text }) => {
    const [head, all] = [fold(`${title} ${heading}`), fold(`${title} ${heading} ${text}`)];
    return words.every((word) => all.includes(word)) ? 1 + words.filter((word) => head.includes(word)).length : 0;
  };
  return (await load())
    .map((section) => ({ section, weight: weigh(section) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 12)
    .map(({ section }) => section);
};

const row = ({ href, title, heading }) => {
  const [item, link] = [document.createElement("li"), document.createElement("a")];
  link.href = href;
  link.textContent = heading === title ? title : `${title} › ${heading}`;
  item.append(link);
  return item;
};

const show = async () => {
  const asked = input.value;
  const found = await search(asked);
  if (input.value !== asked) return;
  list.hidden = asked.trim() === "";
  const none = document.createElement("li");
  none.textContent = "Nothing found. The reference has a search of its own.";
  list.replaceChildren(...(found.length > 0 ? found.map(row) : [none]));
};

input.hidden = false;
input.addEventListener("focus", () => void load());
input.addEventListener("input", () => void show());
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement === document.body) {
    event.preventDefault();
    input.focus();
  }
  if (event.key === "Escape") list.hidden = true;
});

// Wide screens show the list of guides beside the text; narrow ones open it when asked.
const wide = matchMedia("(min-width: 60rem)");
const menu = document.querySelector(".menu");
const fit = () => (menu.open = wide.matches);
wide.addEventListener("change", fit);
fit();
