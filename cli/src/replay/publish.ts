import { setTimeout as pause } from "node:timers/promises";
import { connectAsync, type MqttClient } from "mqtt";
import type { Credentials, CredentialsOf } from "./credentials.ts";
import { InputError, type RecordedMessage } from "./recording.ts";

/**
 * Publishes the messages with their intervals divided by `speed`, each on the connection of its own sender.
 * QoS 1: a message counts when the broker has it. Returns how many do.
 * @throws {InputError} if the broker cannot be reached, refuses a sign-in or closes a connection on a message
 */
export async function publishAll(input: {
  url: string;
  speed: number;
  messages: readonly RecordedMessage[];
  credentialsOf: CredentialsOf;
}): Promise<number> {
  const { url, speed, messages, credentialsOf } = input;
  const clients = new Map<string, MqttClient>();
  const failure = Promise.withResolvers<never>();
  // It is awaited below; until then it must not count as an unhandled rejection.
  failure.promise.catch(() => {});
  try {
    // All sign in first, so that a wrong password is reported before anything is published.
    for (const message of messages) {
      const who = credentialsOf(message);
      const key = who?.username ?? "";
      if (!clients.has(key)) clients.set(key, await signIn(url, who, failure.reject));
    }
    const beganMs = performance.now();
    const firstMs = messages[0]?.tMs ?? 0;
    const sent: Promise<unknown>[] = [];
    for (const message of messages) {
      const waitMs = (message.tMs - firstMs) / speed - (performance.now() - beganMs);
      if (waitMs > 0) await Promise.race([pause(waitMs), failure.promise]);
      const client = clients.get(credentialsOf(message)?.username ?? "");
      const done = client?.publishAsync(message.topic, message.payload, { qos: 1 });
      done?.catch((error: unknown) => failure.reject(new InputError(`topic "${message.topic}": ${describe(error)}`)));
      if (done) sent.push(done);
    }
    await Promise.race([Promise.all(sent), failure.promise]);
    return sent.length;
  } finally {
    for (const client of clients.values()) client.removeAllListeners("close");
    await Promise.all([...clients.values()].map((client) => client.endAsync(true)));
  }
}

async function signIn(url: string, who: Credentials | null, lost: (error: InputError) => void): Promise<MqttClient> {
  const name = who ? ` as ${who.username}` : "";
  try {
    const how = { ...who, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 10_000 } as const;
    const client = await connectAsync(url, how, false);
    // A broker refuses a topic by closing the connection.
    client.once("close", () => lost(new InputError(`${url}${name}: the broker closed the connection`)));
    client.on("error", (error) => lost(new InputError(`${url}${name}: ${describe(error)}`)));
    return client;
  } catch (error) {
    throw new InputError(`${url}${name}: ${describe(error)}`);
  }
}

/** A connection refused at several addresses is an AggregateError without a text of its own. */
function describe(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
