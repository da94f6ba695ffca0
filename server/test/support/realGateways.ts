import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { SessionClient, SessionOptions } from "./gatewaySession.ts";

/** Where `.ci/realGateways/install.sh` puts what other makers publish. */
const folder = join(homedir(), ".cache/pulse/real-gateways");
export const python = join(folder, "python/bin/python");
export const nodePackages = join(folder, "node");
const missing = [python, join(nodePackages, "node_modules/barnacles-mqtt")].filter((part) => !existsSync(part));

/** Whether makers' own programs are installed for the tests. In CI they must be. */
export const hasRealGateways = missing.length === 0 || Boolean(process.env["CI"]);
if (!hasRealGateways)
  process.stderr.write(
    `The tests with makers' own gateways and decoders are left out: ${missing.join(", ")} is missing; ` +
      "bash .ci/realGateways/install.sh installs it.\n",
  );

export const scripts = join(import.meta.dirname, "../realGateways");

/** A maker's program that runs beside Pulse. */
export interface RealProgram {
  /** Writes one line to it. */
  tell(line: unknown): void;
  /** The next line that it prints; rejects with its error text if it has ended. */
  next(): Promise<string>;
  /** Everything that it has printed so far, both streams. */
  output(): string;
  /** Closes its input, or sends a signal; resolves when it has ended. */
  end(signal?: "SIGINT" | "SIGKILL"): Promise<void>;
}

/** Starts one of the scripts of `server/test/realGateways`. */
export function realProgram(command: string, args: readonly string[], env: Record<string, string> = {}): RealProgram {
  const child: ChildProcessWithoutNullStreams = spawn(command, args, {
    env: { ...process.env, PYTHONUNBUFFERED: "1", ...env },
  });
  let output = "";
  const exited = once(child, "exit");
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    tell: (line) => child.stdin.write(`${JSON.stringify(line)}\n`),
    next: async () => {
      const { value, done } = (await lines.next()) as { value?: string; done?: boolean };
      if (done === true || value === undefined) throw new Error(`${args[0]} has ended: ${output}`);
      return value;
    },
    output: () => output,
    end: async (signal) => {
      if (signal === undefined) child.stdin.end();
      else child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await exited;
    },
  };
}

/** A session's client by paho-mqtt, in a process of its own. */
export async function paho({ port, account, session, protocol }: SessionOptions): Promise<SessionClient> {
  const program = realProgram(python, [join(scripts, "paho_client.py")]);
  const { client_id, will } = session;
  program.tell({ host: "127.0.0.1", port, ...account, protocol, client_id, will });
  const answer = async () => JSON.parse(await program.next()) as { ends: number; connected?: string };
  const greeting = await answer();
  if (greeting.connected !== "Success") {
    await program.end();
    throw new Error(`paho is not connected: ${greeting.connected}`);
  }
  let { ends } = greeting;
  const order = async (command: unknown): Promise<void> => {
    program.tell(command);
    ({ ends } = await answer());
  };
  return {
    subscribe: (topic) => order({ subscribe: topic }),
    publish: (message) => order({ publish: message }),
    ends: async () => {
      await order({});
      return ends;
    },
    end: () => program.end(),
  };
}
