// Texts by seven.io: SEVEN_API_KEY, SEVEN_FROM (a number, or up to 11 letters or digits).
// https://docs.seven.io/en/rest-api/endpoints/sms
import { needed, receive } from "./receiver.mjs";

const [key, from] = ["SEVEN_API_KEY", "SEVEN_FROM"].map(needed);
const { SEVEN_URL = "https://gateway.seven.io" } = process.env;

receive(async ({ to, text }) => {
  const answer = await fetch(`${SEVEN_URL}/api/sms`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ to, text, from }),
  });
  if (!answer.ok) throw new Error(`seven.io answered ${answer.status}`);
  // Refusals are in the content of a 200; 100 means accepted.
  const { success } = await answer.json();
  if (String(success) !== "100") throw new Error(`seven.io refuses the text with code ${success}`);
});
