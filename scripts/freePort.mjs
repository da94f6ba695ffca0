import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Outgoing connections take their ports from 32768 upwards (Linux) or 49152 upwards (macOS, Windows). A port from there,
// tried and let go, may belong to a connection of another test before the server under test listens on it.
const lowest = 10_000;
const highest = 32_000;

/** A port of 127.0.0.1 that nobody listens on, and that no outgoing connection will take before it is used. */
export async function freePort() {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFree(port)) return port;
  }
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) =>
      error.code === "EADDRINUSE" || error.code === "EACCES" ? resolve(false) : reject(error),
    );
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
