/** Have the browser keep what pages are made of, so that it can say so when the server is away. Matches are never kept.
 * It waits until the page is there and has nothing better to do. */
function keepShell() {
  if (!("serviceWorker" in navigator)) return; // an address without https, or a window that keeps nothing
  navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "all" }).catch(() => undefined);
}

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work, 1000);
}

if (document.readyState === "complete") whenIdle(keepShell);
else addEventListener("load", () => whenIdle(keepShell));
