import { z } from "zod";

const Outbox = z.array(
  z.object({ channel: z.string(), to: z.string(), text: z.string(), sent_at: z.iso.datetime({ offset: true }) }),
);

/** The last digits of a masked number: "+*******1234" → "1234". */
export function visibleDigits(destination: string): string {
  return /\d+$/.exec(destination)?.[0] ?? "";
}

/**
 * The code in the newest message to an e-mail address or a masked number that was sent at or after `sinceMs`; null while
 * there is none. Only the demo has an outbox, visible only on its own machine.
 */
export function codeInOutbox(outbox: unknown, destination: string, sinceMs: number): string | null {
  const messages = Outbox.safeParse(outbox);
  if (!messages.success) return null;
  const isMail = destination.includes("@");
  const isThere = (to: string): boolean => (isMail ? to === destination : to.endsWith(visibleDigits(destination)));
  const message = messages.data.find(
    ({ channel, to, text, sent_at }) =>
      (channel === "email") === isMail && isThere(to) && Date.parse(sent_at) >= sinceMs && /\b\d{6}\b/.test(text),
  );
  return /\b\d{6}\b/.exec(message?.text ?? "")?.[0] ?? null;
}
