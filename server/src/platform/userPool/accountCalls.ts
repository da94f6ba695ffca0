import {
  AdminCreateUserCommand,
  AdminDeleteUserAttributesCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminForgetDeviceCommand,
  AdminGetUserCommand,
  AdminListDevicesCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { AppError } from "@pulse/contract/errors";
import { isNamed, type PoolClient } from "./poolClient.ts";
import { poolRefusal } from "./poolRefusal.ts";

/** Pages of 60 devices that a reset goes through; nobody has as many. */
const maxPages = 50;

export interface PoolUser {
  sub: string;
  /** Amazon's word: UNCONFIRMED, CONFIRMED, FORCE_CHANGE_PASSWORD … */
  status: string;
  email: string;
  emailVerified: boolean;
  givenName: string;
  familyName: string;
  phoneNumber: string | null;
  phoneNumberVerified: boolean;
  mfaEnabled: boolean;
}

/** What an invitation says: the name of the inviter and of the customer, and where to sign in. */
export interface Invitation {
  inviter: string;
  customer: string;
  link: string;
}

/** What this server may do to a pool's accounts, with its credentials. */
export function accountCalls({ client, UserPoolId, ClientId, withRefusals }: PoolClient) {
  const setSmsMfa = (sub: string, on: boolean) =>
    client.send(
      new AdminSetUserMFAPreferenceCommand({
        UserPoolId,
        Username: sub,
        SMSMfaSettings: { Enabled: on, PreferredMfa: on },
      }),
    );

  /** Whether the pool accepts this password at a sign-in, with tokens or with another challenge. */
  const opens = async (email: string, password: string): Promise<boolean> => {
    try {
      const { AuthenticationResult: tokens } = await client.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: "USER_PASSWORD_AUTH",
          AuthParameters: { USERNAME: email, PASSWORD: password },
        }),
      );
      // Nobody is going to use these tokens. The call fails where a pool has revocation switched off.
      if (tokens?.RefreshToken)
        await client.send(new RevokeTokenCommand({ ClientId, Token: tokens.RefreshToken })).catch(() => undefined);
      return true;
    } catch (error) {
      if (isNamed(error, "NotAuthorizedException") || isNamed(error, "UserNotFoundException")) return false;
      throw error;
    }
  };

  return {
    /** Null: nobody has this e-mail or sub. */
    find: async (username: string): Promise<PoolUser | null> => {
      try {
        const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username: username }));
        const attribute = (name: string): string | null =>
          user.UserAttributes?.find(({ Name }) => Name === name)?.Value ?? null;
        return {
          sub: attribute("sub") ?? user.Username!,
          status: user.UserStatus ?? "",
          email: attribute("email") ?? "",
          emailVerified: attribute("email_verified") === "true",
          givenName: attribute("given_name") ?? "",
          familyName: attribute("family_name") ?? "",
          phoneNumber: attribute("phone_number"),
          phoneNumberVerified: attribute("phone_number_verified") === "true",
          mfaEnabled: (user.UserMFASettingList ?? []).length > 0,
        };
      } catch (error) {
        if (isNamed(error, "UserNotFoundException")) return null;
        throw poolRefusal(error, "confirm");
      }
    },

    /**
     * Whether this is the person's password. Cognito judges a password only by beginning a sign-in, which sends a code to
     * whoever has a second factor.
     */
    passwordIsRight: (person: Pick<PoolUser, "email">, password: string): Promise<boolean> =>
      withRefusals("confirm", () => opens(person.email, password)),

    /**
     * Creates a confirmed account with this password and the given verified state of its addresses; no mail is sent. A
     * `chosen` password is checked against the pool's rules for new ones, an `old` one is taken as it is. Leaves
     * nothing behind when it is refused.
     */
    adopt: (
      person: Omit<PoolUser, "sub" | "status" | "mfaEnabled">,
      password: { kind: "chosen" | "old"; text: string },
    ): Promise<string> =>
      withRefusals("confirm", async () => {
        const attributes = Object.entries({
          email: person.email,
          email_verified: String(person.emailVerified),
          given_name: person.givenName,
          family_name: person.familyName,
          ...(person.phoneNumber === null
            ? {}
            : { phone_number: person.phoneNumber, phone_number_verified: String(person.phoneNumberVerified) }),
        });
        const { User: user } = await client.send(
          new AdminCreateUserCommand({
            UserPoolId,
            Username: person.email,
            MessageAction: "SUPPRESS",
            UserAttributes: attributes.map(([Name, Value]) => ({ Name, Value })),
            ...(password.kind === "chosen" ? { TemporaryPassword: password.text } : {}),
          }),
        );
        const sub = user?.Attributes?.find(({ Name }) => Name === "sub")?.Value ?? user!.Username!;
        try {
          await client.send(
            new AdminSetUserPasswordCommand({ UserPoolId, Username: sub, Password: password.text, Permanent: true }),
          );
        } catch (error) {
          await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: sub }));
          throw error;
        }
        return sub;
      }),

    /** Gives an account a password of its own, which makes it count as confirmed. */
    setPassword: (sub: string, password: string) =>
      withRefusals("confirm", () =>
        client.send(
          new AdminSetUserPasswordCommand({ UserPoolId, Username: sub, Password: password, Permanent: true }),
        ),
      ),

    /**
     * Makes an account and mails its temporary password, which the first sign-in changes; `null`: the pool makes one
     * up. The embedded pool's mail contains the `invitation`; Amazon hands it to the custom message trigger, if there
     * is one.
     */
    invite: (
      person: Pick<PoolUser, "email" | "givenName" | "familyName" | "phoneNumber"> & { locale: string },
      password: string | null,
      invitation: Invitation,
    ): Promise<string> =>
      withRefusals("confirm", async () => {
        const attributes = {
          email: person.email,
          email_verified: "true",
          given_name: person.givenName,
          family_name: person.familyName,
          locale: person.locale,
          ...(person.phoneNumber === null ? {} : { phone_number: person.phoneNumber }),
        };
        const { User: user } = await client.send(
          new AdminCreateUserCommand({
            UserPoolId,
            Username: person.email,
            DesiredDeliveryMediums: ["EMAIL"],
            ClientMetadata: { ...invitation },
            UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
            ...(password === null ? {} : { TemporaryPassword: password }),
          }),
        );
        return user?.Attributes?.find(({ Name }) => Name === "sub")?.Value ?? user!.Username!;
      }),

    /** Mails another temporary password. Throws `invalid_parameter` for somebody who has a password of their own. */
    resendInvitation: (email: string, invitation: Invitation) =>
      withRefusals("confirm", async () => {
        try {
          await client.send(
            new AdminCreateUserCommand({
              UserPoolId,
              Username: email,
              MessageAction: "RESEND",
              ClientMetadata: { ...invitation },
            }),
          );
        } catch (error) {
          if (isNamed(error, "UnsupportedUserStateException"))
            throw new AppError("invalid_parameter", { cause: error });
          throw error;
        }
      }),

    /** Changes attributes at once, as an administrator. Without a phone there is no second factor. */
    change: (
      sub: string,
      facts: Partial<Pick<PoolUser, "givenName" | "familyName" | "phoneNumber" | "phoneNumberVerified">>,
    ) =>
      withRefusals("confirm", async () => {
        const { givenName, familyName, phoneNumber, phoneNumberVerified = false } = facts;
        const attributes = {
          ...(givenName === undefined ? {} : { given_name: givenName }),
          ...(familyName === undefined ? {} : { family_name: familyName }),
          ...(phoneNumber ? { phone_number: phoneNumber, phone_number_verified: String(phoneNumberVerified) } : {}),
        };
        const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
        if (UserAttributes.length > 0)
          await client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username: sub, UserAttributes }));
        if (phoneNumber === null) {
          await setSmsMfa(sub, false);
          await client.send(
            new AdminDeleteUserAttributesCommand({ UserPoolId, Username: sub, UserAttributeNames: ["phone_number"] }),
          );
        }
      }),

    /** Lets somebody sign in, or not; whoever may not is signed out everywhere. */
    setEnabled: (sub: string, isEnabled: boolean) =>
      withRefusals("confirm", async () => {
        const target = { UserPoolId, Username: sub };
        if (isEnabled) await client.send(new AdminEnableUserCommand(target));
        else {
          await client.send(new AdminDisableUserCommand(target));
          // Amazon lets the tokens of a disabled person live on.
          await client.send(new AdminUserGlobalSignOutCommand(target));
        }
      }),

    /** Gives an account another address, which counts as verified. Throws `user_with_the_same_alias_exists`. */
    setEmail: (sub: string, email: string) =>
      withRefusals("confirm", () =>
        client.send(
          new AdminUpdateUserAttributesCommand({
            UserPoolId,
            Username: sub,
            UserAttributes: [
              { Name: "email", Value: email },
              { Name: "email_verified", Value: "true" },
            ],
          }),
        ),
      ),

    remove: (sub: string) =>
      withRefusals("confirm", () => client.send(new AdminDeleteUserCommand({ UserPoolId, Username: sub }))),

    /** A new phone number gets a code from the pool, and a verified one stays in force until that comes back. */
    setAttribute: (sub: string, name: string, value: string, callerAddress: string) =>
      withRefusals("confirm", () =>
        client.send(
          new AdminUpdateUserAttributesCommand({
            UserPoolId,
            Username: sub,
            UserAttributes: [{ Name: name, Value: value }],
            // The embedded pool counts codes by it; Amazon hands it to triggers, if there are any.
            ClientMetadata: { caller_address: callerAddress },
          }),
        ),
      ),

    enableSmsMfa: (sub: string) => withRefusals("confirm", () => setSmsMfa(sub, true)),
    disableSmsMfa: (sub: string) => withRefusals("confirm", () => setSmsMfa(sub, false)),

    /** For somebody whose phone is lost: no second factor, no phone, no remembered device, signed out everywhere. */
    resetSecondFactor: (sub: string) =>
      withRefusals("confirm", async () => {
        await setSmsMfa(sub, false);
        for (const more of [{ SoftwareTokenMfaSettings: { Enabled: false } }, { EmailMfaSettings: { Enabled: false } }])
          await client
            .send(new AdminSetUserMFAPreferenceCommand({ UserPoolId, Username: sub, ...more }))
            .catch((error: unknown) => {
              // A pool that is not set up for a factor refuses to turn it off.
              if (!isNamed(error, "InvalidParameterException")) throw error;
            });
        await client.send(
          new AdminDeleteUserAttributesCommand({ UserPoolId, Username: sub, UserAttributeNames: ["phone_number"] }),
        );
        // Always reads the first page, since the devices on it are gone by the next turn.
        for (let page = 0; page < maxPages; page += 1) {
          const { Devices: devices = [] } = await client.send(
            new AdminListDevicesCommand({ UserPoolId, Username: sub, Limit: 60 }),
          );
          if (devices.length === 0) break;
          for (const { DeviceKey } of devices)
            await client.send(new AdminForgetDeviceCommand({ UserPoolId, Username: sub, DeviceKey }));
        }
        await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: sub }));
      }),
  };
}
