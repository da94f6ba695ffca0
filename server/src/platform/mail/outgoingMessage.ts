/** A mail without attachments, or a text message. */
export interface OutgoingMessage {
  channel: "email" | "sms";
  to: string;
  subject: string;
  text: string;
}
