// Texts by Twilio: TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM (a number of the account).
// https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
import { needed, receive } from "./receiver.mjs";

const [account, token, from] = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"].map(needed);
const { TWILIO_URL = "https://api.twilio.com" } = process.env;

receive(async ({ to, text }) => {
  const answer = await fetch(`${TWILIO_URL}/2010-04-01/Accounts/${account}/Messages.json`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}` },
    body: new URLSearchParams({ To: to, From: from, Body: text }),
  });
  if (!answer.ok) throw new Error(`Twilio answered ${answer.status}`);
});
