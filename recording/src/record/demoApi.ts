import { setTimeout as pause } from "node:timers/promises";
import type { Json, Query, Row } from "../format.ts";

/** How many rows a page of a list has at most (limits.pageLimitMax). */
const pageRows = 200;

/** How often a demo that is too busy is asked the same. */
const maxTries = 60;

export interface Content {
  atMs: number;
  content: Json;
  /** Of a list: how many rows there are, and how many a page has if nobody says. */
  metadata: { total_count: number; limit: number } | null;
}

export type DemoApi = ReturnType<typeof demoApi>;

/** The API of a running demo, asked as one person. */
export function demoApi(url: string, idToken: string) {
  async function ask(path: string, query: Query): Promise<Response> {
    const parameters = new URLSearchParams(query).toString();
    for (let tried = 1; ; tried += 1) {
      const answer = await fetch(`${url}${path}${parameters === "" ? "" : `?${parameters}`}`, {
        headers: { "x-id-token": idToken },
      });
      // A demo that is too busy is asked again: what it has moved for a quarter of an hour must not be lost for one answer.
      const isBusy = answer.status === 429 || (answer.status === 503 && tried < maxTries);
      if (!isBusy) return answer;
      await pause(1000 * Number(answer.headers.get("retry-after") ?? 1));
    }
  }

  async function content(path: string, query: Query): Promise<Content | null> {
    const atMs = Date.now();
    const answer = await ask(path, query);
    // Some things have no answer: an asset that was never located has no explanation.
    if ((answer.status >= 400 && answer.status < 500) || answer.status === 503) return null;
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    const { result } = (await answer.json()) as { result: { content: Json; metadata?: Content["metadata"] } };
    return { atMs, content: result.content, metadata: result.metadata ?? null };
  }

  return {
    /** An answer as it is; null: it was refused. */
    content,
    /** All rows of a list, page by page; null: it was refused. */
    async rows(path: string, query: Query): Promise<{ atMs: number; rows: Row[]; limit: number } | null> {
      const first = await content(path, query);
      if (first === null) return null;
      const rows = first.content as Row[];
      const total = first.metadata?.total_count ?? rows.length;
      if (rows.length < total) {
        rows.length = 0;
        for (let page = 1; rows.length < total; page += 1) {
          const more = await content(path, { ...query, limit: String(pageRows), page: String(page) });
          const found = (more?.content ?? []) as Row[];
          if (found.length === 0) break;
          rows.push(...found);
        }
      }
      return { atMs: first.atMs, rows, limit: first.metadata?.limit ?? pageRows };
    },
    /** A file; null: it was refused. */
    async file(path: string, query: Query): Promise<{ bytes: Uint8Array; type: string } | null> {
      const answer = await ask(path, query);
      if (!answer.ok) return null;
      return { bytes: await answer.bytes(), type: answer.headers.get("content-type") ?? "application/octet-stream" };
    },
  };
}
