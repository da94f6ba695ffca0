import { expect, vi } from "vitest";
import { type Answer, call } from "./api.ts";
import type { TestPulse } from "./testPulse.ts";

/** A report as it arrives by mail. */
export interface ReportMail {
  subject: string;
  text: string;
  attachments: { filename: string; content_type: string; url: string }[];
}

/** How a person asks for reports of a site, and follows them to the file and the mail. */
export function askedReports(given: {
  pulse: TestPulse;
  siteId: string;
  person: { email: string; token: string };
  span: { start_time_utc: string; end_time_utc: string };
}) {
  const { pulse, siteId, person, span } = given;
  const body = () => ({ formats_list: ["csv"], deliveries_list: [{ type: "email", user_email: person.email }] });
  const get = (path: string, token = person.token): Promise<Answer> => call(pulse, "GET", path, { token });
  return {
    body,
    get,
    ask: (kind: string, more: Record<string, string> = {}, wanted: object = body()): Promise<Answer> => {
      const query = new URLSearchParams({ site_id: siteId, ...span, ...more });
      return call(pulse, "POST", `reports/${kind}?${query.toString()}`, { token: person.token, body: wanted });
    },
    /** Resolves when its mail has gone. */
    done: async (id: unknown): Promise<Record<string, unknown>> => {
      const path = `reports/${String(id)}`;
      await vi.waitFor(async () => expect((await get(path)).content["mailed_at"]).not.toBeNull(), { timeout: 20_000 });
      return (await get(path)).content;
    },
    fileOf: async (report: Record<string, unknown>): Promise<string> =>
      (await get(String(report["file_url"]).replace("/api/v3/", ""))).text,
    mailsOf: async ({ id }: Record<string, unknown>): Promise<ReportMail[]> => {
      const all = JSON.parse((await call(pulse, "GET", "/dev/outbox.json")).text) as (ReportMail & { id: unknown })[];
      return all.filter((mail) => mail.id === id);
    },
  };
}

/** The lines of a CSV file. */
export const linesOf = (text: string): string[] => text.trim().split("\r\n");
