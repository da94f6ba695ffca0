import type { Duplex } from "node:stream";
import type { Socket } from "node:net";

export interface ReadingTurns {
  /** From now on this socket is read in its turn. */
  take(socket: Socket): void;
  /** A message of this socket waits to be kept, until `done`. */
  begin(socket: Duplex, bytes: number): void;
  done(socket: Duplex, bytes: number): void;
}

/**
 * Back-pressure at the socket. Whoever sends faster than their messages are worked stays in their own socket's buffer:
 * all sockets together are read for `budgetMs` in each turn of the event loop, those that have waited longest first, so
 * that timers, the API and live sockets keep their turns in a flood. A socket is not read while `maxWaitingBytes.each` of
 * its messages wait to be kept, and none is while `maxWaitingBytes.all` do. `clock` counts ms.
 */
export function readingTurns(limits: {
  budgetMs: number;
  maxWaitingBytes: { each: number; all: number };
  clock: () => number;
}): ReadingTurns {
  const refused = new Set<Socket>();
  const waiting = new Map<Duplex, number>();
  let waitingBytes = 0;
  /** When the first socket was read in this turn; null: none was. */
  let sinceMs: number | null = null;
  let scheduled = false;

  const schedule = (): void => {
    if (!scheduled) setImmediate(nextTurn);
    scheduled = true;
  };
  const isFull = (socket: Duplex): boolean => (waiting.get(socket) ?? 0) >= limits.maxWaitingBytes.each;
  const mayRead = (): boolean => {
    if (waitingBytes >= limits.maxWaitingBytes.all) return false;
    const nowMs = limits.clock();
    sinceMs ??= nowMs;
    schedule();
    return nowMs - sinceMs < limits.budgetMs;
  };
  const nextTurn = (): void => {
    scheduled = false;
    sinceMs = null;
    for (const socket of refused) {
      if (isFull(socket)) continue;
      if (!mayRead()) return;
      refused.delete(socket);
      socket.emit("readable");
    }
  };

  return {
    take: (socket) => {
      const read = socket.read.bind(socket);
      socket.once("close", () => refused.delete(socket));
      socket.read = (size?: number): unknown => {
        // Node itself reads 0 bytes to fill the buffer; that takes nothing out.
        if (size === 0 || socket.readableLength === 0) return read(size);
        if (isFull(socket) || !mayRead()) {
          refused.add(socket);
          return null;
        }
        refused.delete(socket);
        return read(size);
      };
    },
    begin: (socket, bytes) => {
      waiting.set(socket, (waiting.get(socket) ?? 0) + bytes);
      waitingBytes += bytes;
    },
    done: (socket, bytes) => {
      waitingBytes -= bytes;
      const rest = (waiting.get(socket) ?? 0) - bytes;
      if (rest > 0) waiting.set(socket, rest);
      else waiting.delete(socket);
      if (refused.size > 0) schedule();
    },
  };
}
