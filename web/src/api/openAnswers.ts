import type { PublicConfig } from "@pulse/contract/system";
import { fromWire } from "@pulse/contract/wire";
import { ApiError } from "./apiError.ts";

// The answers that anybody gets, asked for before the API client is there. The server holds them against the contract, so
// that a look suffices here; a test holds the paths against it.
export const openPaths = { config: "/api/config", version: "/api/version", status: "/api/server-status" } as const;

/** What the server says of itself, for the start. @throws {ApiError} */
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

/** Whether an answer is the server's own word that it is online. */
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
