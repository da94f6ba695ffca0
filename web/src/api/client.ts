import { enableMfa, verifyOwnAttribute } from "@pulse/contract/accounts";
import type { Endpoint } from "@pulse/contract/endpoint";
import { PageMetadata } from "@pulse/contract/page";
import { fromWire, toQueryString, toWire } from "@pulse/contract/wire";
import type { QueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { ApiError } from "./apiError.ts";
import { errorOfAnswer, tooLargeForProxy } from "./errorOfAnswer.ts";
import { ownWrites } from "./ownWrites.ts";
import { readContent } from "./readContent.ts";
import { sendForm } from "./sendForm.ts";

export interface Call {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Files beside the body, by the names of their parts: it is sent as a form. */
  files?: ReadonlyMap<string, Blob>;
  /** Called with the share of a form that has been sent, from 0 to 1. */
  onSent?(share: number): void;
  signal?: AbortSignal;
  /** A token to send instead of the session's id token: the legacy pool's in a migration. */
  bearer?: string;
  /** Sent beside the id token to change the person's own account. */
  accessToken?: string;
}

/** How the client proves who is calling, and what happens when the proof is refused. */
export interface Credentials {
  idToken(): string | null;
  /** Whether a refused token may simply have expired meanwhile (under 60 s were left). */
  isAboutToExpire(): boolean;
  /** Fetches fresh tokens; false: refused. Rejects when nobody answered. */
  refresh(): Promise<boolean>;
  /** Whether anybody is signed in, even if the session has expired. */
  isSomebody(): boolean;
  /**
   * The session's token was refused or has expired: the person is signed out.
   * @param code the server's reason; left out: it has expired
   */
  refused(code?: string): void;
}

// Their 401 may concern a token that only this call sends, so it does not end the session (decisions C30).
const keepsSession: ReadonlySet<string> = new Set([enableMfa.id, verifyOwnAttribute.id]);

/** A page of a list: its rows, and how many there are in all. */
export interface Page<Content> {
  content: Content;
  metadata: PageMetadata;
}

export type ApiClient = ReturnType<typeof createApiClient>;

/**
 * The typed API client: endpoints in, checked content out.
 * @param queries stores which things were changed from here
 */
export function createApiClient(credentials: Credentials, queries: Pick<QueryClient, "setQueryData">) {
  const own = ownWrites(queries, Date.now);
  /** The raw answer, 2xx. @throws {ApiError} */
  const send = async (endpoint: Endpoint, call: Call = {}): Promise<Response> => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(call.params?.[name] ?? ""));
    const signed = endpoint.access !== "public";
    return sendPath(
      endpoint.method,
      path + toQueryString(call.query ?? {}),
      call,
      signed,
      keepsSession.has(endpoint.id),
    );
  };

  async function sendPath(method: string, path: string, call: Call, signed: boolean, keeps = false): Promise<Response> {
    if (signed && credentials.idToken() === null) {
      if (!credentials.isSomebody()) throw new ApiError(401, "SignInFirst", "");
      credentials.refused();
      throw new ApiError(401, "NotAuthenticated", "");
    }
    let answer = await ask(method, path, call, signed);
    if (signed && answer.status === 401 && credentials.isAboutToExpire() && (await refreshed()))
      answer = await ask(method, path, call, signed);
    if (answer.ok) return answer;
    const body: unknown = await answer.json().catch(() => null);
    const error = tooLargeForProxy(answer.status, body, call.files) ?? errorOfAnswer(answer.status, body);
    if (signed && !keeps && answer.status === 401) credentials.refused(error.code);
    throw error;
  }

  /** No answer is not a refusal: the session stays, and the next call tries again. */
  async function refreshed(): Promise<boolean> {
    try {
      return await credentials.refresh();
    } catch {
      throw new ApiError(0, "NetworkError", "");
    }
  }

  async function ask(method: string, path: string, call: Call, signed: boolean): Promise<Response> {
    const token = signed ? credentials.idToken() : null;
    const headers = {
      accept: "application/json, text/csv, image/*",
      ...(token === null ? {} : { "x-id-token": token }),
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
      ...(call.accessToken === undefined ? {} : { "x-access-token": call.accessToken }),
    };
    try {
      if (call.files !== undefined && call.files.size > 0)
        return await sendForm(method, path, {
          headers,
          data: toWire(call.body),
          files: call.files,
          onSent: call.onSent,
        });
      return await fetch(path, {
        method,
        headers: {
          ...headers,
          ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(toWire(call.body)) }),
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
    } catch (cause) {
      if (call.signal?.aborted) throw cause;
      throw new ApiError(0, "NetworkError", "");
    }
  }

  return {
    /** The content of an answer, checked against the contract. @throws {ApiError} */
    call: <E extends Endpoint>(endpoint: E, call?: Call): Promise<z.output<E["content"]>> =>
      own.watch(endpoint, call, async () => {
        const answer = await send(endpoint, call);
        const { result } = (await answer.json()) as { result: { content: unknown } };
        return readContent<E["content"]>(endpoint.content, result.content);
      }),
    /** The content of a list's answer with the metadata of its page. @throws {ApiError} */
    async page<E extends Endpoint>(endpoint: E, call?: Call): Promise<Page<z.output<E["content"]>>> {
      const answer = await send(endpoint, call);
      const { result } = (await answer.json()) as { result: { content: unknown; metadata: unknown } };
      return {
        content: endpoint.content.parse(fromWire(result.content)) as z.output<E["content"]>,
        metadata: PageMetadata.parse(fromWire(result.metadata)),
      };
    },
    /** The file at a path of our own origin, such as a floor's `imageUrl` or a CSV, with the server's name for it. @throws {ApiError} */
    async bytes(path: string, signal?: AbortSignal): Promise<File> {
      const answer = await sendPath("GET", path, signal === undefined ? {} : { signal }, true);
      const blob = await answer.blob();
      return new File([blob], nameIn(answer.headers.get("content-disposition")), { type: blob.type });
    },
  };
}

/** The name in `attachment; filename="…"`; empty if there is none. */
function nameIn(disposition: string | null): string {
  return /filename="([^"]*)"/.exec(disposition ?? "")?.[1] ?? "";
}
