// Not a module: it runs before the first paint, so that a dark page never flashes light.
{
  /** @type {Record<string, {words: string, next: string}>} */
  const themes = {
    auto: { words: "◐ Auto", next: "light" },
    light: { words: "☀ Light", next: "dark" },
    dark: { words: "☾ Dark", next: "auto" },
  };
  const readTheme = () => {
    try {
      const theme = localStorage.getItem("squarely.theme") ?? "auto";
      return theme in themes ? theme : "auto";
    } catch {
      return "auto"; // storage is closed to us: the theme follows the system
    }
  };
  let theme = readTheme();
  const show = () => {
    document.documentElement.dataset.theme = theme;
    const button = document.getElementById("theme");
    const { words, next } = themes[theme] ?? { words: "", next: "auto" };
    if (!button) return;
    button.replaceChildren(
      ...words.split(" ").map((word) => Object.assign(document.createElement("span"), { textContent: word })),
    );
    button.setAttribute("aria-label", `Theme: ${theme}. Change to ${next}.`);
  };
  show();
  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.getElementById("theme")?.addEventListener("click", () => {
      theme = themes[theme]?.next ?? "auto";
      try {
        localStorage.setItem("squarely.theme", theme);
      } catch {
        // It lasts as long as the page does.
      }
      show();
    });
  });
}
