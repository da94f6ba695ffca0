// Texts by Vonage's SMS API: VONAGE_API_KEY, VONAGE_API_SECRET, VONAGE_FROM (a number or up to 11 letters).
// https://developer.vonage.com/en/api/sms
import { needed, receive } from "./receiver.mjs";

const [key, secret, from] = ["VONAGE_API_KEY", "VONAGE_API_SECRET", "VONAGE_FROM"].map(needed);
const { VONAGE_URL = "https://rest.nexmo.com" } = process.env;

receive(async ({ to, text }) => {
  const answer = await fetch(`${VONAGE_URL}/sms/json`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}` },
    // Umlauts are in the GSM alphabet, but not every letter of every name is.
    body: new URLSearchParams({ from, to: to.replace("+", ""), text, type: "unicode" }),
  });
  if (!answer.ok) throw new Error(`Vonage answered ${answer.status}`);
  // Refusals are in the content of a 200.
  const { messages } = await answer.json();
  const refused = messages.find(({ status }) => status !== "0");
  if (refused) throw new Error(`Vonage refuses the text with status ${refused.status}`);
});
