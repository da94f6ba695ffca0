import { oneLine } from "../runtime/oneLine.ts";

/** How long each step of the conversation may take, ms: somebody waits for the answer. */
const waitMs = 5_000;

/**
 * Connects to a mail server, greets it and signs in, without sending anything. Returns what it refuses as one line without
 * the password; null: it would take a mail.
 */
export async function smtpProbe(url: string): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const options = {
    url,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
  };
  const transport = createTransport(options);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return oneLine(error, url);
  } finally {
    transport.close();
  }
}
