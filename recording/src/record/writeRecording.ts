import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Answers, Recording, StoredFile } from "../format.ts";
import type { LiveStream } from "../live/liveStream.ts";
import { packAnswers } from "../rows/packedAnswers.ts";

/** Digits of numbers that are kept: a hundredth of a metre in degrees. */
const digits = 7;

/** Everything that was recorded. */
export interface RecordedParts {
  about: Omit<Recording, "name" | "answersFile" | "historyFile" | "streamFiles" | "files">;
  answers: Answers;
  history: Answers;
  streams: ReadonlyMap<string, LiveStream>;
  files: ReadonlyMap<string, { bytes: Uint8Array; type: string }>;
}

/**
 * Writes a recording into a folder: its parts compressed, each named by its content, and `recording.json` about them. Resolves
 * to the bytes of each part.
 */
export async function writeRecording(folder: string, parts: RecordedParts): Promise<ReadonlyMap<string, number>> {
  await mkdir(folder, { recursive: true });
  const sizes = new Map<string, number>();
  const packed = async (name: string, value: unknown): Promise<string> => {
    const text = JSON.stringify(value, (_key, item: unknown) =>
      typeof item === "number" && !Number.isInteger(item) ? Number(item.toFixed(digits)) : item,
    );
    return store(name, gzipSync(text, { level: 9 }), "bin");
  };
  const store = async (name: string, bytes: Uint8Array, ending: string): Promise<string> => {
    const file = `${name}-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.${ending}`;
    await writeFile(join(folder, file), bytes);
    sizes.set(name, (sizes.get(name) ?? 0) + bytes.length);
    return file;
  };
  const streamFiles: Record<string, string> = {};
  for (const [siteId, stream] of parts.streams) streamFiles[siteId] = await packed("live", stream);
  const files: Record<string, StoredFile> = {};
  for (const [key, { bytes, type }] of parts.files)
    files[key] = {
      type,
      file: await store("file", bytes, type.startsWith("text/csv") ? "csv" : (type.split("/")[1] ?? "bin")),
    };
  const answersFile = await packed("answers", packAnswers(parts.answers));
  const recording: Recording = {
    ...parts.about,
    name: `${parts.about.startedAtMs}-${answersFile}`,
    answersFile,
    historyFile: await packed("history", packAnswers(parts.history)),
    streamFiles,
    files,
  };
  await writeFile(join(folder, "recording.json"), JSON.stringify(recording));
  return sizes;
}
