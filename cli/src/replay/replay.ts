import { parseArgs } from "node:util";
import { credentialsByTopic, type CredentialsOf, readCredentials } from "./credentials.ts";
import { publishAll } from "./publish.ts";
import { InputError, readRecording, type RecordedMessage } from "./recording.ts";

/** Where the command writes; the process's own streams, or a test's. */
interface Output {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}

const help = `Usage: pulse replay FILE [options]

Publishes recorded gateway messages to a broker. FILE holds one message per line:
  {"t_ms": 0, "topic": "kbeacon/publish/68B9D3DFE78C", "payload": "..."}   or   "payload_hex": "7b22..."

  --url URL            the broker (default mqtt://127.0.0.1:1883)
  --speed N            N times the recorded pace (default 1)
  --username NAME      sign in with one name and password for all messages
  --password WORD
  --credentials FILE   sign in as the gateway named in each topic, from a file like PULSE_DATA_DIR/keys/simulator.json
  --help               show this help
`;

const options = {
  url: { type: "string", default: "mqtt://127.0.0.1:1883" },
  speed: { type: "string", default: "1" },
  username: { type: "string" },
  password: { type: "string" },
  credentials: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** `pulse replay FILE` (contract section 7). Returns 0, or 1 with one line on stderr; a bad file publishes nothing. */
export async function runReplay(args: string[], io: Output): Promise<number> {
  try {
    const plan = planOf(args);
    if (plan === null) {
      io.stdout.write(help);
      return 0;
    }
    const published = await publishAll(plan);
    io.stdout.write(`published ${published} messages\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    io.stderr.write(`pulse replay: ${error.message}\n`);
    return 1;
  }
}

/** Everything to be done, checked before the first message is sent; null if help was requested. */
function planOf(
  args: string[],
): { url: string; speed: number; messages: RecordedMessage[]; credentialsOf: CredentialsOf } | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new InputError("one FILE is needed; --help tells more");
  const speed = Number(values.speed);
  if (!(speed > 0) || !Number.isFinite(speed))
    throw new InputError(`--speed is a number above 0, not "${values.speed}"`);
  if (!/^mqtts?:\/\/[^/]/.test(values.url))
    throw new InputError(`--url is mqtt://HOST:PORT or mqtts://HOST:PORT, not "${values.url}"`);
  const { username, password, credentials } = values;
  if ((username === undefined) !== (password === undefined))
    throw new InputError("--username and --password go together");
  if (username !== undefined && credentials !== undefined)
    throw new InputError("either --username and --password, or --credentials");
  const messages = readRecording(path);
  const credentialsOf = credentials
    ? credentialsByTopic(messages, readCredentials(credentials))
    : () => (username === undefined || password === undefined ? null : { username, password });
  return { url: values.url, speed, messages, credentialsOf };
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : String(error));
  }
}
