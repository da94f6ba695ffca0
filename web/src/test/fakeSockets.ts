import { socketEvents } from "@pulse/contract/live";

type Listener = (...args: unknown[]) => void;

/** What every socket meets: a proxy may let requests through but no socket. */
export const line = {
  isBlocked: false,
  /** Tells the newest socket of an event. */
  dispatch: (_name: string, _content: unknown): void => undefined,
  /** What the newest socket has emitted, oldest first. */
  emitted: [] as { name: string; content: unknown }[],
};

/** In place of `socket.io-client`: a connection that the server accepts as soon as it is asked. */
export function io() {
  const listeners = new Map<string, Listener>();
  const dispatch = (name: string, ...args: unknown[]): void => listeners.get(name)?.(...args);
  const socket = {
    connected: false,
    active: true,
    on: (name: string, listener: Listener) => void listeners.set(name, listener),
    once: (name: string, listener: Listener) => void listeners.set(name, listener),
    off: () => listeners.clear(),
    emit: (name: string, ...args: unknown[]): void => {
      line.emitted.push({ name, content: args[0] });
      const answer = args.at(-1);
      if (name === socketEvents.login && typeof answer === "function") (answer as Listener)({ ok: true });
    },
    disconnect: () => void (socket.connected = false),
  };
  line.dispatch = dispatch;
  line.emitted = [];
  queueMicrotask(() => {
    socket.connected = !line.isBlocked;
    dispatch(line.isBlocked ? "connect_error" : "connect");
  });
  return socket;
}
