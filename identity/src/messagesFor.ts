import { messages } from "./delivery.ts";
import { germanMessages } from "./germanMessages.ts";

/** The messages in a person's language, their attribute `locale`; English unless it is German. */
export function messagesFor({ locale = "" }: Readonly<Record<string, string>>): typeof messages {
  return locale.split("-")[0] === "de" ? germanMessages : messages;
}
