import type { Page } from "@playwright/test";

/** The person's own language comes before the browser's; it is changed on this page alone, not with the person. */
export async function speakGerman(page: Page): Promise<void> {
  await page.route("**/api/v3/users/me", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { result: { content: { locale: string } } };
    body.result.content.locale = "de";
    await route.fulfill({ response: answer, json: body });
  });
}
