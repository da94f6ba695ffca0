/** A mail as Pulse writes it; its sender is the mailer's. */
export interface Mail {
  /** A mail keeps its id when it is sent again because nobody knows whether it arrived. */
  id: string;
  to: string;
  subject: string;
  text: string;
  /** Files; they can also be fetched at `url`. */
  attachments: readonly { filename: string; contentType: string; url: string; read(): Promise<Buffer> }[];
}

/** Resolves when the mail has been taken over for delivery. */
export type SendMail = (mail: Mail) => Promise<void>;

/** The mail server refuses the address permanently: trying again is useless. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}
