/** Wait for something, and say what is being done if it takes longer than anybody would not notice.
 * @template T
 * @param {Promise<T>} work @param {() => void} tell
 * @returns {Promise<T>} */
export async function noticed(work, tell) {
  const timer = setTimeout(tell, 300);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
