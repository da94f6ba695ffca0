import type { RecordedTime } from "../times/moment.ts";
import type { LiveStream } from "../live/liveStream.ts";
import { recordedSocket } from "../live/recordedSocket.ts";

/** What a socket is played from. */
interface Played {
  recorded: RecordedTime;
  streamOf(siteId: string): Promise<LiveStream | null>;
}

/** Makes the `WebSocket` that a page gets: of the live socket it plays the recording; a service worker cannot answer it. */
export function playedWebSocket(real: typeof WebSocket, played: Played): typeof WebSocket {
  class PlayedSocket extends EventTarget {
    static readonly CONNECTING = 0;
    static readonly OPEN = 1;
    static readonly CLOSING = 2;
    static readonly CLOSED = 3;
    readonly CONNECTING = 0;
    readonly OPEN = 1;
    readonly CLOSING = 2;
    readonly CLOSED = 3;
    readonly url: string;
    readonly protocol = "";
    readonly extensions = "";
    readonly bufferedAmount = 0;
    binaryType: BinaryType = "blob";
    readyState = 0;
    onopen: ((event: Event) => void) | null = null;
    onmessage: ((event: MessageEvent) => void) | null = null;
    onclose: ((event: CloseEvent) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    readonly #server;

    constructor(url: string | URL) {
      super();
      this.url = String(url);
      this.#server = recordedSocket({
        ...played,
        now: Date.now,
        every: (work, ms) => {
          const timer = setInterval(work, ms);
          return () => clearInterval(timer);
        },
        after: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        send: (frame) => this.#deliver(new MessageEvent("message", { data: frame })),
        close: () => this.#end(1012),
      });
      setTimeout(() => {
        if (this.readyState !== 0) return;
        this.readyState = 1;
        this.#deliver(new Event("open"));
        this.#server.open();
      });
    }

    send(data: string): void {
      // As the real one does: never before `send` has returned.
      setTimeout(() => {
        if (this.readyState === 1) this.#server.receive(data);
      });
    }

    close(): void {
      this.#end(1000);
    }

    #end(code: number): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      this.#server.stop();
      setTimeout(() => this.#deliver(new CloseEvent("close", { code, wasClean: true })));
    }

    #deliver(event: Event): void {
      if (event.type === "message" && this.readyState !== 1) return;
      if (event.type === "open") this.onopen?.(event);
      if (event instanceof MessageEvent) this.onmessage?.(event);
      if (event instanceof CloseEvent) this.onclose?.(event);
      this.dispatchEvent(event);
    }
  }

  return new Proxy(real, {
    construct(target, [url, ...more]: [string | URL, ...unknown[]]) {
      const isLive = new URL(url, globalThis.location.href).pathname.startsWith("/socket.io");
      return isLive ? new PlayedSocket(url) : (Reflect.construct(target, [url, ...more]) as object);
    },
  });
}
