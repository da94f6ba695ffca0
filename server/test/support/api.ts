import type { TestPulse } from "./testPulse.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // Tests read the answer as it came over the wire.
  content: Record<string, unknown> & Record<string, unknown>[];
  metadata: Record<string, number>;
}

/** One request to the API over a real socket. */
export async function call(
  pulse: TestPulse,
  method: string,
  path: string,
  { token, headers = {}, body }: { token?: string | undefined; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Answer> {
  const answer = await fetch(`${pulse.url}${path.startsWith("/") ? path : `/api/v3/${path}`}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isSentAsIs(body) ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  const { result } = (isJson ? JSON.parse(text) : {}) as {
    result?: { content: Answer["content"]; metadata: Answer["metadata"] };
  };
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    content: result?.content ?? ({} as Answer["content"]),
    metadata: result?.metadata ?? {},
  };
}

function isSentAsIs(body: unknown): body is string | FormData {
  return typeof body === "string" || body instanceof FormData;
}
