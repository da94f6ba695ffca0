import { readFileSync } from "node:fs";
import { adapterForTopic } from "@pulse/protocols/catalogue";

/** One recorded message: when it was sent, from the recording's beginning, and its bytes. */
export interface RecordedMessage {
  tMs: number;
  topic: string;
  payload: Buffer;
  /** The gateway that the topic names, as the dialect writes it; null for topics that name none. */
  gateway: string | null;
}

/** What is wrong with a given file, in one line. */
export class InputError extends Error {
  override name = "InputError";
}

/**
 * Reads a recording: JSON Lines of `{"t_ms", "topic", "payload" | "payload_hex"}`. A payload that is an object or an array
 * stands for its JSON text. Empty lines are skipped. The messages are sorted by time.
 * @throws {InputError} with file, line and reason at the first bad line
 */
export function readRecording(path: string): RecordedMessage[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new InputError(
      `${path}: ${error instanceof Error && "code" in error && error.code === "ENOENT" ? "there is no such file" : reasonOf(error)}`,
    );
  }
  const messages: RecordedMessage[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "") continue;
    const message = readLine(line);
    if (typeof message === "string") throw new InputError(`${path}, line ${index + 1}: ${message}`);
    messages.push(message);
  }
  if (messages.length === 0) throw new InputError(`${path}: there is no message in it`);
  return messages.toSorted((a, b) => a.tMs - b.tMs);
}

/** The message of a line, or why it is not one. */
function readLine(line: string): RecordedMessage | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return "not JSON";
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "not a JSON object";
  const fields = value as Record<string, unknown>;
  const { t_ms: tMs, topic } = fields;
  if (typeof tMs !== "number" || !Number.isFinite(tMs) || tMs < 0) return '"t_ms" is not a number from 0 upward';
  if (typeof topic !== "string" || topic === "") return '"topic" is not text';
  if (["+", "#", "\0"].some((sign) => topic.includes(sign))) return `"${topic}" is not a topic that one may publish to`;
  const payload = payloadOf(fields);
  if (typeof payload === "string") return payload;
  return { tMs, topic, payload, gateway: adapterForTopic(topic)?.gatewayOfTopic(topic) ?? null };
}

function payloadOf(fields: Record<string, unknown>): Buffer | string {
  const { payload, payload_hex: hex } = fields;
  if ((payload === undefined) === (hex === undefined)) return 'one of "payload" and "payload_hex" is needed';
  if (hex !== undefined)
    return typeof hex === "string" && /^(?:[0-9a-f]{2})*$/i.test(hex)
      ? Buffer.from(hex, "hex")
      : '"payload_hex" is not hex';
  return Buffer.from(typeof payload === "string" ? payload : JSON.stringify(payload), "utf8");
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
