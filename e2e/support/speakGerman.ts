import type { Page } from "@playwright/test";

/** Shows this page in German: a user's language overrides the browser's, and only this page gets the changed answer. */
export async function speakGerman(page: Page): Promise<void> {
  await page.route("**/api/v3/users/me", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { content: { locale: string } } };
    body.result.content.locale = "de";
    await route.fulfill({ response: answer, json: body });
  });
}
