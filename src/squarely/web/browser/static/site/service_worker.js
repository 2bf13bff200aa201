// Not a module: a service worker. It keeps the shell, which is the files that pages are made of and the page for when the
// server is away. It keeps no match and no answer: whatever else is asked for goes to the server, or fails as it would.
{
  /** What this needs of a worker, which the types of a page do not have.
   * @typedef {Event & {waitUntil: (work: Promise<unknown>) => void}} Lasting
   * @typedef {Lasting & {request: Request, preloadResponse: Promise<Response | undefined>, respondWith: (answer: Promise<Response>) => void}} Asked
   * @type {{skipWaiting: () => Promise<void>, clients: {claim: () => Promise<void>}, registration: ServiceWorkerRegistration}} */
  const worker = /** @type {any} */ (self);
  const MINE = "squarely-shell-";
  const SHELL = `${MINE}{{version}}`;
  const AWAY = "/offline";
  const FILES = ["{{files}}"];
  const GONE = [502, 504]; // what a proxy says when nobody is behind it

  /** Keep the shell of this version, and take over at once: files are known by their content, so that no page of another
   * version is given one of ours. */
  const install = async () => {
    const cache = await caches.open(SHELL);
    await cache.addAll([...FILES, new Request(AWAY, { cache: "reload" })]);
    await worker.skipWaiting();
  };

  /** Forget the shells of other versions. */
  const activate = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((each) => each.startsWith(MINE) && each !== SHELL).map((each) => caches.delete(each)));
    await worker.registration.navigationPreload?.enable(); // the server is asked while this starts
    await worker.clients.claim();
  };

  /** A page from the server, or the one that says that it is away. @param {Asked} asked @returns {Promise<Response>} */
  const fetchPage = async (asked) => {
    try {
      const answer = (await asked.preloadResponse) ?? (await fetch(asked.request));
      if (!GONE.includes(answer.status)) return answer;
    } catch {
      // Nobody is there.
    }
    return (await caches.match(AWAY)) ?? Response.error();
  };

  /** @param {Request} request @returns {Promise<Response>} */
  const fetchFile = async (request) => (await caches.match(request)) ?? fetch(request);

  addEventListener("install", (event) => /** @type {Lasting} */ (event).waitUntil(install()));
  addEventListener("activate", (event) => /** @type {Lasting} */ (event).waitUntil(activate()));
  addEventListener("fetch", (event) => {
    const asked = /** @type {Asked} */ (event);
    const { method, mode, url } = asked.request;
    if (method !== "GET") return;
    if (mode === "navigate") asked.respondWith(fetchPage(asked));
    else if (FILES.includes(new URL(url).pathname)) asked.respondWith(fetchFile(asked.request));
  });
}
