import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { fairQueue } from "../runtime/fairQueue.ts";
import type { ImageJob, ImageReply } from "./imageProcess.ts";

export interface EncodedImage {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface ImageProcesses {
  /**
   * Runs a job when it is its customer's turn. Rejects with the decoder's message, with "too costly" for an image that
   * takes too much time or memory, or with a DecoderFault.
   */
  run(job: ImageJob, customerId: string): Promise<EncodedImage>;
}

/** A fault of the decoder or of a busy machine, which says nothing about the image. */
class DecoderFault extends Error {
  override readonly name = "DecoderFault";
}

/** How long the process is kept for the next image. */
const idleMs = 5_000;
/** An image's limits are processor time and memory (imageProcess.ts); on a machine busy with other work this is the end. */
const longestMs = 30_000;

/**
 * Decodes and encodes images in a process that ends when it has nothing left to do. One floor plan briefly takes
 * several hundred MB, most of which the C library would never release; when the process ends it goes back to the
 * system. And an image that crashes the decoder crashes nothing else.
 */
export function imageProcesses(): ImageProcesses {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const serially = fairQueue();

  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(new URL("./imageProcess.ts", import.meta.url)), {
      serialization: "advanced",
      // Flags of this process (--import, --inspect …) must not be passed on.
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    started.once("exit", () => {
      if (child === started) child = null;
    });
    // An idle decoder does not keep this process running.
    started.unref();
    return started;
  };

  /** Ends the process; the next image starts another one. */
  const letGo = (using: ChildProcess): void => {
    if (child === using) child = null;
    using.kill("SIGKILL");
  };

  const runNow = async (job: ImageJob): Promise<EncodedImage> => {
    clearTimeout(idle);
    const using = (child ??= start());
    const channel = using.channel;
    channel?.ref();
    try {
      const reply = await answerOf(using, job).catch((error: unknown) => {
        letGo(using);
        throw error;
      });
      if ("failed" in reply) {
        // The library's threads cannot be stopped one by one.
        if (reply.failed === "too costly") letGo(using);
        throw new Error(reply.failed);
      }
      return reply;
    } finally {
      channel?.unref();
      idle = setTimeout(() => letGo(using), idleMs).unref();
    }
  };

  return {
    run: (job, customerId) => serially(customerId, () => runNow(job)),
  };
}

function answerOf(child: ChildProcess, job: ImageJob): Promise<ImageReply> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      done(() => resolve({ failed: "too costly" }));
    }, longestMs);
    const done = (act: () => void): void => {
      clearTimeout(late);
      child.off("message", answered).off("exit", ended).off("error", ended);
      act();
    };
    const answered = (reply: ImageReply): void => done(() => resolve(reply));
    const ended = (): void => done(() => reject(new DecoderFault("The image decoder ended before it answered")));
    child.once("message", answered).once("exit", ended).once("error", ended);
    child.send(job, (error) => {
      if (error) ended();
    });
  });
}
