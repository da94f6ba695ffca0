import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { TimeInput } from "./fields.ts";
import { Email, Phone } from "./names.ts";

/** What decides whether people can be reached and can sign in, in the order in which it is shown. */
export const reachCheckIds = [
  "mail",
  "texts",
  "second_factor",
  "public_address",
  "https",
  "certificate",
  "clock",
  "data_folder",
] as const;

export const ReachCheck = z
  .object({
    id: z.enum(reachCheckIds),
    /** `failed`: people cannot be reached or cannot sign in; `warning`: something is missing that not everybody needs. */
    state: z.enum(["ok", "warning", "failed"]),
    /** What was found, as a sentence. Never a secret. */
    message: z.string(),
    /** The settings that change it. */
    settings: z.array(z.string()),
  })
  .meta({ id: "ReachCheck" });
export type ReachCheck = z.infer<typeof ReachCheck>;

/** What a test message can be sent by. */
const channels = ["email", "sms"] as const;

export const Reach = z
  .object({
    checks: z.array(ReachCheck),
    /** The second factors that this installation can deliver. */
    factors: z.array(z.enum(["sms", "totp", "passkey", "email"])),
    /** What a test message can be sent by. */
    channels: z.array(z.enum(channels)),
    /** The first superadmin must have a phone number, since codes can be texted to it. */
    needsPhone: z.boolean(),
  })
  .meta({ id: "Reach" });
export type Reach = z.infer<typeof Reach>;

const TestOutcome = z.object({
  sent: z.boolean(),
  /** Why it was not sent, as the mail server or the SMS service says it; null: it was. */
  reason: z.string().nullable(),
});
export type TestOutcome = z.infer<typeof TestOutcome>;

const TestMessage = z
  .object({ channel: z.enum(channels), to: z.string().trim().min(1).max(254) })
  .superRefine(({ channel, to }, context) => {
    const { error } = (channel === "email" ? Email : Phone).safeParse(to);
    for (const { message, ...issue } of error?.issues.slice(0, 1) ?? [])
      context.addIssue({
        code: "custom",
        path: ["to"],
        message,
        ...("params" in issue ? { params: issue.params } : {}),
      });
  });
export type TestMessage = z.output<typeof TestMessage>;

/** The token of the one-time link that the first start prints. */
const token = z.string().min(1).max(200);
/** The caller's own time, which the server's clock is compared with. */
const browserTime = TimeInput.optional();

const setup = { tag: "Accounts", access: "public", method: "POST" } as const;

export const checkReachAtSetup = endpoint({
  id: "checkReachAtSetup",
  ...setup,
  path: "/api/v3/setup/checks",
  summary:
    "Whether people can be reached (mail, texts, address, HTTPS, clock), with the token of the first start's link",
  body: z.object({ token, browserTime }),
  content: Reach,
});

export const sendTestMessageAtSetup = endpoint({
  id: "sendTestMessageAtSetup",
  ...setup,
  path: "/api/v3/setup/test-message",
  summary: "Sends a test mail or text, with the token of the first start's link; at most five an hour",
  body: z.object({ token, message: TestMessage }),
  content: TestOutcome,
});

export const checkReach = endpoint({
  id: "checkReach",
  method: "GET",
  path: "/api/v3/reach/checks",
  tag: "System",
  summary: "Whether people can be reached: mail, texts, second factors, address, HTTPS and clock",
  access: "superadmin",
  query: z.object({ browserTime }),
  content: Reach,
});

export const sendTestMessage = endpoint({
  id: "sendTestMessage",
  method: "POST",
  path: "/api/v3/reach/test-message",
  tag: "System",
  summary: "Sends a test mail or text; at most five an hour",
  access: "superadmin",
  body: z.object({ message: TestMessage }),
  content: TestOutcome,
});
