import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Io } from "../commands/io.ts";

/** The source of a password: a terminal, or a stream that a program writes to. */
export type PasswordSource = NodeJS.ReadableStream & { isTTY?: boolean };

/** Asks twice for a password without showing it. Throws if the two differ or nobody answers. */
export async function askPassword(stdin: PasswordSource, io: Io): Promise<string> {
  if (!stdin.isTTY) throw new Error("there is no terminal to ask for the password at; give it with --password-stdin");
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: unseen, terminal: true });
  // The terminal is raw while nothing is shown, so Ctrl+C arrives as a key.
  lines.once("SIGINT", () => lines.close());
  const typed = lines[Symbol.asyncIterator]();
  const ask = async (prompt: string): Promise<string> => {
    io.stderr.write(prompt);
    const line = await typed.next();
    io.stderr.write("\n");
    if (line.done) throw new Error("no password was given");
    return line.value;
  };
  try {
    const password = await ask("Password: ");
    if ((await ask("Password again: ")) !== password) throw new Error("the two passwords differ");
    return password;
  } finally {
    lines.close();
  }
}

/** The first line of a stream. */
export async function readPassword(stdin: PasswordSource): Promise<string> {
  let text = "";
  for await (const chunk of stdin) text += String(chunk);
  return text.split(/\r?\n/, 1)[0] ?? "";
}
