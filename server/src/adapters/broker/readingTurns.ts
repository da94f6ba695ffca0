import type { Duplex } from "node:stream";
import type { Socket } from "node:net";

export interface ReadingTurns {
  /** From now on this socket is read in its turn. */
  take(socket: Socket): void;
  /** A message of this socket waits to be kept: nothing more is read from it until `done` was called as often. */
  begin(socket: Duplex, bytes: number): void;
  done(socket: Duplex, bytes: number): void;
}

/**
 * Back-pressure at the socket. Whoever sends faster than their messages are worked stays in their own socket's buffer:
 * all sockets together are read for `budgetMs` in each turn of the event loop, those that have waited longest first, so
 * that timers, the API and live sockets keep their turns in a flood. Nothing is read at all while `maxWaitingBytes` of
 * messages wait to be kept. `clock` counts ms.
 */
export function readingTurns(limits: { budgetMs: number; maxWaitingBytes: number; clock: () => number }): ReadingTurns {
  const refused = new Set<Socket>();
  const underWay = new Map<Duplex, number>();
  let waitingBytes = 0;
  /** When the first socket was read in this turn; null: none was. */
  let sinceMs: number | null = null;
  let scheduled = false;

  const schedule = (): void => {
    if (!scheduled) setImmediate(nextTurn);
    scheduled = true;
  };
  const mayRead = (): boolean => {
    if (waitingBytes >= limits.maxWaitingBytes) return false;
    const nowMs = limits.clock();
    sinceMs ??= nowMs;
    schedule();
    return nowMs - sinceMs < limits.budgetMs;
  };
  const nextTurn = (): void => {
    scheduled = false;
    sinceMs = null;
    for (const socket of refused) {
      if (underWay.has(socket)) continue;
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
        if (underWay.has(socket) || !mayRead()) {
          refused.add(socket);
          return null;
        }
        refused.delete(socket);
        return read(size);
      };
    },
    begin: (socket, bytes) => {
      underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
      waitingBytes += bytes;
    },
    done: (socket, bytes) => {
      waitingBytes -= bytes;
      const rest = (underWay.get(socket) ?? 0) - 1;
      if (rest > 0) underWay.set(socket, rest);
      else underWay.delete(socket);
      if (refused.size > 0) schedule();
    },
  };
}
