import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { stage } from "../test/stage.tsx";
import { DateRange } from "./DateRange.tsx";
import { useDateWords } from "./useDateWords.ts";

function Page() {
  const [dates, setDates] = useDateWords("day");
  return <DateRange value={dates} isNeeded hasTimes onChange={setDates} />;
}

const set = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { selector: "input" }), { target: { value } });

// Without layout, the popover counts as hidden.
const fault = (): string | null => screen.getByRole("alert", { hidden: true }).textContent;

const apply = (): void => void fireEvent.submit(screen.getByText("Apply").closest("form")!);

it("the dates show the last day unless the address has valid ones", async () => {
  const router = stage().show(<Page />, "/history");
  expect(await screen.findByRole("button", { name: "Period 24 hours" })).toBeTruthy();
  await router.navigate("/history?from=2026-11-20T08:00&to=2026-11-20T09:30");
  expect(await screen.findByRole("button", { name: "Period 2026-11-20 08:00 – 09:30" })).toBeTruthy();
  await router.navigate("/history?from=2026-11-21&to=2026-11-20");
  expect(await screen.findByRole("button", { name: "Period 24 hours" })).toBeTruthy();
});

it("the dates keep a person's own ones in the address", async () => {
  const router = stage().show(<Page />, "/history");
  fireEvent.click(await screen.findByRole("button", { name: "Period 24 hours" }));
  await screen.findByLabelText("From");
  set("From", "2026-11-20T08:00");
  set("To", "2026-11-20T09:30");
  apply();
  await screen.findByRole("button", { name: "Period 2026-11-20 08:00 – 09:30" });
  expect(router.state.location.search).toBe("?from=2026-11-20T08%3A00&to=2026-11-20T09%3A30");
});

it("the dates refuse a start after the end and a range without a start", async () => {
  const router = stage().show(<Page />, "/history");
  fireEvent.click(await screen.findByRole("button", { name: "Period 24 hours" }));
  await screen.findByLabelText("From");
  set("From", "2026-11-20T10:00");
  set("To", "2026-11-20T09:30");
  expect(fault()).toBe("Start date must not be greater than end date");
  apply();
  set("From", "");
  expect(fault()).toBe("Field required");
  apply();
  expect(router.state.location.search).toBe("");
});
