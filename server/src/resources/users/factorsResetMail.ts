/**
 * What a person reads whose sign-in factors were reset.
 * @param by who did it, as people write their own name: line breaks are taken out
 */
export function factorsResetMail(
  locale: string,
  { by, link }: { by: string; link: string },
): { subject: string; text: string } {
  const name = by.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (locale.split("-")[0] === "de")
    return {
      subject: "Ihre Anmeldung bei Pulse wurde zurückgesetzt",
      text: [
        `${name} hat zurückgesetzt, womit Sie sich bei Pulse anmelden: Telefonnummer, Authenticator-App, Passkeys und Wiederherstellungscodes sind entfernt, und Sie sind überall abgemeldet.`,
        `Ihr Passwort gilt weiter. Melden Sie sich damit an und richten Sie den Schutz neu ein:\n${link}`,
        "Wenn Sie nicht darum gebeten haben, wenden Sie sich bitte gleich an Ihre Administration.",
      ].join("\n\n"),
    };
  return {
    subject: "Your sign-in to Pulse was reset",
    text: [
      `${name} has reset what you sign in to Pulse with: your phone number, authenticator app, passkeys and recovery codes were removed, and you were signed out everywhere.`,
      `Your password still works. Sign in with it and set up your second factor again:\n${link}`,
      "If you did not ask for this, talk to your administrator right away.",
    ].join("\n\n"),
  };
}
