import { expect, test } from "vitest";
import type { Mail } from "../adapters/mail/mail.ts";
import { reportFiles } from "./reportFiles.ts";
import { reportMail } from "./reportMail.ts";
import type { ListedReport } from "./reports.repository.ts";

const megabyte = 1024 * 1024;

test.each([
  ["of 10 MB", 10 * megabyte, true],
  ["one byte above", 10 * megabyte + 1, false],
])("a file %s: %i bytes, attached: %s", async (_what, size, isAttached) => {
  const mails: Mail[] = [];
  const send = async (mail: Mail): Promise<void> => void mails.push(mail);
  const mail = reportMail({ send, files: reportFiles("/reports"), publicUrl: "https://pulse.test" });
  await mail({
    id: "1",
    kind: "asset-history",
    title: null,
    site_name: "Hall",
    zone: "UTC",
    user_email: "mara@pulse.test",
    start_at: new Date(0),
    end_at: new Date(1),
    row_count: 2,
    file_name: "a.csv",
    file_size: size,
    link_token: "x".repeat(32),
    expires_at: new Date(2),
  } as ListedReport);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.attachments.map(({ path }) => path)).toEqual(isAttached ? ["/reports/1"] : []);
  expect(mails[0]!.text).toContain(`https://pulse.test/api/v3/report-files/${"x".repeat(32)}`);
});
