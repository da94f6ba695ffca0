import { socketEvents } from "@pulse/contract/live";

type Listener = (...given: unknown[]) => void;

/** What every socket meets: a proxy may let requests through but no socket. */
export const line = {
  isBlocked: false,
  /** Tells the newest socket of an event. */
  tell: (_name: string, _content: unknown): void => undefined,
  /** What the newest socket has said, oldest first. */
  said: [] as { name: string; content: unknown }[],
};

/** In place of `socket.io-client`: a connection that the server accepts as soon as it is asked. */
export function io() {
  const listeners = new Map<string, Listener>();
  const tell = (name: string, ...given: unknown[]): void => listeners.get(name)?.(...given);
  const socket = {
    connected: false,
    active: true,
    on: (name: string, listener: Listener) => void listeners.set(name, listener),
    once: (name: string, listener: Listener) => void listeners.set(name, listener),
    off: () => listeners.clear(),
    emit: (name: string, ...given: unknown[]): void => {
      line.said.push({ name, content: given[0] });
      const answer = given.at(-1);
      if (name === socketEvents.login && typeof answer === "function") (answer as Listener)({ ok: true });
    },
    disconnect: () => void (socket.connected = false),
  };
  line.tell = tell;
  line.said = [];
  queueMicrotask(() => {
    socket.connected = !line.isBlocked;
    tell(line.isBlocked ? "connect_error" : "connect");
  });
  return socket;
}
