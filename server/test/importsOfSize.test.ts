import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { siteWithAdmin } from "./support/siteWithAdmin.ts";

const { here, send, load, restart } = siteWithAdmin();

const numberOf = async (kind: string): Promise<number | undefined> =>
  (await send("GET", `${kind}/search?site_id=${here.site.id}&limit=1`)).metadata["total_count"];
const left = (): string[] => readdirSync(join(here.pulse.config.dataDir, "files"));

test("an import file of 1 GB is refused with the limit before it has arrived, and leaves nothing behind", async () => {
  const { hostname, port } = new URL(here.pulse.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const before = left();
  const totalBytes = 1024 ** 3;
  socket.write(
    [
      `POST /api/v3/assets/import?site_id=${here.site.id} HTTP/1.1`,
      `host: ${hostname}:${port}`,
      `authorization: Bearer ${here.token}`,
      "content-type: multipart/form-data; boundary=x",
      `content-length: ${totalBytes}`,
      "",
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,type\r\n`,
    ].join("\r\n"),
  );
  let answer = "";
  const over = new AbortController();
  let heartbeat = (): void => undefined;
  socket.on("data", (part: Buffer) => {
    answer += part.toString();
    heartbeat();
  });
  socket.on("error", () => undefined);
  socket.on("close", () => {
    over.abort();
    heartbeat();
  });
  socket.on("drain", () => heartbeat());
  const part = Buffer.from("Cart,Roll cage\r\n".repeat(65_536));
  let sentBytes = 0;
  while (!over.signal.aborted && !answer.includes("file_too_large") && sentBytes < totalBytes) {
    sentBytes += part.length;
    const mayGoOn = new Promise<void>((resolve) => (heartbeat = resolve));
    if (!socket.write(part)) await mayGoOn;
  }
  socket.destroy();
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain("50 MB");
  expect(sentBytes).toBeLessThan(100 * 1024 ** 2);
  await expect.poll(left).toEqual(before);
});

describe("a file is refused as a whole", () => {
  test("an import file with more rows than allowed is refused as a whole, and the message names the limit", async () => {
    const answer = await load("assets", `name,type\n${"a,b\n".repeat(200_001)}`, "&dry_run=true");
    expect([answer.status, answer.content["code"], answer.content["details"]]).toMatchObject([
      400,
      "import_refused",
      [{ message: "The file has more than 200000 rows" }],
    ]);
  });

  test("an import file with a row that is too long is refused as a whole", async () => {
    const answer = await load("assets", `name,type\n"${"a".repeat(10 * 1024 ** 2)}",b\n`);
    expect([answer.status, answer.content["code"]]).toEqual([400, "import_refused"]);
  });
});

test("the first thousand rows of an import file with errors are reported", async () => {
  const file = `name,type\n${"Same,Cart\n".repeat(2_500)}`;
  const { status, content } = await load("assets", file, "&dry_run=true&status=error");
  const rows = (content["rows"] as { row: number }[]).map(({ row }) => row);
  expect([status, rows.length, rows[0], rows.at(-1)]).toEqual([200, 1_000, 2, 1_001]);
});

test("an import of 3,000 rows in Windows-1252 is created once each across a restart, and can be undone as a whole", async () => {
  const rows = Array.from({ length: 3_000 }, (_, nth) => `Gerät ${nth};Übung`);
  const { status, content } = await load("assets", Buffer.from(`name;type\r\n${rows.join("\r\n")}`, "latin1"));
  expect([status, content["state"]]).toEqual([202, "running"]);
  const path = `imports/${String(content["id"])}`;
  const now = async () => (await send("GET", path)).content;
  // It says how far it is.
  await expect.poll(async () => Number((await now())["created"]), { timeout: 30_000 }).toBeGreaterThan(0);
  await restart();
  await expect.poll(async () => (await now())["state"], { timeout: 30_000 }).toBe("done");
  expect((await now())["created"]).toBe(3_000);
  // Its rows are things now, and are not kept twice.
  const stored = here.pulse.db.selectFrom("imports").select(["created", "file_rows"]);
  expect(await stored.where("id", "=", String(content["id"])).execute()).toEqual([{ created: 3_000, file_rows: [] }]);
  expect(await numberOf("assets")).toBe(3_000);
  const [one] = (await send("GET", `assets/search?site_id=${here.site.id}&search_keyword=2999`)).content;
  expect(one).toMatchObject({ name: "Gerät 2999", type: "Übung" });
  const { content: report, metadata } = await send("GET", `${path}?page=3`);
  expect(metadata).toEqual({ total_count: 3_000, current_page: 3, max_page: 3, limit: 1_000 });
  const last = (report["rows"] as { id: string }[]).at(-1);
  expect(last!.id).toBe(one!["id"]);
  expect((await send("DELETE", path)).status).toBe(200);
  expect(await numberOf("assets")).toBe(0);
});

test("an import file with ten malformed MACs gives ten errors, each quoting the file", async () => {
  const macs = [
    "AC:23:3F:1A:2B",
    "AC:23:3F:1A:2B:07:08",
    "AC:23:3F:1A:2B:0G",
    "AC:23-3F:1A-2B:07",
    "AC:23:3F:1A:2B07",
    "AC 23 3F 1A 2B 07",
    "AC23.3F1A:2B07",
    "0xAC233F1A2B07",
    "1.89E+14",
    "=AC233F1A2B07",
  ];
  const { status, content } = await load(
    "trackers",
    `name,type,mac\n${macs.map((mac, nth) => `Bad ${nth},KKM,${mac}\n`).join("")}`,
  );
  expect([status, content["message"]]).toEqual([400, "10 rows cannot be imported, nothing was changed"]);
  expect(content["details"]).toMatchObject(macs.map((value, nth) => ({ row: nth + 1, column: "mac", value })));
  expect(await numberOf("trackers")).toBe(0);
});
