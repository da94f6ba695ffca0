/** `BarcodeDetector` of some browsers; TypeScript does not know it yet. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
interface Browser {
  BarcodeDetector?: new () => Detector;
  navigator: { mediaDevices?: Pick<MediaDevices, "getUserMedia"> };
  setTimeout(run: () => void, ms: number): unknown;
}

/** The pause between two readings, ms: too short for a person to notice. */
const pauseMs = 150;

/** Shows the camera in an element and reads until there is a code; null if it was stopped. */
export type CodeReader = (video: HTMLVideoElement, signal: AbortSignal) => Promise<string | null>;

/** Reads barcodes and QR codes with the camera. Null: this browser cannot. */
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
      // Closing the dialog ends the video too.
      if (signal.aborted) return null;
      throw error;
    } finally {
      for (const track of stream.getTracks()) track.stop();
    }
  };
}
