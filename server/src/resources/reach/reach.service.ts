import type { Reach, TestMessage, TestOutcome } from "@pulse/contract/reach";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { AuditLog } from "../../platform/audit/audit.service.ts";
import type { Config } from "../../platform/config/config.ts";
import { sendsTexts } from "../../platform/config/sendsTexts.ts";
import { isLoopbackUrl } from "../../platform/http/secureAddress.ts";
import { consumePoint } from "../../platform/http/rateLimit.ts";
import { oneLine } from "../../platform/runtime/oneLine.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { OutgoingMessage } from "../../platform/mail/outgoingMessage.ts";
import { clockNames, type ClockReading } from "./clock.ts";
import { workingFactors, reachChecks } from "./reachChecks.ts";
import type { ReachFacts } from "./reachFacts.ts";

export type ReachService = ReturnType<typeof reachService>;

/** Test messages an hour, of one person or of the first start's link. */
const testsPerHour = 5;

const text = "This is a test message from Pulse. Whoever reads it can be reached.";

/** Whether people can be reached, and test messages that show it. */
export function reachService(parts: {
  config: Config;
  /** Asks everything that the settings name. */
  facts(): Promise<ReachFacts>;
  /** Rejects with the reason if a message could not be sent. */
  deliver(message: OutgoingMessage): Promise<void>;
  audit: Pick<AuditLog, "record">;
  now(): number;
}) {
  const { config, audit } = parts;
  const limiter = new RateLimiterMemory({ points: testsPerHour, duration: 3600 });
  const canMail = config.smtp !== null || config.outbox;
  // Amazon sends only its own texts.
  const canText = config.sms !== null || (config.outbox && config.identity.mode === "embedded");

  const reasonOf = async (message: TestMessage): Promise<string | null> => {
    const isMail = message.channel === "email";
    if (!(isMail ? canMail : canText)) return isMail ? "No mail server is set" : "No SMS service is set";
    try {
      await parts.deliver({ ...message, subject: "Test message from Pulse", text });
      return null;
    } catch (error) {
      return oneLine(error, (isMail ? config.smtp?.url : config.sms?.url) ?? "");
    }
  };

  return {
    /** @param browserTime the caller's own time; undefined: it has not said. */
    check: async (browserTime: string | undefined): Promise<Reach> => {
      const requestedMs = parts.now();
      const facts = await parts.facts();
      const isElsewhere = !isLoopbackUrl(facts.publicUrl);
      const browser: ClockReading[] =
        browserTime === undefined
          ? []
          : [
              {
                source: clockNames.browser,
                offsetMs: requestedMs - Date.parse(browserTime),
                isIndependent: isElsewhere,
              },
            ];
      const known = { ...facts, clocks: [...facts.clocks, ...browser] };
      return {
        checks: reachChecks(known),
        factors: workingFactors(known),
        channels: [...(canMail ? (["email"] as const) : []), ...(canText ? (["sms"] as const) : [])],
        needsPhone: sendsTexts(config),
      };
    },

    /** Sends a test message, at most five an hour of one `sender`. Throws `too_many_requests`. */
    test: async (write: Write<TestOutcome>, message: TestMessage, sender: string): Promise<TestOutcome> => {
      await consumePoint(limiter, sender);
      const reason = await reasonOf(message);
      const { origin, viewer } = write;
      audit.record({
        action: "create",
        origin,
        person:
          viewer.userId === "" ? null : { userId: viewer.userId, email: viewer.email, customerId: viewer.customerId },
        entity: { kind: "test_message", id: null, name: message.to },
        outcome: reason === null ? "ok" : "refused",
      });
      return write.unchanged({ sent: reason === null, reason });
    },
  };
}
