import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Three sizes: pure cores in milliseconds, the server over a real database and broker, the browser's components.
export default defineConfig({
  test: {
    // Many tests wait for a process, a database or a socket: one worker more than cores is quickest (154 s; 181 s without).
    maxWorkers: availableParallelism() + 1,
    // happy-dom lays nothing out, so a menu finds nothing visible to focus and prints its whole tree.
    onConsoleLog: (text) => !text.includes("[@mantine/hooks/use-focus-trap]"),
    projects: [
      {
        test: {
          name: "pure",
          include: ["{geo,contract,protocols,positioning,simulator,cli}/src/**/*.test.ts", "*.test.ts"],
        },
      },
      {
        test: {
          name: "server",
          // One database for each worker, opened once and emptied before each test: 4 to 5 times quicker than one a file.
          isolate: false,
          include: ["{identity,server}/{src,test}/**/*.test.ts", "cli/test/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: "./web/vite.config.ts",
        test: {
          name: "web",
          root: "web",
          include: ["src/**/*.test.{ts,tsx}"],
          environment: "happy-dom",
          setupFiles: [`${import.meta.dirname}/web/src/test/english.ts`],
        },
      },
    ],
  },
});
