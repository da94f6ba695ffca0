import type { Json } from "../format.ts";

// The few frames of Engine.IO 4 and Socket.IO 5 that a page and the live socket exchange, as text.

/** The client gives a socket up if it hears no ping within the two times together, ms: longer than any loop. */
const silenceMs = 1_000_000_000;

/** The first frame: the connection is open. */
export function openFrame(sid: string): string {
  return `0${JSON.stringify({ sid, upgrades: [], pingInterval: silenceMs, pingTimeout: silenceMs, maxPayload: 1_000_000 })}`;
}

/** The answer to a client that joins the namespace. */
export const joinedFrame = (sid: string): string => `40${JSON.stringify({ sid })}`;

export const eventFrame = (name: string, content: Json): string => `42${JSON.stringify([name, content])}`;

export const acknowledgement = (id: number, content: Json): string => `43${id}${JSON.stringify([content])}`;

/** What a client sends. `id`: it wants an acknowledgement. */
export type ClientFrame =
  | { kind: "join"; auth: Json }
  | { kind: "event"; name: string; content: Json[]; id: number | null }
  | { kind: "other" };

/** Reads a client's frame. */
export function readFrame(text: string): ClientFrame {
  if (text.startsWith("40"))
    return { kind: "join", auth: text.length > 2 ? (JSON.parse(text.slice(2)) as Json) : null };
  const [, id, json] = /^42(\d*)(\[.*)$/s.exec(text) ?? [];
  if (json === undefined) return { kind: "other" };
  const [name, ...content] = JSON.parse(json) as [string, ...Json[]];
  return { kind: "event", name, content, id: id === "" || id === undefined ? null : Number(id) };
}
