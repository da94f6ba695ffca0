import { asText } from "../asText.ts";
import type { Json, Row } from "../format.ts";
import { idInLoop, momentAt, type RecordedTime } from "../times/moment.ts";
import { moveTimes } from "../times/moveTimes.ts";
import { type LiveStream, playStream } from "./liveStream.ts";
import { acknowledgement, eventFrame, joinedFrame, openFrame, readFrame } from "./socketFrames.ts";

/** The server's usual time between two messages, ms. */
const flushMs = 500;

export interface SocketParts {
  recorded: RecordedTime;
  /** The stream of a site; null: it has none. */
  streamOf(siteId: string): Promise<LiveStream | null>;
  now(): number;
  every(work: () => void, ms: number): () => void;
  after(work: () => void, ms: number): () => void;
  send(frame: string): void;
  /** The recording has come to its end: the client connects anew. */
  close(): void;
}

/** The server's side of a live socket, played from a recording. */
export function recordedSocket(parts: SocketParts) {
  const { recorded, now, send } = parts;
  const sid = `recording-${now()}`;
  let wantsPositions = true;
  let isOpen = true;
  let logins = 0;
  let stopPlaying = (): void => undefined;

  const play = (stream: LiveStream): void => {
    const playback = playStream(stream);
    const { loop, shiftMs, recordedMs, endsInMs } = momentAt(now(), recorded);
    const sinceStart = (): number => now() - shiftMs - recorded.startedAtMs;
    playback.advance(recordedMs - recorded.startedAtMs);
    let nextEvent = stream.events.findIndex(([atMs]) => atMs > recordedMs - recorded.startedAtMs);
    if (nextEvent === -1) nextEvent = stream.events.length;
    const flush = (): void => {
      const updates: Row[] = [];
      for (const number of playback.advance(sinceStart()))
        updates.push(playback.updateOf(number, recorded.startedAtMs + shiftMs));
      if (wantsPositions && updates.length > 0) send(eventFrame("location_update", updates));
      for (; nextEvent < stream.events.length && stream.events[nextEvent]![0] <= sinceStart(); nextEvent += 1) {
        const [atMs, name, content] = stream.events[nextEvent]!;
        const moment = momentAt(shiftMs + recorded.startedAtMs + atMs, recorded);
        send(eventFrame(name, ofLoop(moveTimes(content, recorded.startedAtMs + atMs, moment), loop)));
      }
    };
    const stops = [parts.every(flush, flushMs), parts.after(parts.close, endsInMs)];
    stopPlaying = () => stops.forEach((stop) => stop());
  };

  const logIn = async (siteId: string, id: number | null): Promise<void> => {
    const login = (logins += 1);
    const stream = await parts.streamOf(siteId).catch(() => null);
    if (!isOpen || login !== logins) return;
    if (stream === null) return send(eventFrame("failed_login", { code: "not_found" }));
    stopPlaying();
    if (id !== null) send(acknowledgement(id, { ok: true }));
    play(stream);
  };

  return {
    open: (): void => send(openFrame(sid)),
    /** A frame of the client. */
    receive(text: string): void {
      const frame = readFrame(text);
      if (frame.kind === "join") {
        wantsPositions = !hasNoPositions(frame.auth);
        send(joinedFrame(sid));
      } else if (frame.kind === "event" && frame.name === "login") void logIn(asText(frame.content[1]), frame.id);
      // Everything is sent, whatever is watched.
      else if (frame.kind === "event" && frame.id !== null) send(acknowledgement(frame.id, { ok: true }));
    },
    stop(): void {
      isOpen = false;
      stopPlaying();
    },
  };
}

const hasNoPositions = (auth: Json): boolean =>
  auth !== null && typeof auth === "object" && !Array.isArray(auth) && auth["positions"] === false;

/** An event of a loop has an id of its own, so that the app does not take it for the last loop's. */
function ofLoop(content: Json, loop: number): Json {
  if (content === null || typeof content !== "object" || Array.isArray(content)) return content;
  return typeof content["id"] === "string" ? { ...content, id: idInLoop(content["id"], loop) } : content;
}
