import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

let pulse: TestPulse;
beforeAll(async () => {
  pulse = await testPulse({
    PULSE_CONNECTIVITY_URL: "https://status.example.test/up?x=1",
    PULSE_MAP_STYLE_URL: "https://maps.example.test/quiet/style.json, https://tiles.example.test",
  });
});
afterAll(() => pulse.stop());

async function reached(): Promise<string | undefined> {
  const { headers } = await fetch(`http://127.0.0.1:${pulse.config.port}/api/version`);
  const policy = headers.get("content-security-policy") ?? "";
  return policy.split(/; ?/).find((part) => part.startsWith("connect-src"));
}

test("the browser may connect only to our own origin, its live socket and the sites named in the settings", async () => {
  const socket = `ws://127.0.0.1:${pulse.config.port}`;
  expect(await reached()).toBe(
    `connect-src 'self' ${socket} https://status.example.test https://maps.example.test https://tiles.example.test`,
  );
  const answer = await fetch(`http://127.0.0.1:${pulse.config.port}/api/config`);
  expect(await answer.json()).toMatchObject({
    result: { content: { map: { style_url: "https://maps.example.test/quiet/style.json" } } },
  });
});

test("with pools at Amazon the browser may also connect to the endpoints of their regions, and no others of Amazon", async () => {
  await pulse.stop();
  pulse = await testPulse({
    PULSE_PUBLIC_URL: "https://pulse.example.test/",
    PULSE_IDENTITY: "cognito",
    PULSE_COGNITO_REGION: "eu-central-1",
    PULSE_COGNITO_USER_POOL_ID: "eu-central-1_AbCdEfGhI",
    PULSE_COGNITO_CLIENT_ID: "current",
    PULSE_COGNITO_LEGACY_REGION: "us-west-2",
    PULSE_COGNITO_LEGACY_USER_POOL_ID: "us-west-2_AbCdEfGhI",
    PULSE_COGNITO_LEGACY_CLIENT_ID: "legacy",
  });
  expect(await reached()).toBe(
    "connect-src 'self' wss://pulse.example.test https://cognito-idp.eu-central-1.amazonaws.com" +
      " https://cognito-idp.us-west-2.amazonaws.com",
  );
});

test("browsers may neither guess content types nor show pages in frames", async () => {
  const { headers } = await fetch(`http://127.0.0.1:${pulse.config.port}/api/version`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("x-frame-options")).toBe("DENY");
});

test("browsers are told to use only TLS if the public address uses it, and only then", async () => {
  await pulse.stop();
  pulse = await testPulse();
  expect((await call(pulse, "GET", "/api/version")).headers.get("strict-transport-security")).toBeNull();
  await pulse.stop();
  pulse = await testPulse({ PULSE_PUBLIC_URL: "https://pulse.example.test" });
  const { port } = pulse.config;
  const answer = await fetch(`http://127.0.0.1:${port}/api/version`);
  expect(answer.headers.get("strict-transport-security")).toBe("max-age=31536000");
});
