// Texts by a GSM modem on this machine: `apt install gammu`, then `gammu-config` for the modem.
// https://docs.gammu.org/gammu/index.html
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { receive } from "./receiver.mjs";

const run = promisify(execFile);
/** A modem sends one text at a time. */
let last = Promise.resolve();

receive(({ to, text }) => {
  const sending = last.then(() =>
    run("gammu", ["sendsms", "TEXT", to, "-autolen", String(text.length), "-text", text]),
  );
  last = sending.catch(() => undefined);
  return sending.then(() => undefined);
});
