import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { field, press, stage, type } from "../test/stage.tsx";
import { switchLanguage, loadPageTexts } from "../text/language.ts";
import { EntityForm } from "./EntityForm.tsx";
import { FormNumber } from "./FormNumber.tsx";
import { FormSection } from "./FormSection.tsx";
import { SaveBar } from "./SaveBar.tsx";
import { useEntityForm } from "./useEntityForm.ts";

afterEach(() => switchLanguage("en"));

const rule = z.object({ radius: z.number().min(0.5).max(5000), seconds: z.number().int() });

function Fence({ saved, isReadOnly = false }: { saved: unknown[]; isReadOnly?: boolean }) {
  const form = useEntityForm({
    entity: { radius: 1234.5, seconds: 30 },
    toValues: (fence) => ({ radius: fence?.radius ?? 0, seconds: fence?.seconds ?? 0 }),
    rule,
    save: async (body) => {
      saved.push(body);
      return body;
    },
  });
  return (
    <EntityForm form={form} isReadOnly={isReadOnly}>
      <FormSection title="Fence" foot={<SaveBar save="Go" />}>
        <FormNumber path="radius" label="Radius" unit="m" range={[0.5, 5000]} />
        <FormNumber path="seconds" label="Seconds" />
      </FormSection>
    </EntityForm>
  );
}

async function open(language: "en" | "de", isReadOnly = false): Promise<unknown[]> {
  await loadPageTexts();
  await switchLanguage(language);
  const saved: unknown[] = [];
  stage().show(<Fence saved={saved} isReadOnly={isReadOnly} />);
  return saved;
}

it.each(["en", "de"] as const)("4,5 is read as four and a half in %s, and never as 45", async (language) => {
  const saved = await open(language);
  type("Radius", "4,5");
  expect(field("Radius").value).toBe("4,5");
  press("Go");
  await expect.poll(() => saved).toEqual([{ radius: 4.5, seconds: 30 }]);
});

it("4,5 is refused where a whole number is needed, and stays as typed", async () => {
  const saved = await open("de");
  type("Seconds", "4,5");
  fireEvent.blur(field("Seconds"));
  expect(field("Seconds").value).toBe("4,5");
  expect(await screen.findByText("Muss eine ganze Zahl sein")).toBeTruthy();
  press("Go");
  expect(saved).toEqual([]);
});

it("text that is not a number is refused, and stays as typed", async () => {
  await open("en");
  type("Radius", "ten");
  fireEvent.blur(field("Radius"));
  expect(field("Radius").value).toBe("ten");
  expect(screen.getByText("Must be a number")).toBeTruthy();
});

it("numbers are written as in the language, in the field, its hint and its error", async () => {
  await open("de");
  expect(field("Radius").value).toBe("1234,5");
  expect(screen.getByText("Von 0,5 bis 5.000.")).toBeTruthy();
  type("Radius", "6000");
  fireEvent.blur(field("Radius"));
  expect(screen.getByText("Radius muss zwischen 0,5 und 5.000 liegen")).toBeTruthy();
});

it("a number is shown with its unit to people who may only read", async () => {
  await open("en", true);
  expect(screen.getByText("1,234.5 m")).toBeTruthy();
});

it("arrow keys change the number by one, within its range", async () => {
  const saved = await open("en");
  type("Radius", "4999.5");
  fireEvent.keyDown(field("Radius"), { key: "ArrowUp" });
  expect(field("Radius").value).toBe("5000");
  fireEvent.keyDown(field("Radius"), { key: "ArrowDown" });
  press("Go");
  await expect.poll(() => saved).toEqual([{ radius: 4999, seconds: 30 }]);
});
