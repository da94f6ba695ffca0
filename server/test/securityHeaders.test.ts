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
  expect(policy.split(/; ?/).find((part) => part.startsWith("connect-src"))).toBe(
    "connect-src 'self' ws: wss: https://*.amazonaws.com https://status.example.test",
  );
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test("browsers are told to come back over TLS alone where people reach us over TLS, and only there", async () => {
  expect((await call(pulse, "GET", "/api/version")).headers.get("strict-transport-security")).toBeNull();
  await pulse.stop();
  pulse = await testPulse({ PULSE_PUBLIC_URL: "https://pulse.example.test" });
  const { port } = pulse.config;
  const answer = await fetch(`http://127.0.0.1:${port}/api/version`);
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
});
