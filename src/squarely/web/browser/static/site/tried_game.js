/** While somebody writes the rules of a game, every page asks whether they are still the ones it was made for: it is
 * loaded anew when they are not, and says what is wrong with those that were saved. */

const EVERY = 1000;

let token = "";

async function look() {
  try {
    const answer = await fetch("/api/tried", { cache: "no-store" });
    /** @type {{token: string, trouble: string}} */
    const told = await answer.json();
    if (token && told.token !== token) return location.reload();
    token = told.token;
    show(told.trouble);
  } catch {
    // The server starts anew; it is asked again.
  }
  setTimeout(look, EVERY);
}

/** @param {string} trouble */
function show(trouble) {
  let said = document.getElementById("tried-trouble");
  if (!said && !trouble) return;
  if (!said) {
    said = document.createElement("p");
    said.id = "tried-trouble";
    said.className = "problem";
    said.setAttribute("role", "alert");
    document.getElementById("main")?.prepend(said);
  }
  if (said.textContent !== trouble) said.textContent = trouble;
  said.hidden = !trouble;
}

look();
