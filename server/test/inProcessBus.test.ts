import { inProcessBus } from "../src/platform/bus/inProcessBus.ts";
import { busSuite } from "./support/busSuite.ts";

busSuite("the bus in one process", async () => {
  const problems: unknown[] = [];
  const problem = (error: unknown): void => void problems.push(error);
  const bus = inProcessBus({ now: Date.now, problem, checkAll: true, timeoutMs: 100 });
  return { bus, problems, close: async () => undefined };
});
