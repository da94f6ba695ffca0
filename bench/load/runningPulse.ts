import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everythingChanged } from "@pulse/server/platform/bus/changed";
import type { OpenDatabase } from "@pulse/server/platform/database/database";
import { readConfig } from "@pulse/server/platform/config/config";
import { createPulse, type Pulse } from "@pulse/server/start/wiring";
import pino from "pino";
import { isSmoke } from "../harness.ts";
import { embeddedDatabase } from "./benchDatabase.ts";
import { type BenchSite, seedBenchSite } from "./benchSite.ts";

/** The product in this process, by default on the embedded database, with a seeded hall and a signed-in superadmin. */
export interface RunningPulse {
  pulse: Pulse;
  site: BenchSite;
  mqttUrl: string;
  idToken: string;
  /** The tokens that a browser keeps of the signed-in person. */
  session: { idToken: string; accessToken: string; refreshToken: string };
  stop: () => Promise<void>;
}

const email = "bench@pulse.test";
const password = "Bench-pulse-1";

/** Starts it in a temporary folder on ports of the system's choice. A given database stays open at its stop; no `webFolder`: only the API. */
export async function runPulse(
  counts: { gateways: number; trackers: number },
  given?: OpenDatabase,
  webFolder?: string,
  settings: Record<string, string> = {},
): Promise<RunningPulse> {
  // Otherwise the product opens its own, as it does for people.
  const shared = given === undefined && isSmoke ? await embeddedDatabase() : null;
  const database = given ?? shared ?? undefined;
  const folder = mkdtempSync(join(tmpdir(), "pulse-bench-"));
  const config = readConfig(
    { PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_DATA_DIR: folder, PULSE_LOG_LEVEL: "error", ...settings },
    { demo: false },
  );
  const pulse = await createPulse(config, {
    log: pino({ level: "error" }),
    webFolder: webFolder ?? folder,
    // A few clients represent many gateways.
    maxMessagesPerS: 1_000_000,
    ...(database === undefined ? {} : { database }),
  });
  const site = await seedBenchSite(pulse.db, counts);
  pulse.bus.publish("changed", everythingChanged);
  await pulse.settled();
  const session = await signIn(pulse);
  return {
    pulse,
    site,
    mqttUrl: `mqtt://127.0.0.1:${pulse.mqttPort}`,
    idToken: session.idToken,
    session,
    stop: async () => {
      await pulse.stop();
      await shared?.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes a superadmin, and signs it in. */
export async function signIn(pulse: Pulse): Promise<RunningPulse["session"]> {
  const { identity } = pulse;
  if (identity === null) throw new Error("the bench signs in with embedded identity");
  // With a phone number, because otherwise a browser would ask for one.
  const phone = { phoneNumber: "+4915112345678", phoneVerified: true };
  const { sub } = await identity.admin.createUser({ pool: "current", email, password, permanent: true, ...phone });
  await pulse.db
    .insertInto("users")
    .values({
      id: "01990000-0000-7000-8fff-000000000001",
      identity_pool: identity.pools.current.userPoolId,
      identity_sub: sub,
      email,
      given_name: "Bench",
      family_name: "Mark",
      is_superadmin: true,
      phone_number: phone.phoneNumber,
      phone_number_verified: true,
      mfa_enabled: true,
      status: "active",
    })
    .execute();
  const answer = await fetch(`${pulse.url}/identity/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth",
    },
    body: JSON.stringify({
      AuthFlow: "USER_PASSWORD_AUTH",
      ClientId: identity.pools.current.clientId,
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
  const said = (await answer.json()) as {
    AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken: string };
  };
  if (!said.AuthenticationResult) throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(said)}`);
  const { IdToken: idToken, AccessToken: accessToken, RefreshToken: refreshToken } = said.AuthenticationResult;
  return { idToken, accessToken, refreshToken };
}
