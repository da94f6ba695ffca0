import { type Delivery, type messages, oneLine } from "./delivery.ts";

/** The messages in German. Programs look for the line with the password, so it is the same in every language. */
export const germanMessages: typeof messages = {
  signInCode: (to, code) => ({
    channel: "sms",
    to,
    subject: "Anmeldecode",
    text: `${code} ist Ihr Anmeldecode für Pulse. Er gilt 3 Minuten. Geben Sie ihn niemandem weiter.`,
  }),
  signInMail: (to, code) => ({
    channel: "email",
    to,
    subject: "Anmeldecode",
    text: `${code} ist Ihr Anmeldecode für Pulse. Er gilt 3 Minuten. Geben Sie ihn niemandem weiter.\n\nWenn Sie sich gerade nicht anmelden, kennt jemand anderes Ihr Passwort: Ändern Sie es.`,
  }),
  signUpCode: (to, code) => ({
    channel: "email",
    to,
    subject: "Bestätigen Sie Ihre E-Mail-Adresse",
    text: `Willkommen bei Pulse.\n\nIhr Bestätigungscode lautet ${code}\n\nEr gilt 24 Stunden. Wenn Sie sich nicht registriert haben, ignorieren Sie diese Nachricht.`,
  }),
  resetCode: (to, code) => ({
    channel: "email",
    to,
    subject: "Passwort zurücksetzen",
    text: `Ihr Code für ein neues Pulse-Passwort lautet ${code}\n\nEr gilt eine Stunde. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese Nachricht: Ihr Passwort ist unverändert.`,
  }),
  attributeCode: (channel, to, code) => ({
    channel,
    to,
    subject: channel === "email" ? "Bestätigen Sie Ihre E-Mail-Adresse" : "Bestätigen Sie Ihre Telefonnummer",
    text: `${code} ist Ihr Bestätigungscode für Pulse. Er gilt 24 Stunden.`,
  }),
  invitation: (to, temporaryPassword, { inviter, customer, link }): Delivery => {
    const invited = inviter ? `${oneLine(inviter)} hat Sie zu Pulse eingeladen` : "Sie wurden zu Pulse eingeladen";
    return {
      channel: "email",
      to,
      subject: "Ihre Einladung zu Pulse",
      text: [
        `${invited}${customer ? `, für ${oneLine(customer)}` : ""}.`,
        link
          ? `Melden Sie sich mit dieser E-Mail-Adresse an:\n${oneLine(link)}`
          : "Melden Sie sich mit dieser E-Mail-Adresse an.",
        `Ihr vorläufiges Passwort:\nTemporary password: ${temporaryPassword}`,
        "Sie werden aufgefordert, ein eigenes Passwort zu wählen. Das vorläufige gilt 7 Tage.",
      ].join("\n\n"),
    };
  },
};
