// Not a module: it runs before the first paint, so that a dark page never flashes light.
{
  const THEMES = ["auto", "light", "dark"];
  const SIGNS = ["◐", "☀", "☾"];
  /** The theme that is kept, where one may be. @param {string} [chosen] to be kept from now on */
  const keepTheme = (chosen) => {
    try {
      if (chosen) localStorage.setItem("squarely.theme", chosen);
      return localStorage.getItem("squarely.theme") ?? "";
    } catch {
      return ""; // storage is closed to us: it lasts as long as the page does
    }
  };
  let at = Math.max(THEMES.indexOf(keepTheme()), 0);
  const show = () => {
    const [theme = "auto", next = THEMES[0]] = THEMES.slice(at);
    document.documentElement.dataset.theme = theme;
    const button = document.getElementById("theme");
    const words = [SIGNS[at] ?? "", theme[0]?.toUpperCase() + theme.slice(1)];
    [...(button?.children ?? [])].forEach((span, which) => (span.textContent = words[which] ?? ""));
    button?.setAttribute("aria-label", `Theme: ${theme}. Change to ${next}.`);
  };
  show();
  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.getElementById("theme")?.addEventListener("click", () => {
      at = (at + 1) % THEMES.length;
      keepTheme(THEMES[at]);
      show();
    });
    document.querySelector(`.top nav a[href="${location.pathname}"]`)?.setAttribute("aria-current", "page");
  });

  /** Have the browser keep what pages are made of, so that it can say so when the server is away. Matches are never kept. */
  const keepShell = () => {
    if (!("serviceWorker" in navigator)) return; // an address without https, or a window that keeps nothing
    navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "all" }).catch(() => undefined);
  };
  addEventListener("load", () => ("requestIdleCallback" in window ? requestIdleCallback(keepShell) : setTimeout(keepShell, 1000)));
}
