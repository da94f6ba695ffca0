import { once } from "node:events";
import { join } from "node:path";
import pino from "pino";
import { freezeMonths } from "../../src/pipeline/history/cold/freezeMonths.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { diskByteStore } from "../../src/platform/files/diskByteStore.ts";
import { openConfigured } from "../../src/start/storage.ts";
import { coldNowMs } from "./coldDesk.ts";

// The nightly move of old months to files as a process of its own, so that it can be killed. After each file it waits for a word
// of the parent, and it ends when all are moved.
const config = readConfig(process.env, { demo: false });
const open = await openConfigured(config);
const disk = diskByteStore(join(config.dataDir, "files"));
await freezeMonths(
  {
    db: open.db,
    store: {
      ...disk,
      write: async (...file) => {
        await disk.write(...file);
        const goOn = once(process, "message");
        process.send!("written");
        await goOn;
      },
    },
    afterMonths: 2,
    now: () => coldNowMs,
    log: pino({ level: "silent" }),
  },
  new AbortController().signal,
);
await open.close();
process.exit(0);
