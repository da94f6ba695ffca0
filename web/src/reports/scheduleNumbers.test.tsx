import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { accessStage, admin, ids } from "../test/accessStage.tsx";
import { ScheduleDialog } from "./ScheduleDialog.tsx";

const field = async (label: string): Promise<HTMLInputElement> => screen.findByLabelText(new RegExp(`^${label}`));
/** Empties the field and types into it, key by key, as a person does. */
function typeKeys(input: HTMLInputElement, keys: string): void {
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: "" } });
  for (const key of keys) fireEvent.change(input, { target: { value: input.value + key } });
}

it("a number of a scheduled report is what was typed: an emptied field stays empty while typing", async () => {
  const { answers, requests, show } = accessStage({});
  answers["getUserMe"] = () => admin;
  answers["createReportSchedule"] = () => ({});
  show(<ScheduleDialog stored={null} customerId={ids.northwind} onClose={() => undefined} />);
  const hours = await field("Too long in a geofence");
  typeKeys(hours, "48");
  expect(hours.value).toBe("48");
  const days = await field("Lost if not heard for");
  typeKeys(days, "");
  expect(days.value).toBe("");
  fireEvent.blur(days);
  expect(Number(days.value)).toBeGreaterThan(0);
  fireEvent.change(await field("Name"), { target: { value: "Night" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await expect
    .poll(() => requests.find(({ id }) => id === "createReportSchedule")?.body)
    .toMatchObject({ parameters: { dwellLimitMin: 48 * 60 } });
});
