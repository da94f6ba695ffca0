import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { sqlTests } from "./scripts/sqlTests.mjs";

const running = {
  // No test measures time: one that takes longer than this hangs, also on a machine that many share.
  // Each wait inside a test has a minute of room.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Many tests wait for a process, a database or a socket: one worker more than cores is quickest (154 s; 181 s without).
  // Projects only run beside each other where all of them say the same.
  maxWorkers: availableParallelism() + 1,
};

/** Node's own modules, as the product has them: Vite's make every call across files slower, which a computation feels (25 %). */
const asNode = { experimental: { viteModuleRunner: false } };

/** For components; happy-dom stands in for a browser's document. */
const inBrowser = {
  root: "web",
  environment: "happy-dom",
  setupFiles: [`${import.meta.dirname}/web/src/test/english.ts`],
  ...running,
};
const mocking = globSync("src/**/*.test.{ts,tsx}", { cwd: `${import.meta.dirname}/web` }).filter((file) =>
  readFileSync(`${import.meta.dirname}/web/${file}`, "utf8").includes("vi.mock("),
);

// Three sizes: pure cores in milliseconds, the server over a real database and broker, the browser's components.
// `accuracy` runs the engine for minutes: scripts/test.mjs decides how much of it (decision 35).
export default defineConfig({
  test: {
    // happy-dom lays nothing out, so a menu finds nothing visible to focus and prints its whole tree.
    onConsoleLog: (text) => !text.includes("[@mantine/hooks/use-focus-trap]"),
    projects: [
      {
        test: {
          name: "pure",
          isolate: false,
          include: [
            "{geo,contract,protocols,positioning,simulator,cli}/src/**/*.test.ts",
            "recording/src/**/*.test.ts",
            "docs/test/*.test.ts",
            "bench/load/*.test.ts",
            "*.test.ts",
          ],
          ...asNode,
          ...running,
        },
      },
      {
        test: {
          name: "accuracy",
          isolate: false,
          include: ["accuracy/src/**/*.test.ts"],
          ...asNode,
          ...running,
          // They only compute, for minutes on a busy machine, and wait for nothing that could hang.
          testTimeout: 0,
          hookTimeout: 0,
        },
      },
      {
        test: {
          name: "server",
          // One database for each worker, opened once and emptied before each test: 4 to 5 times quicker than one a file.
          isolate: false,
          // Over PostgreSQL only what reaches SQL: the rest has been tested over the embedded database.
          include: process.env["PULSE_TEST_DATABASE_URL"]
            ? sqlTests()
            : ["{identity,server}/{src,test}/**/*.test.ts", "cli/test/**/*.test.ts"],
          ...running,
        },
      },
      {
        extends: "./web/vite.config.ts",
        // Loading React and the components anew for each file took three times as long as the tests themselves.
        test: { name: "web", include: ["src/**/*.test.{ts,tsx}"], exclude: mocking, isolate: false, ...inBrowser },
      },
      {
        extends: "./web/vite.config.ts",
        // What a file puts in another module's place must not stay there.
        test: { name: "web-mocking", include: mocking, ...inBrowser },
      },
    ],
  },
});
