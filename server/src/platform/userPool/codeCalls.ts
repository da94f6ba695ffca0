import {
  type CodeDeliveryDetailsType,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
  VerifyUserAttributeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { CodeDelivery } from "@pulse/contract/accounts";
import { AppError } from "@pulse/contract/errors";
import { isNamed, type PoolClient } from "./poolClient.ts";
import { poolRefusal } from "./poolRefusal.ts";

/** What anybody may ask of a pool: a new account, codes and what is done with them. */
export function codeCalls({ client, ClientId, withRefusals }: PoolClient) {
  return {
    signUp: (person: { email: string; password: string; givenName: string; familyName: string }) =>
      withRefusals("confirm", async () => {
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
      withRefusals("confirm", async () => {
        try {
          await client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode: code }));
        } catch (error) {
          // "Cannot be confirmed, current status is CONFIRMED": answered as for an e-mail that nobody has.
          if (isNamed(error, "NotAuthorizedException"))
            throw new AppError("confirmation_code_expired", { cause: error });
          throw error;
        }
      }),

    /** The same answer for an e-mail that nobody has. */
    resendCode: (email: string): Promise<CodeDelivery> =>
      quietly(email, () => client.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }))),

    /** The same answer for an e-mail that nobody has. */
    forgotPassword: (email: string): Promise<CodeDelivery> =>
      quietly(email, () => client.send(new ForgotPasswordCommand({ ClientId, Username: email }))),

    resetPassword: (email: string, password: string, code: string) =>
      withRefusals("reset", () =>
        client.send(
          new ConfirmForgotPasswordCommand({ ClientId, Username: email, Password: password, ConfirmationCode: code }),
        ),
      ),

    /** Throws `unauthorized` for an invalid access token. */
    verifyAttribute: (accessToken: string, name: string, code: string) =>
      withRefusals("confirm", async () => {
        try {
          await client.send(
            new VerifyUserAttributeCommand({ AccessToken: accessToken, AttributeName: name, Code: code }),
          );
        } catch (error) {
          if (isNamed(error, "NotAuthorizedException")) throw new AppError("unauthorized", { cause: error });
          throw error;
        }
      }),
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
    // Only what would happen to anybody may be reported; the rest would reveal who has an account.
    const tellable =
      refusal instanceof AppError && ["too_many_requests", "code_delivery_failure"].includes(refusal.code);
    if (tellable || !(refusal instanceof AppError)) throw refusal;
    return delivery(undefined, email);
  }
}

/** Where a code went, or where it would have gone for an e-mail that nobody has. */
function delivery(details: CodeDeliveryDetailsType | undefined, email: string): CodeDelivery {
  return {
    medium: details?.DeliveryMedium === "SMS" ? "SMS" : "EMAIL",
    destination: details?.Destination ?? email.replace(/^(.)[^@]*@(.).*$/, "$1***@$2***"),
  };
}
