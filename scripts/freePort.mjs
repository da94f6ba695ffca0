import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

// Outgoing connections take their ports from 32768 upwards (Linux) or 49152 upwards (macOS, Windows). A port from there,
// tried and released, may belong to another test's connection before the server under test listens on it.
const lowest = 10_000;
const highest = 32_000;
/** The only one of these that browsers and fetch refuse to use (Fetch standard, "bad port"). */
const refused = 10_080;

/**
 * A port of 127.0.0.1 that nobody listens on, that no outgoing connection will take before it is used, and that no other
 * call returns while this process runs.
 * @param {() => number} choose
 */
export async function freePort(choose = () => randomInt(lowest, highest)) {
  for (;;) {
    const port = choose();
    if (port !== refused && (await claim(port)) && (await isFree(port))) return port;
  }
}

/**
 * Takes the port's number for UDP, which no server under test uses, so that another call that chooses the same number, in
 * this process or another, sees it is taken before its server listens. It is released when this process ends.
 */
function claim(port) {
  return new Promise((resolve, reject) => {
    const socket = createSocket("udp4").unref();
    socket.once("error", (error) => (isTaken(error) ? resolve(false) : reject(error)));
    socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
  });
}

function isFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error) => (isTaken(error) ? resolve(false) : reject(error)));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

const isTaken = ({ code }) => code === "EADDRINUSE" || code === "EACCES";
