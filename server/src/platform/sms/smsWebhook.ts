import { v7 as uuidv7 } from "uuid";
import { signedHeaders } from "../http/webhookSignature.ts";

/** Where text messages are posted, and the secret that signs them; null: they are not signed. */
export interface SmsWebhookSettings {
  url: string;
  secret: string | null;
}

export interface TextMessage {
  /** With country code: +4915123456789 */
  to: string;
  text: string;
}

/** Resolves when the provider has accepted the message. */
export type SendText = (message: TextMessage) => Promise<void>;

/** A provider answers within a second or two; somebody waits for the code in front of the screen. */
const answerMs = 5_000;
/** The pauses before the second and the third try. Whoever waits for a code has asked again after half a minute. */
const pausesMs = [500, 2_000];

/** A failed try, and whether another one can help. */
class SmsNotAccepted extends Error {
  override readonly name = "SmsNotAccepted";
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/**
 * Posts text messages as JSON `{to, text}`, signed as standardwebhooks.com says. A message that the provider could not
 * take at once (no answer, 408, 429, 5xx) is tried three times with the same `webhook-id`. Other answers are final, and
 * redirects are not followed. Throws an error that contains neither the text nor the secret.
 * @param pause waits before another try
 */
export function smsWebhook(
  { url, secret }: SmsWebhookSettings,
  { now, pause, timeoutMs = answerMs }: { now(): number; pause(ms: number): Promise<void>; timeoutMs?: number },
): SendText {
  const { address, login } = withoutLogin(url);
  const post = async (id: string, body: string): Promise<void> => {
    const signed = secret === null ? { "webhook-id": id } : signedHeaders(secret, { id, body, atMs: now() });
    const answer = await fetch(address, {
      method: "POST",
      headers: { ...signed, ...login, "content-type": "application/json", "user-agent": "Pulse-SMS" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new SmsNotAccepted("the SMS webhook did not answer", { isFinal: false, cause });
    });
    // The content of the answer is not read.
    await answer.body?.cancel().catch(() => undefined);
    if (answer.ok) return;
    const isFinal = answer.status < 500 && answer.status !== 408 && answer.status !== 429;
    throw new SmsNotAccepted(`the SMS webhook answered ${answer.status}`, { isFinal });
  };
  return async ({ to, text }) => {
    const [id, body] = [uuidv7(), JSON.stringify({ to, text })];
    for (const pauseMs of pausesMs) {
      try {
        return await post(id, body);
      } catch (error) {
        if (error instanceof SmsNotAccepted && error.isFinal) throw error;
        await pause(pauseMs);
      }
    }
    await post(id, body);
  };
}

/** A user and a password in the address go into a header: no request may have them in its address. */
function withoutLogin(text: string): { address: string; login: Record<string, string> } {
  const url = new URL(text);
  const { username, password } = url;
  if (username === "" && password === "") return { address: url.href, login: {} };
  url.username = url.password = "";
  const pair = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return { address: url.href, login: { authorization: `Basic ${pair}` } };
}
