import { AppError } from "@pulse/contract/errors";
import type { Authenticator } from "../../platform/http/admission.ts";
import { originOf } from "../../platform/http/origin.ts";
import type { IngestCounters } from "./counters.ts";
import type { GatewayLogin } from "./gatewayLogin.ts";
import type { DeviceRegistry } from "./deviceRegistry.ts";

/** Gateways show their MQTT user name and password as Basic auth (RFC 7617). */
export function gatewayAuthenticator(parts: {
  login: GatewayLogin;
  devices: Pick<DeviceRegistry, "learn">;
  counters: Pick<IngestCounters, "complain">;
}): Authenticator {
  const { login, devices, counters } = parts;
  const refusal = (who: string): AppError => {
    counters.complain("refused_credentials", `${who} over HTTP`);
    return new AppError("unauthorized", { headers: { "www-authenticate": 'Basic realm="Pulse", charset="UTF-8"' } });
  };
  return {
    kind: "device",
    credentialOf: ({ headers: { authorization } }) => (/^basic /i.test(authorization ?? "") ? authorization! : null),
    judge: async (shown, request) => {
      const [username, password] = credentialsOf(shown);
      const who = username.slice(0, 60) || "nobody";
      const { ip } = originOf(request);
      try {
        const device = username && password ? await login(ip, username, password) : null;
        if (device) {
          await devices.learn("gateway", device.id);
          return { kind: "device", device };
        }
      } catch (error) {
        if (error instanceof AppError) counters.complain("refused_too_often", `${who} over HTTP from ${ip}`);
        throw error;
      }
      throw refusal(who);
    },
    missing: () => refusal("nobody"),
  };
}

/** The user name and password; empty if there are none. */
function credentialsOf(authorization: string): [string, string] {
  const [, encoded] = /^basic +([a-z0-9+/_=-]+) *$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded ?? "", "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 ? ["", ""] : [text.slice(0, colon), text.slice(colon + 1)];
}
