import { cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stage } from "../test/stage.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { RouteFailed } from "./PageFailed.tsx";

// React prints the errors that a page throws.
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

function Broken(): never {
  throw new TypeError("rows is undefined");
}

it("a page that broke is reported to the server once, and shows the log's reference", async () => {
  const { open, answers, requests } = stage();
  answers["reportCrash"] = () => ({ requestId: "req-7" });
  const page = (
    <ErrorBoundary address="/things">
      <Broken />
    </ErrorBoundary>
  );
  open([{ path: "/things", element: page, errorElement: <RouteFailed /> }], "/things");
  expect(await screen.findByText("Reference: req-7")).toBeTruthy();
  const reports = requests.filter(({ id }) => id === "reportCrash");
  expect(reports).toHaveLength(1);
  expect(reports[0]?.body).toMatchObject({ message: "TypeError: rows is undefined" });
});

it("an error caught by the router is reported to the server too", async () => {
  const { open, answers, requests } = stage();
  answers["reportCrash"] = () => ({ requestId: "req-8" });
  open([{ path: "/things", element: <Broken />, errorElement: <RouteFailed /> }], "/things");
  expect(await screen.findByText("Reference: req-8")).toBeTruthy();
  await waitFor(() => expect(requests.filter(({ id }) => id === "reportCrash")).toHaveLength(1));
});

it("thrown values that are not errors are each reported once", async () => {
  const { open, answers, requests } = stage();
  let nth = 0;
  answers["reportCrash"] = () => ({ requestId: `req-${++nth}` });
  const throwing = (thrown: unknown) => {
    const Throwing = (): never => {
      throw thrown;
    };
    return <Throwing />;
  };
  for (const [thrown, reference] of [
    ["no floors", "req-1"],
    [404, "req-2"],
    ["no floors", "req-1"],
  ] as const) {
    open([{ path: "/", element: throwing(thrown), errorElement: <RouteFailed /> }], "/");
    expect(await screen.findByText(`Reference: ${reference}`)).toBeTruthy();
    cleanup();
  }
  const reports = requests.filter(({ id }) => id === "reportCrash");
  expect(reports.map(({ body }) => (body as { message: string }).message)).toEqual(["Error: no floors", "Error: 404"]);
});
