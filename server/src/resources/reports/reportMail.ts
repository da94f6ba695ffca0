import type { SendMail } from "../../platform/mail/mail.ts";
import { zonedTime } from "../../platform/http/csv.ts";
import type { ReportFiles } from "./reportFiles.ts";
import type { ListedReport } from "./reports.repository.ts";

/** Larger files are only linked. */
const attachedBytes = 10 * 1024 * 1024;

/**
 * Mails a report to the person who asked for it, with the file attached or with a link that lasts as long as the file.
 */
export function reportMail({
  send,
  files,
  publicUrl,
}: {
  send: SendMail;
  files: Pick<ReportFiles, "open">;
  publicUrl: string;
}) {
  return async (report: ListedReport, linkToken: string): Promise<void> => {
    const { id, file_name: filename, file_size: size, expires_at: expires } = report;
    if (filename === null || size === null || expires === null)
      throw new Error(`The report ${id} is done and has no file`);
    const url = `${publicUrl}/api/v3/report-files/${linkToken}`;
    const isAttached = size <= attachedBytes;
    const contentType = filename.endsWith(".zip") ? "application/zip" : "text/csv";
    const zoned = zonedTime(report.zone);
    const local = (time: Date): string => zoned(time).slice(0, 16).replace("T", " ");
    await send({
      // A mail that is sent again after a crash has the same id.
      id,
      to: report.user_email,
      subject: `${report.title === null ? "" : `${report.title}: `}${titles[report.kind]}: ${report.site_name}`,
      text: [
        `Your report is ready: ${titles[report.kind]}, ${report.site_name}.`,
        "",
        `From ${local(report.start_at)} to ${local(report.end_at)}. Times here and in the file are in the time zone ${report.zone}.`,
        `${count(report.row_count ?? 0, "row")}, ${sizeText(size)}.`,
        "",
        isAttached
          ? `The file is attached. It is also available here until ${local(expires)}:`
          : `Download it until ${local(expires)}:`,
        url,
        "",
      ].join("\n"),
      attachments: isAttached ? [{ filename, contentType, url, read: () => contentOf(files, id) }] : [],
    });
  };
}

async function contentOf(files: Pick<ReportFiles, "open">, id: string): Promise<Buffer> {
  const file = await files.open(id);
  if (file === null) throw new Error(`The file of the report ${id} is gone`);
  return Buffer.concat((await file.toArray()) as Buffer[]);
}

const count = (number: number, thing: string): string =>
  `${number.toLocaleString("en-US")} ${thing}${number === 1 ? "" : "s"}`;

/** As people write it: from a kilobyte in kB, from a megabyte in MB. */
function sizeText(bytes: number): string {
  if (bytes < 1024) return count(bytes, "byte");
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

const titles: Record<ListedReport["kind"], string> = {
  "asset-history": "Asset history",
  "geofence-history": "Geofence history",
  "asset-search-history": "Asset search history",
  "active-beacons": "Active trackers",
};
