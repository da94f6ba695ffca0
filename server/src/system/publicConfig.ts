import { versions } from "@pulse/contract/limits";
import type { PublicConfig } from "@pulse/contract/system";
import type { Identity } from "@pulse/identity/identity";
import type { Config } from "../config.ts";

/** What `GET /api/config` tells; `origin` is where the asking browser reaches us. */
export function publicConfig(config: Config, pools: Identity["pools"], origin: string): PublicConfig {
  const { current, legacy } = pools;
  return {
    appVersion: versions.app,
    apiVersion: versions.api,
    demo: config.demo,
    connectivityUrl: config.connectivityUrl,
    identity: {
      mode: "embedded",
      region: current.userPoolId.split("_")[0]!,
      endpoint: `${origin}/identity/`,
      userPoolId: current.userPoolId,
      clientId: current.clientId,
      legacy: { userPoolId: legacy.userPoolId, clientId: legacy.clientId },
    },
    map: { styleUrl: null },
  };
}

/** Where this process reaches itself, whatever others call it. */
export function localOrigin(config: Config): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const host = everywhere[config.host] ?? (config.host.includes(":") ? `[${config.host}]` : config.host);
  return `http://${host}:${config.port}`;
}
