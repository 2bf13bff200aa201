const SLOW = 300; // milliseconds after which somebody wonders

/** @import {ProblemCode} from "../protocol/messages" */

/** What the server would not do, in its own words, and its word for it; none where it did not answer. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status @param {ProblemCode | ""} [code] */
  constructor(message, status, code = "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Ask the server for something, with the secret of a seat where that makes a difference.
 * @template T
 * @param {string} path
 * @param {Record<string, string | number>} [query] what is empty is left out
 * @param {string} [secret]
 * @returns {Promise<T>} */
export function ask(path, query = {}, secret) {
  const given = Object.entries(query).filter(([, value]) => value !== "");
  const written = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  const headers = secret ? { Authorization: `Bearer ${secret}` } : undefined;
  return fetchJson(given.length ? `${path}?${written}` : path, { headers });
}

/** Tell the server something, with the secret of a seat where one is needed.
 * @template T
 * @param {string} path
 * @param {object} body
 * @param {string} [secret]
 * @returns {Promise<T>} */
export function tell(path, body, secret) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  return fetchJson(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** @param {string} path @param {RequestInit} request */
async function fetchJson(path, request) {
  const answer = await fetch(path, request).catch(() => {
    throw new Refusal("The server cannot be reached. Is the network up?", 0);
  });
  const body = await answer.json().catch(() => ({ error: `The server answered ${answer.status}.` }));
  if (!answer.ok) throw new Refusal(body.error ?? `The server answered ${answer.status}.`, answer.status, body.code);
  return body;
}

/** Wait for something, and show what is being done if it takes longer than anybody would not notice.
 * @template T
 * @param {Promise<T>} work @param {() => void} show
 * @returns {Promise<T>} */
export async function noteIfSlow(work, show) {
  const timer = setTimeout(show, SLOW);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** What went wrong, as a sentence for a person.
 * @param {unknown} error
 * @returns {string} */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}
