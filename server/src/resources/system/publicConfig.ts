import { versions } from "@pulse/contract/limits";
import type { PublicConfig } from "@pulse/contract/system";
import type { SecondFactor } from "@pulse/contract/secondFactors";
import type { UserPools } from "../identityLink/userPools.ts";
import type { Config } from "../../platform/config/config.ts";

/** The answer of `GET /api/config`; `origin` is the address at which the asking browser reaches us. */
export function publicConfig(
  config: Config,
  pools: Pick<UserPools, "current" | "legacy">,
  { origin, secondFactors }: { origin: string; secondFactors: SecondFactor[] },
): PublicConfig {
  const { current, legacy } = pools;
  return {
    appVersion: versions.app,
    apiVersion: versions.api,
    demo: config.demo,
    connectivityUrl: config.connectivityUrl,
    links: config.links,
    identity: {
      mode: config.identity.mode,
      region: current.region,
      endpoint: config.identity.mode === "embedded" ? `${origin}/identity/` : null,
      userPoolId: current.userPoolId,
      clientId: current.clientId,
      secondFactors,
      legacy: legacy && { userPoolId: legacy.userPoolId, clientId: legacy.clientId },
    },
    map: { styleUrl: config.mapStyle?.url ?? null },
  };
}
