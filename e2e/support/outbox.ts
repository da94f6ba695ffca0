import { setTimeout as pause } from "node:timers/promises";

interface OutboxMessage {
  id: string;
  channel: "email" | "sms";
  to: string;
  text: string;
  sent_at: string;
}

/** The messages that the product would have sent, newest first. */
export async function readOutbox(url: string): Promise<OutboxMessage[]> {
  const answer = await fetch(`${url}/dev/outbox.json`);
  if (!answer.ok) throw new Error(`the outbox answered ${answer.status}`);
  return (await answer.json()) as OutboxMessage[];
}

/** The id of the newest message, to recognise later ones; null if there is none. */
export async function newestMessageId(url: string): Promise<string | null> {
  return (await readOutbox(url))[0]?.id ?? null;
}

/** The six-digit code in the first SMS after the message `afterId`; waits for it up to 60 s. */
export async function codeAfter(url: string, afterId: string | null): Promise<string> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const messages = await readOutbox(url);
    const seen = messages.findIndex(({ id }) => id === afterId);
    const fresh = messages.slice(0, seen === -1 ? messages.length : seen);
    const code = fresh
      .filter(({ channel }) => channel === "sms")
      .map(({ text }) => /\b\d{6}\b/.exec(text)?.[0])
      .findLast((digits) => digits !== undefined);
    if (code) return code;
    await pause(50);
  }
  throw new Error("no code came to the outbox within 60 s");
}
