/** A mail or a text message that was kept instead of sent. */
export interface OutboxEntry {
  id: string;
  channel: "email" | "sms";
  to: string;
  subject: string;
  text: string;
  sentAt: string;
  attachments: { filename: string; contentType: string; url: string }[];
}
