import { createReadStream } from "node:fs";
import type { TableEncoding } from "@pulse/contract/importHeaders";

/** So much of a file decides between encodings of one byte, bytes. */
const sampleBytes = 1024 * 1024;

/**
 * The encoding of a text file: by its byte order mark, by the zero bytes of UTF-16, by being valid UTF-8, and otherwise
 * Windows-1252 or Mac Roman, whichever has letters where the other has signs within words.
 */
export async function encodingOf(path: string): Promise<TableEncoding> {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const sample: Buffer[] = [];
  let sampled = 0;
  let isUtf8 = true;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    if (sampled === 0) {
      const wide = utf16Of(chunk);
      if (wide !== null) return wide;
    }
    if (sampled < sampleBytes) sample.push(chunk);
    sampled += chunk.length;
    isUtf8 &&= isValid(strict, chunk);
    if (!isUtf8 && sampled >= sampleBytes) break;
  }
  if (isUtf8 && isValid(strict)) return "utf-8";
  return oneByteEncoding(Buffer.concat(sample));
}

function isValid(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** UTF-16 by its mark, or by every other byte of Latin text being zero. */
function utf16Of(head: Buffer): TableEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  const start = head.subarray(0, 200);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const half = start.length / 2;
  if (zeros[1]! > half * 0.8 && zeros[0] === 0) return "utf-16le";
  return zeros[0]! > half * 0.8 && zeros[1] === 0 ? "utf-16be" : null;
}

/** Letters of European languages beyond ASCII, as they stand in words. */
const letters = /[äöüßéèêëàâáåæçíìîïñóòôøõúùûœÄÖÜÉÈÀÁÅÆÇÑÓØÚ]/u;
/** Signs that people write outside of words, in both encodings. */
const signs = /[°€–—„“”‚‘’…•§µ²³½ ]/u;

function oneByteEncoding(sample: Buffer): "windows-1252" | "macintosh" {
  const windows = new TextDecoder("windows-1252").decode(sample);
  const mac = new TextDecoder("macintosh").decode(sample);
  let [forWindows, forMac] = [0, 0];
  for (let at = 0; at < sample.length; at++) {
    if (sample[at]! < 0x80) continue;
    const isInWord = isLetter(sample[at - 1]) || isLetter(sample[at + 1]);
    forWindows += weight(windows[at]!, isInWord);
    forMac += weight(mac[at]!, isInWord);
  }
  return forMac > forWindows ? "macintosh" : "windows-1252";
}

const isLetter = (byte: number | undefined): boolean => byte !== undefined && /[a-z]/i.test(String.fromCharCode(byte));

/** How well a character stands where it does. */
function weight(char: string, isInWord: boolean): number {
  if (letters.test(char)) return isInWord ? 2 : 1;
  return signs.test(char) && !isInWord ? 1 : -1;
}
