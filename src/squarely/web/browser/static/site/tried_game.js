/** While the rules of a game are being written, every page asks whether they are still the ones it was made for: it is loaded
 * anew when they are not, and says what is wrong with those that were saved. */

const EVERY = 1000; // milliseconds
let token = "";
const said = Object.assign(document.createElement("p"), { id: "tried-trouble", className: "problem", role: "alert", hidden: true });
document.getElementById("main")?.prepend(said);

async function look() {
  try {
    const answer = await fetch("/api/tried", { cache: "no-store" });
    /** @type {{token: string, trouble: string}} */ const told = await answer.json();
    if (token && told.token !== token) return location.reload();
    token = told.token;
    if (said.textContent !== told.trouble) said.textContent = told.trouble;
    said.hidden = !told.trouble;
  } catch {
    // The server starts anew; it is asked again.
  }
  setTimeout(look, EVERY);
}

look();
