import type { Config } from "../config/config.ts";

/** The other origins that the browser's app calls: those that the settings name, and no others. */
export function reachedOrigins(
  config: Pick<Config, "identity" | "connectivityUrl" | "publicUrl" | "mapStyle">,
): string[] {
  const { identity, connectivityUrl, publicUrl, mapStyle } = config;
  const pools = identity.mode === "cognito" ? [identity.current, identity.legacy] : [];
  const reached = [
    // The live socket. For some browsers 'self' only covers the page's own protocol.
    new URL(publicUrl).origin.replace(/^http/, "ws"),
    ...pools.flatMap((pool) => (pool === null ? [] : [`https://cognito-idp.${pool.region}.amazonaws.com`])),
    ...(connectivityUrl === null ? [] : [new URL(connectivityUrl).origin]),
    ...(mapStyle?.origins ?? []),
  ];
  return [...new Set(reached)];
}
