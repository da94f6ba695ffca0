import { expect, it } from "vitest";
import { codeReader } from "./codeReader.ts";

/** A browser whose camera sees these codes one after the other. */
function browser(shown: readonly string[][]) {
  const left = [...shown];
  const stopped: string[] = [];
  const stream = { getTracks: () => [{ stop: () => stopped.push("track") }] } as unknown as MediaStream;
  return {
    stopped,
    BarcodeDetector: class {
      detect = async () => (left.shift() ?? []).map((rawValue) => ({ rawValue }));
    },
    navigator: { mediaDevices: { getUserMedia: async () => stream } },
    setTimeout: (run: () => void) => queueMicrotask(run),
  };
}
const video = { play: async () => undefined } as unknown as HTMLVideoElement;

it("the code reader reads until there is a code, then stops the camera", async () => {
  const seen = browser([[], [" "], ["DD:34:0C:00:00:01 "]]);
  const code = await codeReader(seen)?.(video, new AbortController().signal);
  expect(code).toBe("DD:34:0C:00:00:01");
  expect(seen.stopped).toEqual(["track"]);
});

it("the code reader ends without a code when it is aborted", async () => {
  const seen = browser([]);
  const stopping = new AbortController();
  const reading = codeReader(seen)?.(video, stopping.signal);
  stopping.abort();
  expect(await reading).toBeNull();
  expect(seen.stopped).toEqual(["track"]);
});

it("the code reader is not available without a detector or a camera", () => {
  const { BarcodeDetector, navigator, setTimeout } = browser([]);
  expect(codeReader({ navigator, setTimeout })).toBeNull();
  expect(codeReader({ BarcodeDetector, navigator: {}, setTimeout })).toBeNull();
});
