import type { Config } from "../config.ts";

/** Where this process reaches itself, whatever others call it. */
export function localOrigin(config: Config): string {
  const everywhere: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
  const host = everywhere[config.host] ?? (config.host.includes(":") ? `[${config.host}]` : config.host);
  return `http://${host}:${config.port}`;
}
