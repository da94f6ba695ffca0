import { readFileSync } from "node:fs";
import { parseMac } from "@pulse/protocols/mac";
import { InputError, type RecordedMessage } from "./recording.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** Who publishes a message: one sender for all, or each topic's own gateway. */
export type CredentialsOf = (message: RecordedMessage) => Credentials | null;

/**
 * Reads the simulator's file, `{"gateways": {"<MAC>": {"username", "password"}}}`, by MAC.
 * @throws {InputError} with the file and the reason
 */
export function readCredentials(path: string): Map<string, Credentials> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new InputError(`${path}: ${error instanceof SyntaxError ? "not JSON" : "cannot be read"}`);
  }
  const gateways = fieldsOf(fieldsOf(value)?.["gateways"]);
  if (!gateways) throw new InputError(`${path}: "gateways" is not an object of gateways by MAC`);
  const credentials = new Map<string, Credentials>();
  for (const [name, entry] of Object.entries(gateways)) {
    const mac = parseMac(name);
    const { username, password } = fieldsOf(entry) ?? {};
    if (mac === null) throw new InputError(`${path}: "${name}" is not a MAC`);
    if (typeof username !== "string" || typeof password !== "string")
      throw new InputError(`${path}: gateway ${name} has no "username" and "password"`);
    credentials.set(mac, { username, password });
  }
  return credentials;
}

/**
 * Credentials by the gateway in each message's topic, checked beforehand.
 * @throws {InputError} for a message whose gateway has none
 */
export function credentialsByTopic(
  messages: readonly RecordedMessage[],
  known: ReadonlyMap<string, Credentials>,
): CredentialsOf {
  for (const { topic, gateway } of messages)
    if (gateway === null || !known.has(gateway))
      throw new InputError(`no credentials for the gateway of topic "${topic}"`);
  return ({ gateway }) => known.get(gateway ?? "") ?? null;
}

function fieldsOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
