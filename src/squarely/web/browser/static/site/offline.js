import { find, setText } from "./site.js";

const PAUSE = 4000; // milliseconds between two tries
const SIGN_OF_LIFE = "/manifest.webmanifest"; // small, and asked for by nobody else while the page is open

/** Come back to what was asked for, if the server is there. @returns {Promise<void>} */
async function tryAgain() {
  const answer = await fetch(SIGN_OF_LIFE, { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (answer?.ok) location.reload();
}

find("again", HTMLButtonElement).addEventListener("click", async () => {
  setText(find("tried"), "Trying…");
  await tryAgain();
  setText(find("tried"), "It still cannot be reached.");
});
addEventListener("online", tryAgain);
setInterval(tryAgain, PAUSE);
