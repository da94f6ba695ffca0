import { parentPort, workerData } from "node:worker_threads";
import { copyChanged, type CopyJob } from "./copyChanged.ts";

const result = copyChanged(workerData as CopyJob);
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(result);
