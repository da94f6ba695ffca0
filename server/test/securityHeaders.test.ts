import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./api.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

let pulse: TestPulse;
beforeAll(async () => {
  pulse = await testPulse({ PULSE_CONNECTIVITY_URL: "https://status.example.test/up?x=1" });
});
afterAll(() => pulse.stop());

test("the browser may reach our own origin, Amazon's pools and the public site that the settings name, and nothing else", async () => {
  const { headers } = await call(pulse, "GET", "/api/version");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy.split("; ").find((part) => part.startsWith("connect-src"))).toBe(
    "connect-src 'self' ws: wss: https://*.amazonaws.com https://status.example.test",
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
});
