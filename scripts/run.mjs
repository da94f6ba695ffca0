import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { whenOrphaned } from "../cli/bin/whenOrphaned.mjs";
import { inRoot, pinnedNode, root } from "./paths.mjs";

/** The environment of the product and its tools: the pinned Node and the installed tools come first. */
export function toolEnvironment(extra = {}) {
  const path = [inRoot("node_modules", "node", "bin"), inRoot("node_modules", ".bin"), process.env.PATH ?? ""];
  return { ...process.env, ...extra, PATH: path.join(delimiter) };
}

/** The environment without our own Node: `npm ci` removes that very file while it runs. */
export function systemEnvironment() {
  const own = inRoot("node_modules");
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.startsWith(own));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** Runs a program to its end with this terminal's output; resolves to its exit code, 127 if it does not exist. */
export function run(program, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ["ignore", "inherit", "inherit"], ...options });
    const stop = passSignalsTo(child);
    child.on("error", (error) => {
      stop();
      if (error.code === "ENOENT") resolve(127);
      else reject(error);
    });
    child.on("exit", (code, signal) => {
      stop();
      resolve(code ?? (signal === "SIGINT" ? 130 : 143));
    });
  });
}

/** Runs a script on the pinned Node. */
export function runNode(parameters, options = {}) {
  return run(pinnedNode, parameters, { env: toolEnvironment(), ...options });
}

/** Passes this process's signals on, so that stopping us stops the child; returns a function that ends this. */
function passSignalsTo(child) {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  const handlers = signals.map((signal) => [
    signal,
    // At a terminal Ctrl-C already reaches the whole group; a second one would mean "stop at once".
    () => (signal === "SIGINT" && process.stdin.isTTY ? undefined : child.kill(signal)),
  ]);
  for (const [signal, handler] of handlers) process.on(signal, handler);
  const stopLooking = whenOrphaned(() => child.kill("SIGTERM"));
  return () => {
    stopLooking();
    for (const [signal, handler] of handlers) process.removeListener(signal, handler);
  };
}
