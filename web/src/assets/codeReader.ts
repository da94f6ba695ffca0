/** What a browser with `BarcodeDetector` has; TypeScript does not know it yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface Browser {
  BarcodeDetector?: new () => Detector;
  navigator: { mediaDevices?: Pick<MediaDevices, "getUserMedia"> };
  setTimeout(run: () => void, ms: number): unknown;
}

/** A person does not notice this between holding a code up and its being read. */
const pauseMs = 150;

/** Shows the camera in an element and reads until there is a code; null once it was stopped. */
export type CodeReader = (video: HTMLVideoElement, signal: AbortSignal) => Promise<string | null>;

/** Reads barcodes and QR codes by the camera. Null: this browser cannot. */
export function codeReader(browser: Browser): CodeReader | null {
  const { BarcodeDetector, navigator } = browser;
  const cameras = navigator.mediaDevices;
  if (BarcodeDetector === undefined || cameras === undefined) return null;
  return async (video, signal) => {
    const stream = await cameras.getUserMedia({ video: { facingMode: "environment" } });
    try {
      video.srcObject = stream;
      await video.play();
      const detector = new BarcodeDetector();
      while (!signal.aborted) {
        const [code] = await detector.detect(video);
        if (code !== undefined && code.rawValue.trim() !== "") return code.rawValue.trim();
        await new Promise<void>((resolve) => void browser.setTimeout(resolve, pauseMs));
      }
      return null;
    } catch (error) {
      // A dialog that closes ends the picture too.
      if (signal.aborted) return null;
      throw error;
    } finally {
      for (const track of stream.getTracks()) track.stop();
    }
  };
}
