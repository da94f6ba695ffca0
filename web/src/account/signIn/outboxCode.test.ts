import { expect, it } from "vitest";
import { codeInOutbox } from "./outboxCode.ts";

const now = 1_760_000_000_000;

it("the sign-in finds the newest text to the masked number that was sent for this sign-in", () => {
  const sms = (to: string, code: string, sentAt: number) => ({
    channel: "sms",
    to,
    text: `Your Pulse code is ${code}.`,
    sent_at: new Date(sentAt).toISOString(),
  });
  const outbox = [
    sms("+4915112345642", "222222", now + 5),
    sms("+49999", "333333", now + 4),
    sms("+4915112345642", "111111", now),
  ];
  expect(codeInOutbox(outbox, "+*******5642", now)).toBe("222222");
  expect(codeInOutbox(outbox, "+*******5642", now + 6)).toBeNull();
  expect(codeInOutbox({ error: "not found" }, "+*******5642", 0)).toBeNull();
});
