import { z } from "zod";
import { attributeList, mfaSettings } from "../attributes.ts";
import { bearer, fields, operation } from "../operation.ts";

/** What a user may see and change of the own account. */
export const profileOperations = [
  operation("GetUser", z.object({ AccessToken: fields.AccessToken }), async (context, input) => {
    const { user } = await bearer(context, input.AccessToken);
    return { Username: user.sub, UserAttributes: attributeList(user), ...mfaSettings(user) };
  }),
];
