import type { Duplex } from "node:stream";

export interface ReadingTurns {
  /** From now on this socket is read in turns. */
  add(socket: Duplex): void;
  /** A message of this socket waits to be kept, until `done`. */
  begin(socket: Duplex, bytes: number): void;
  done(socket: Duplex, bytes: number): void;
}

/**
 * Back-pressure at the socket. Messages of a client that sends too fast stay in its own socket's buffer. In each turn
 * of the event loop all sockets together are read for `budgetMs`, those that waited longest first, so that timers, the
 * API and live sockets keep running in a flood. A socket is not read while `maxWaitingBytes.each` of its messages wait
 * to be kept, and none is read while `maxWaitingBytes.all` do. `clock` returns ms.
 */
export function readingTurns(limits: {
  budgetMs: number;
  maxWaitingBytes: { each: number; all: number };
  clock: () => number;
}): ReadingTurns {
  const refused = new Set<Duplex>();
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
    add: (socket) => {
      const read = socket.read.bind(socket);
      socket.once("close", () => refused.delete(socket));
      socket.read = (size?: number): unknown => {
        // Node reads 0 bytes to fill the buffer, which takes nothing out.
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
