import { fullAccess } from "@pulse/contract/access";
import type { ReportSchedule } from "@pulse/contract/reportSchedules";
import type { Report } from "@pulse/contract/reports";
import { reportRequested } from "@pulse/contract/reports";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { accessOf, accessStage, admin, ids, nora } from "../test/accessStage.tsx";
import ReportsPage from "./ReportsPage.tsx";

const done: Report = {
  id: ids.mara,
  kind: "asset-history",
  site: { id: ids.warehouse, name: "Harbour Warehouse" },
  startTimeUtc: "2026-10-24T00:00:00.000Z",
  endTimeUtc: "2026-10-25T00:00:00.000Z",
  convertToTimezone: "UTC",
  state: "done",
  progress: 1,
  rows: 1200,
  fileUrl: "/api/v3/reports/1/file",
  fileSize: 10,
  expiresAt: "2026-11-25T00:00:00.000Z",
  userEmail: admin.email,
  requestedAt: "2026-11-20T00:00:00.000Z",
  completedAt: "2026-11-20T00:00:05.000Z",
  mailedAt: null,
  reason: null,
  message: reportRequested,
};
const running: Report = {
  ...done,
  id: ids.nora,
  kind: "active-beacons",
  state: "running",
  progress: 0.4,
  rows: null,
  fileUrl: null,
};

function open(reports: Report[], access = accessOf({ report_download: ["c"] })) {
  const set = accessStage({ access });
  set.answers["listReports"] = () => reports;
  set.answers["listReportSchedules"] = () => [];
  set.answers["deleteReport"] = () => ({ id: ids.nora });
  set.open([{ path: "/reports", element: <ReportsPage /> }], "/reports");
  return { ...set, requestsTo: (id: string) => set.requests.filter((call) => call.id === id) };
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it("the reports' page lists reports with their progress and file, and can cancel them", async () => {
  const { requestsTo } = open([running, done]);
  expect(await screen.findByText("Running")).toBeTruthy();
  expect(screen.getByText(/1,200 rows/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Download Asset history, Harbour Warehouse" })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancel Active trackers, Harbour Warehouse" }));
  await waitFor(() => expect(requestsTo("deleteReport")).toMatchObject([{ params: { id: ids.nora } }]));
});

it("the reports' page requests a report to the person's own address, after checking the dates", async () => {
  const { answers, requestsTo, messages } = open([]);
  answers["requestAssetHistory"] = () => running;
  fireEvent.click(await screen.findByRole("button", { name: "Request a report" }));
  expect(
    (await screen.findAllByText(/Very large ones can take up to 48 hours. The report is sent to the registered email/))
      .length,
  ).toBeGreaterThan(0);
  const address = await screen.findByDisplayValue<HTMLInputElement>(admin.email);
  expect(address.readOnly).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Request" }));
  expect((await screen.findAllByText("Field required")).length).toBeGreaterThan(1);
  fill("From", "2026-10-25T00:00");
  fill("To", "2026-10-24T00:00");
  fireEvent.click(screen.getByRole("button", { name: "Request" }));
  expect(await screen.findByText("Start date must not be greater than end date")).toBeTruthy();
  expect(requestsTo("requestAssetHistory")).toEqual([]);
  fill("To", "2026-10-26T00:00");
  fireEvent.click(screen.getByRole("checkbox", { name: "Newest first" }));
  fireEvent.click(screen.getByRole("button", { name: "Request" }));
  await waitFor(() => expect(messages()).toEqual(["Report Generation Request Recieved Successfully"]));
  expect(requestsTo("requestAssetHistory")[0]).toMatchObject({
    query: { siteId: ids.warehouse, orderByDesc: "end_timestamp" },
    body: { formatsList: ["csv"], deliveriesList: [{ type: "email", userEmail: admin.email }] },
  });
});

it("a report's period can be named instead of typed, and typing afterwards takes the mark away", async () => {
  open([]);
  fireEvent.click(await screen.findByRole("button", { name: "Request a report" }));
  const yesterday = await screen.findByRole("button", { name: "Yesterday" });
  fireEvent.click(yesterday);
  const [from, to] = ["From", "To"].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  expect(from?.value).toMatch(/^\d{4}-\d\d-\d\d 00:00$/);
  expect(to?.value).toBe(from?.value.replace("00:00", "23:59"));
  expect(yesterday.getAttribute("aria-pressed")).toBe("true");
  fill("To", "2026-10-26T00:00");
  expect(yesterday.getAttribute("aria-pressed")).toBe("false");
});

it("the reports' page shows older reports on request, however many there are", async () => {
  const { answers, requestsTo } = open([]);
  answers["listReports"] = ({ query }) => {
    const [page, limit] = [Number(query?.["page"]), Number(query?.["limit"])];
    const all = Array.from({ length: 120 }, (_, nth) => ({
      ...done,
      id: ids.mara.replace(/...$/, String(nth).padStart(3, "0")),
      rows: nth + 1,
    }));
    const metadata = { totalCount: all.length, currentPage: page, maxPage: Math.ceil(all.length / limit), limit };
    return { content: all.slice((page - 1) * limit, page * limit), metadata };
  };
  const older = () => screen.findByRole("button", { name: "Show older reports" });
  fireEvent.click(await older());
  await waitFor(() =>
    expect(requestsTo("listReports")).toMatchObject([{ query: { page: 1 } }, { query: { page: 2 } }]),
  );
  fireEvent.click(await older());
  expect(await screen.findByText(/ 120 rows/)).toBeTruthy();
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(120);
  expect(screen.queryByRole("button", { name: "Show older reports" })).toBeNull();
});

