import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { Mail } from "../../platform/mail/mail.ts";
import { reportMail } from "./reportMail.ts";
import type { ListedReport } from "./reports.repository.ts";

const megabyte = 1024 * 1024;

const mailOf = async (report: Partial<ListedReport>): Promise<Mail> => {
  const mails: Mail[] = [];
  const send = async (mail: Mail): Promise<void> => void mails.push(mail);
  const base = {
    id: "1",
    kind: "asset-history",
    title: null,
    site_name: "Hall",
    zone: "UTC",
    user_email: "mara@pulse.test",
    start_at: new Date("2026-10-24T22:00:00Z"),
    end_at: new Date("2026-10-25T22:59:59.999Z"),
    row_count: 1,
    file_name: "a.csv",
    file_size: 1,
    expires_at: new Date("2026-11-01T08:30:00Z"),
  };
  const mail = reportMail({
    send,
    files: { open: async (id) => Readable.from([Buffer.from(`file of ${id}`)]) },
    publicUrl: "https://pulse.test",
  });
  await mail({ ...base, ...report } as ListedReport, "x".repeat(32));
  expect(mails).toHaveLength(1);
  return mails[0]!;
};

test.each([
  ["of 10 MB", 10 * megabyte, true],
  ["one byte above", 10 * megabyte + 1, false],
])("a report's file %s with %i bytes is attached to the mail: %s", async (_what, size, isAttached) => {
  const { attachments, text } = await mailOf({ file_size: size });
  const contents = await Promise.all(attachments.map(({ read }) => read()));
  expect(contents.map(String)).toEqual(isAttached ? ["file of 1"] : []);
  expect(text).toContain(`https://pulse.test/api/v3/report-files/${"x".repeat(32)}`);
});

test.each([
  [{ row_count: 1, file_size: 1 }, "1 row, 1 byte."],
  [{ row_count: 0, file_size: 245 }, "0 rows, 245 bytes."],
  [{ row_count: 1200, file_size: 164_000 }, "1,200 rows, 160 kB."],
  [{ row_count: 14_294, file_size: 2_929_074 }, "14,294 rows, 2.8 MB."],
])("the schedule %o is written in everyday words", async (report, line) => {
  expect((await mailOf(report)).text.split("\n")).toContain(line);
});

test("a report's mail gives the span and the end of the link in the requested zone, across a clock change", async () => {
  const { text } = await mailOf({ zone: "Europe/Berlin" });
  expect(text).toContain(
    "From 2026-10-25 00:00 to 2026-10-25 23:59. Times here and in the file are in the time zone Europe/Berlin.",
  );
  expect(text).toContain("It is also available here until 2026-11-01 09:30:");
});
