import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, expect, it, vi } from "vitest";
import { LookSection } from "../profile/LookSection.tsx";
import { me, stage } from "../test/stage.tsx";
import { languages } from "../text/languages.ts";
import { texts } from "../text/translate.ts";
import { useOwnLanguage } from "./useLanguage.ts";

const german = languages.find(({ code }) => code === "de")!;

// Other files in this worker use German too.
afterAll(async () => {
  for (const { catalogue } of [await german.load(), await german.loadPages()])
    texts.addResourceBundle("de", "translation", catalogue, true, true);
});

function Page() {
  useOwnLanguage();
  return <LookSection />;
}

it("the app uses the last chosen language, however late the server answers the earlier choice", async () => {
  const set = stage();
  const unanswered: (() => void)[] = [];
  set.answers["getUserMe"] = () => ({ ...me, locale: "en" });
  set.answers["updateOwnAttribute"] = ({ body }) =>
    new Promise((resolve) => {
      unanswered.push(() => resolve({ ...me, locale: (body as { value: string }).value }));
    });
  set.show(<Page />);
  await waitFor(() => expect(set.services.queries.getQueryData(["me"])).toMatchObject({ locale: "en" }));
  fireEvent.click(screen.getByLabelText("Deutsch"));
  await waitFor(() => expect(unanswered).toHaveLength(1));
  expect(await screen.findByText("Sprache")).toBeTruthy();
  fireEvent.click(screen.getByLabelText("English"));
  expect(await screen.findByText("Language")).toBeTruthy();

  // The newest pending request is answered first.
  const answer = () => act(async () => unanswered.pop()!());
  await answer();
  await waitFor(() => expect(unanswered).toHaveLength(1));
  expect(screen.getByText("Language")).toBeTruthy();
  await answer();
  const updates = set.requests.filter(({ id }) => id === "updateOwnAttribute").map(({ body }) => body);
  expect(updates).toEqual([{ value: "de" }, { value: "en" }]);
  await waitFor(() => expect(set.services.queries.getQueryData(["me"])).toMatchObject({ locale: "en" }));
  expect(document.documentElement.lang).toBe("en");
  expect(localStorage.getItem("language")).toBe("en");
});

it("a choice that is taken back while its texts are still loading leaves no trace", async () => {
  const set = stage();
  set.answers["getUserMe"] = () => ({ ...me, locale: "en" });
  set.answers["updateOwnAttribute"] = ({ body }) => ({ ...me, locale: (body as { value: string }).value });
  set.show(<Page />);
  await waitFor(() => expect(set.services.queries.getQueryData(["me"])).toMatchObject({ locale: "en" }));
  texts.removeResourceBundle("de", "translation");
  const loading = Promise.withResolvers<{ catalogue: object }>();
  vi.spyOn(german, "load").mockReturnValue(loading.promise);
  const [speaksGerman, speaksEnglish] = ["Deutsch", "English"].map((name) =>
    screen.getByLabelText<HTMLInputElement>(name),
  );
  fireEvent.click(speaksGerman!);
  await waitFor(() => expect(speaksGerman!.checked).toBe(true));
  fireEvent.click(speaksEnglish!);
  const updates = () => set.requests.filter(({ id }) => id === "updateOwnAttribute").map(({ body }) => body);
  await waitFor(() => expect(updates()).toEqual([{ value: "en" }]));
  await act(async () => loading.resolve({ catalogue: {} }));
  expect(updates()).toEqual([{ value: "en" }]);
  expect(document.documentElement.lang).toBe("en");
  expect(localStorage.getItem("language")).toBe("en");
});
