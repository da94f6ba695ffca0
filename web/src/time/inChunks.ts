/** A click has to wait no longer than this, ms: half a frame. */
const turnMs = 8;

/** Works on many things in portions and lets the page do other work in between. A few things are done in one go. */
export async function inChunks<Item>(
  items: readonly Item[],
  work: (some: readonly Item[]) => void,
  atOnce = 100,
): Promise<void> {
  let beganMs = performance.now();
  for (let from = 0; from < items.length; from += atOnce) {
    if (performance.now() - beganMs >= turnMs) {
      await nextTurn();
      beganMs = performance.now();
    }
    work(items.slice(from, from + atOnce));
  }
}

// Not a timer: browsers allow a background page only one a second.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
