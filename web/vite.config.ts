import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunkGroups } from "./chunks.ts";
import { compressedFiles } from "./compressedFiles.ts";
import { listedPasswords } from "./listedPasswords.ts";
import { mantineStyles } from "./mantineStyles.ts";
import { nativeModPow } from "./nativeModPow.ts";
import { offlineWorker } from "./offlineWorker.ts";

const server = "http://127.0.0.1:8080";

// The root's vitest.config.ts extends this file for the browser's components.
export default defineConfig({
  plugins: [react(), mantineStyles(), listedPasswords(), nativeModPow(), offlineWorker(), compressedFiles()],
  build: {
    target: "es2023",
    // MapLibre alone is 1 MB; it has a chunk of its own and is loaded with the map page.
    chunkSizeWarningLimit: 1300,
    sourcemap: true,
    // Which file needs which: the bundle's sizes are reckoned from it (bench/bundle.bench.ts).
    manifest: true,
    // No inlined files: the content security policy names where each kind may come from.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 5173,
    proxy: {
      "/api": server,
      "/docs": server,
      "/identity": server,
      "/sso": server,
      "/scim": server,
      "/dev": server,
      "/socket.io": { target: server, ws: true },
    },
  },
});