it("the reports' page requests all schedules of the customer, not just a page", async () => {
  const { requestsTo } = open([]);
  await waitFor(() =>
    expect(requestsTo("listReportSchedules")).toMatchObject([{ query: { customerId: ids.northwind } }]),
  );
  expect(requestsTo("listReportSchedules")[0]!.query).not.toHaveProperty("limit");
});

const morning: ReportSchedule = {
  id: ids.harbour,
  version: 3,
  createdAt: "2026-11-20T10:00:00.000Z",
  updatedAt: "2026-11-20T10:00:00.000Z",
  customerId: ids.northwind,
  name: "Every Monday",
  report: "digest",
  parameters: {},
  siteIds: [],
  every: "week",
  at: "06:00",
  weekday: 1,
  day: null,
  timeZone: "Europe/Berlin",
  recipients: [admin.email],
  active: true,
  nextAt: "2026-11-23T05:00:00.000Z",
  last: { at: "2026-11-16T05:00:00.000Z", status: "failed" },
};

it("the reports' page schedules a report, by default a daily digest to the person's own address", async () => {
  const { answers, requestsTo } = open([]);
  answers["createReportSchedule"] = () => morning;
  const add = await screen.findByRole<HTMLButtonElement>("button", { name: "Schedule a report" });
  await waitFor(() => expect(add.disabled).toBe(false));
  fireEvent.click(add);
  expect(await screen.findByText(/has a low battery, is silent or lost/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Field required")).toBeTruthy();
  fill("Name", "Every morning");
  fill("Time", "07:30");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(requestsTo("createReportSchedule")).toHaveLength(1));
  expect(requestsTo("createReportSchedule")[0]).toMatchObject({
    query: { customerId: ids.northwind },
    body: {
      name: "Every morning",
      report: "digest",
      every: "day",
      at: "07:30",
      recipients: [admin.email],
      active: true,
    },
  });
});

it("recipients of a scheduled report are chosen from the customer's people, and its zone is where the site is", async () => {
  const { answers, requestsTo } = open([], fullAccess());
  answers["createReportSchedule"] = () => morning;
  answers["listAccessibleSites"] = () => [
    { id: ids.warehouse, name: "Harbour Warehouse", customerId: ids.northwind, lat: 35.68, lon: 139.69 },
  ];
  const add = await screen.findByRole<HTMLButtonElement>("button", { name: "Schedule a report" });
  await waitFor(() => expect(add.disabled).toBe(false));
  fireEvent.click(add);
  await screen.findByDisplayValue("Asia/Tokyo");
  fireEvent.click(await screen.findByRole("combobox", { name: /^Sent to/ }));
  fireEvent.click(await screen.findByRole("option", { name: "Nora Ek (nora@northwind.test)", hidden: true }));
  fill("Name", "Every morning");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(requestsTo("createReportSchedule")).toMatchObject([
      { body: { timeZone: "Asia/Tokyo", recipients: [admin.email, nora.email] } },
    ]),
  );
});

it("the reports' page changes the order of a scheduled report, and whether it has a file for each geofence", async () => {
  const { answers, requestsTo } = open([]);
  const parameters = { splitType: "name" } as const;
  answers["listReportSchedules"] = () => [{ ...morning, report: "geofence-history", parameters }];
  answers["updateReportSchedule"] = () => morning;
  fireEvent.click(await screen.findByRole("button", { name: "Change Every Monday" }));
  const split = await screen.findByRole<HTMLInputElement>("checkbox", { name: /A file for each geofence/ });
  expect(split.checked).toBe(true);
  fireEvent.click(split);
  fireEvent.click(screen.getByRole("checkbox", { name: "Newest first" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(requestsTo("updateReportSchedule")).toHaveLength(1));
  const { body } = requestsTo("updateReportSchedule")[0] as unknown as { body: { parameters: object } };
  expect(JSON.parse(JSON.stringify(body.parameters))).toEqual({ orderByDesc: "enter_time" });
});

it("the reports' page shows when a schedule runs and how its last run went, and can pause it", async () => {
  const { answers, requestsTo } = open([]);
  answers["listReportSchedules"] = () => [morning];
  answers["updateReportSchedule"] = () => ({ ...morning, active: false });
  expect(await screen.findByText(/every Monday at 06:00 \(Europe\/Berlin\)/)).toBeTruthy();
  expect(screen.getByText("failed")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Pause Every Monday" }));
  await waitFor(() =>
    expect(requestsTo("updateReportSchedule")).toMatchObject([
      { params: { id: morning.id }, body: { active: false, version: 3 } },
    ]),
  );
});
