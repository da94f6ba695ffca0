import type { PublicConfig } from "@pulse/contract/system";
import { fromWire } from "@pulse/contract/wire";
import { ApiError } from "./apiError.ts";

// Public answers that are needed before the API client is loaded. The server checks them against the contract, so a quick
// check suffices here; a test compares the paths with the contract.
export const openPaths = { config: "/api/config", version: "/api/version", status: "/api/server-status" } as const;

/** The configuration that the app starts with. @throws {ApiError} */
export async function fetchConfig(): Promise<PublicConfig> {
  const config = fromWire(contentOf(await ask(openPaths.config))) as PublicConfig | null;
  if (typeof config?.identity?.userPoolId !== "string") throw new ApiError(0, "RequestFailed", "");
  return config;
}

/** The server's version. @throws {ApiError} */
export async function fetchVersion(): Promise<string> {
  const { version } = (contentOf(await ask(openPaths.version)) ?? {}) as { version?: unknown };
  if (typeof version !== "string") throw new ApiError(0, "RequestFailed", "");
  return version;
}

/** Whether an answer is our server saying that it is online. */
export function isOnlineAnswer(body: unknown): boolean {
  return (contentOf(body) as { status?: unknown } | null)?.status === "online";
}

async function ask(path: string): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(path, { headers: { accept: "application/json" } });
  } catch {
    throw new ApiError(0, "NetworkError", "");
  }
  if (!answer.ok) throw new ApiError(answer.status, "RequestFailed", "");
  return answer.json().catch(() => null);
}

function contentOf(body: unknown): unknown {
  return (body as { result?: { content?: unknown } } | null)?.result?.content ?? null;
}
