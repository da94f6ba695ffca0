import { verifyOwnAttribute } from "@pulse/contract/accounts";
import { SentCode } from "@pulse/contract/names";
import type { UserInfo } from "@pulse/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { fieldError } from "./fieldError.ts";
import { useAccountForm } from "./useAccountForm.ts";

/** Verifies a new phone number by the code texted to it; `use` fills in a code and submits it at once. */
export function usePhoneCode(onVerified: (me: UserInfo) => void) {
  const { t } = useTranslation();
  const { api, session, identity, snackbars } = useServices();
  const form = useAccountForm({
    values: { code: "" },
    validate: { code: (value) => fieldError(value, SentCode, "confirmation_code_required") },
    about: {
      confirmation_code_mismatch: "code",
      confirmation_code_expired: "code",
      confirmation_code_required: "code",
    },
    send: async ({ code }) => {
      const me = await api.call(verifyOwnAttribute, {
        params: { attr: "phone_number" },
        body: { code },
        accessToken: session.current()?.accessToken ?? "",
      });
      snackbars.success(t("account.verifyPhone.done"));
      onVerified(me);
    },
  });
  const again = useMutation({ mutationFn: async () => (await identity()).sendPhoneCode() });
  return {
    form,
    sendAgain: () => again.mutateAsync(),
    use: (code: string): void => {
      form.set("code", code);
      form.submit();
    },
  };
}
