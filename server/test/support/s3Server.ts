import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "./database.ts";
import { freePort } from "../../../scripts/freePort.mjs";

/** Where `.ci/s3Server/install.sh` puts it. */
const program = join(homedir(), ".cache/pulse/s3-server/versitygw");

/** Whether a real S3-compatible server is installed for the tests. Not every CI machine can build one (.ci/run). */
export const hasS3Server = existsSync(program);
if (!hasS3Server)
  process.stderr.write(
    `The tests with an S3-compatible store are left out: ${program} is missing; bash .ci/s3Server/install.sh installs it.\n`,
  );

const [key, secret] = ["PULSETESTKEY", "p+u/l=s@e%secret"];

export interface S3Server {
  port: number;
  /** The setting for a bucket; with other parts where given. */
  url(bucket: string, changed?: { key?: string; secret?: string; tls?: boolean }): string;
  /** A new bucket's name. */
  bucket(): string;
  /** What is stored in a bucket, by name. */
  names(bucket: string): string[];
  start(): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void;
}

const parent = temporaryFolder();

/**
 * A Versity gateway of its own over a new folder; what it stores survives a restart.
 * @param options.tls the files of its certificate and key: it then speaks only TLS
 * @param options.readonly whether it refuses to write
 */
export async function s3Server(
  options: { tls?: { cert: string; key: string }; readonly?: boolean } = {},
): Promise<S3Server> {
  const folder = mkdtempSync(join(parent, "s3-"));
  const [root, sidecar] = [join(folder, "buckets"), join(folder, "metadata")];
  for (const each of [root, sidecar]) mkdirSync(each);
  const port = await freePort();
  let child: ChildProcess | null = null;
  let buckets = 0;
  const isListening = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
  const start = async (): Promise<void> => {
    const { tls } = options;
    const flags = [
      "--access",
      key,
      "--secret",
      secret,
      "--port",
      `127.0.0.1:${port}`,
      "--quiet",
      ...(tls ? ["--cert", tls.cert, "--key", tls.key] : []),
      ...(options.readonly === true ? ["--readonly"] : []),
    ];
    const started = spawn(program, [...flags, "posix", "--sidecar", sidecar, root], { stdio: "pipe" });
    let said = "";
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (text: Buffer) => (said += String(text)));
    child = started;
    while (!(await isListening())) {
      if (started.exitCode !== null) throw new Error(`the S3-compatible server has ended: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await start();
  return {
    port,
    url: (bucket, { key: otherKey = key, secret: otherSecret = secret, tls = false } = {}) =>
      `s3://${otherKey}:${encodeURIComponent(otherSecret)}@127.0.0.1:${port}/${bucket}?tls=${tls ? 1 : 0}`,
    bucket: () => {
      const name = `bucket-${(buckets += 1)}`;
      mkdirSync(join(root, name));
      return name;
    },
    names: (bucket) => {
      const files = join(root, bucket, "files");
      return existsSync(files) ? readdirSync(files).toSorted() : [];
    },
    start,
    stop: async (signal = "SIGTERM") => {
      const stopping = child;
      child = null;
      if (stopping === null || stopping.exitCode !== null || stopping.signalCode !== null) return;
      const ended = once(stopping, "exit");
      stopping.kill(signal);
      await ended;
    },
    signal: (signal) => void child?.kill(signal),
  };
}
