import { createTarPacker } from "modern-tar";
import { expect, test } from "vitest";
import { backupFolders, endName, headerName } from "./archiveFormat.ts";
import { readArchive } from "./readArchive.ts";

/** An archive of these parts. */
function archiveOf(parts: Readonly<Record<string, string>>): ReadableStream<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const pack = async (): Promise<void> => {
    for (const [name, text] of Object.entries(parts)) {
      const bytes = new TextEncoder().encode(text);
      const writer = controller.add({ name, size: bytes.length, type: "file" }).getWriter();
      await writer.write(bytes);
      await writer.close();
    }
    controller.finalize();
  };
  // Who reads it says what is wrong, and may stop before its end.
  pack().catch(() => undefined);
  return readable;
}

const header = JSON.stringify({
  format: 1,
  product: "1.19.2",
  createdAt: "2026-11-28T12:00:00.000Z",
  database: { migrations: ["0001_first"], tables: [], partitions: [], sequences: [] },
});
const injected = JSON.stringify({
  ...(JSON.parse(header) as object),
  database: {
    migrations: ["0001_first"],
    tables: [],
    partitions: [{ parent: "positions", name: "positions_x", bound: "FOR VALUES FROM (1) TO (2); drop table users" }],
    sequences: [],
  },
});
const nothing = { files: 0, bytes: 0, sha256: "" };
const end = JSON.stringify({
  header: "0",
  tables: {},
  folders: Object.fromEntries(backupFolders.map((folder) => [folder, nothing])),
});

test.each([
  ["of a newer format", { [headerName]: '{"format":2,"product":"9.9.9"}' }, "from a newer Pulse (9.9.9)"],
  ["that begins with something else", { "readme.txt": "hello" }, "not a backup of Pulse"],
  ["without an end", { [headerName]: header }, "its end is missing"],
  ["whose checksums differ", { [headerName]: header, [endName]: end }, "its header is not what was written"],
  ["with a path that leads out of the folder", { [headerName]: header, "folders/files/../../x": "" }, "it has a part"],
  ["with rows of no table", { [headerName]: header, "database/ghosts/000001.ndjson": "[]\n" }, "rows of no table"],
  ["with statements among its bounds", { [headerName]: injected }, "its header cannot be read"],
])("an archive %s is refused in words", async (_, parts, reason) => {
  await expect(readArchive(archiveOf(parts), {})).rejects.toThrow(reason);
});
