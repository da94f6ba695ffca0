import { io } from "socket.io-client";
import { type LiveStream, packStream, type ReceivedMessage } from "../live/liveStream.ts";

/** What only keeps the connection alive. */
const empty: ReadonlySet<string> = new Set(["heartbeat", "failed_login"]);

/** A site's live socket that is being recorded. */
export interface StreamRecorder {
  /** Ends it, and returns what came since the recording began. */
  end(lengthMs: number): LiveStream;
}

/**
 * Joins a site's live socket and records what comes, dated from `startedAtMs`. Rejects if the site cannot be joined.
 */
export async function recordStream(
  url: string,
  siteId: string,
  idToken: string,
  startedAtMs: number,
): Promise<StreamRecorder> {
  const socket = io(url, { path: "/socket.io", transports: ["websocket"], auth: { positions: true } });
  const messages: ReceivedMessage[] = [];
  socket.onAny((name: string, content: ReceivedMessage["content"] | undefined) => {
    if (!empty.has(name)) messages.push({ atMs: Date.now() - startedAtMs, name, content: content ?? null });
  });
  await new Promise<void>((resolve, reject) => {
    // Each time: a busy demo may lose the connection, and the new one has joined no site.
    socket.on("connect", () =>
      socket.emit("login", idToken, siteId, (answer: { ok?: boolean }) =>
        answer.ok === true ? resolve() : reject(new Error(`the live socket refused the site ${siteId}`)),
      ),
    );
    socket.once("connect_error", reject);
  });
  return {
    end(lengthMs) {
      socket.disconnect();
      return packStream(messages, startedAtMs, lengthMs);
    },
  };
}
