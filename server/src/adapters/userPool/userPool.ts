import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  type CodeDeliveryDetailsType,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { CodeDelivery } from "@pulse/contract/accounts";
import { AppError } from "@pulse/contract/errors";
import { type CodePurpose, poolRefusal } from "./poolRefusal.ts";

export interface PoolUser {
  sub: string;
  email: string;
  givenName: string;
  familyName: string;
  phoneNumber: string | null;
  phoneNumberVerified: boolean;
  mfaEnabled: boolean;
}

export interface UserPoolOptions {
  region: string;
  /** Null: Amazon's own for the region. */
  endpoint: string | null;
  userPoolId: string;
  clientId: string;
  /** Null: as the AWS SDK finds them by itself (environment, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

export type UserPool = ReturnType<typeof userPool>;

/**
 * A user pool through Amazon's own SDK: the same calls go to Amazon and to the embedded endpoint, which differ by address
 * and credentials alone. Refusals come as AppErrors of the catalogue.
 */
export function userPool(options: UserPoolOptions) {
  const { userPoolId: UserPoolId, clientId: ClientId } = options;
  const client = new CognitoIdentityProviderClient({
    region: options.region,
    ...(options.endpoint === null ? {} : { endpoint: options.endpoint }),
    ...(options.credentials === null ? {} : { credentials: options.credentials }),
    maxAttempts: 2,
  });
  const told = async <T>(purpose: CodePurpose, act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      throw poolRefusal(error, purpose);
    }
  };

  return {
    signUp: (person: { email: string; password: string; givenName: string; familyName: string }) =>
      told("confirm", async () => {
        const answer = await client.send(
          new SignUpCommand({
            ClientId,
            Username: person.email,
            Password: person.password,
            UserAttributes: [
              { Name: "email", Value: person.email },
              { Name: "given_name", Value: person.givenName },
              { Name: "family_name", Value: person.familyName },
            ],
          }),
        );
        return {
          sub: answer.UserSub!,
          confirmed: answer.UserConfirmed ?? false,
          delivery: delivery(answer.CodeDeliveryDetails, person.email),
        };
      }),

    confirmSignUp: (email: string, code: string) =>
      told("confirm", () =>
        client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: code })),
      ),

    /** The same answer for an e-mail that nobody has. */
    resendCode: (email: string): Promise<CodeDelivery> =>
      quietly(email, () => client.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }))),

    /** The same answer for an e-mail that nobody has. */
    forgotPassword: (email: string): Promise<CodeDelivery> =>
      quietly(email, () => client.send(new ForgotPasswordCommand({ ClientId, Username: email }))),

    resetPassword: (email: string, password: string, code: string) =>
      told("reset", () =>
        client.send(
          new ConfirmForgotPasswordCommand({ ClientId, Username: email, Password: password, ConfirmationCode: code }),
        ),
      ),

    /** Null: nobody has this e-mail or sub. */
    find: async (username: string): Promise<PoolUser | null> => {
      try {
        const user = await client.send(new AdminGetUserCommand({ UserPoolId, Username: username }));
        const attribute = (name: string): string | null =>
          user.UserAttributes?.find(({ Name }) => Name === name)?.Value ?? null;
        return {
          sub: attribute("sub") ?? user.Username!,
          email: attribute("email") ?? "",
          givenName: attribute("given_name") ?? "",
          familyName: attribute("family_name") ?? "",
          phoneNumber: attribute("phone_number"),
          phoneNumberVerified: attribute("phone_number_verified") === "true",
          mfaEnabled: user.UserMFASettingList?.includes("SMS_MFA") ?? false,
        };
      } catch (error) {
        if (isNamed(error, "UserNotFoundException")) return null;
        throw poolRefusal(error, "confirm");
      }
    },

    /** Whether this is the password: tokens or a further challenge say yes. */
    passwordIsRight: async (email: string, password: string): Promise<boolean> => {
      try {
        await client.send(
          new InitiateAuthCommand({
            ClientId,
            AuthFlow: "USER_PASSWORD_AUTH",
            AuthParameters: { USERNAME: email, PASSWORD: password },
          }),
        );
        return true;
      } catch (error) {
        if (isNamed(error, "NotAuthorizedException") || isNamed(error, "UserNotFoundException")) return false;
        throw poolRefusal(error, "confirm");
      }
    },

    /** Creates a confirmed account with this password, its addresses as verified as they were; no mail is sent. */
    adopt: (person: Omit<PoolUser, "sub" | "mfaEnabled">, password: string): Promise<string> =>
      told("confirm", async () => {
        const attributes = Object.entries({
          email: person.email,
          email_verified: "true",
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
          }),
        );
        await client.send(
          new AdminSetUserPasswordCommand({ UserPoolId, Username: person.email, Password: password, Permanent: true }),
        );
        return user?.Attributes?.find(({ Name }) => Name === "sub")?.Value ?? user!.Username!;
      }),

    setAttribute: (sub: string, name: string, value: string) =>
      told("confirm", () =>
        client.send(
          new AdminUpdateUserAttributesCommand({
            UserPoolId,
            Username: sub,
            UserAttributes: [{ Name: name, Value: value }],
          }),
        ),
      ),

    verifyAttribute: (accessToken: string, name: string, code: string) =>
      told("confirm", () =>
        client.send(new VerifyUserAttributeCommand({ AccessToken: accessToken, AttributeName: name, Code: code })),
      ),

    enableSmsMfa: (sub: string) =>
      told("confirm", () =>
        client.send(
          new AdminSetUserMFAPreferenceCommand({
            UserPoolId,
            Username: sub,
            SMSMfaSettings: { Enabled: true, PreferredMfa: true },
          }),
        ),
      ),

    close: () => client.destroy(),
  };
}

async function quietly(
  email: string,
  act: () => Promise<{ CodeDeliveryDetails?: CodeDeliveryDetailsType | undefined }>,
): Promise<CodeDelivery> {
  try {
    return delivery((await act()).CodeDeliveryDetails, email);
  } catch (error) {
    const refusal = poolRefusal(error, "confirm");
    // Only what would happen to anybody may be told; the rest would say who has an account.
    const tellable =
      refusal instanceof AppError && ["too_many_requests", "code_delivery_failure"].includes(refusal.code);
    if (tellable || !(refusal instanceof AppError)) throw refusal;
    return delivery(undefined, email);
  }
}

/** Where a code went; for nobody's e-mail what it would have looked like. */
function delivery(details: CodeDeliveryDetailsType | undefined, email: string): CodeDelivery {
  return {
    medium: details?.DeliveryMedium === "SMS" ? "SMS" : "EMAIL",
    destination: details?.Destination ?? email.replace(/^(.)[^@]*@(.).*$/, "$1***@$2***"),
  };
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
