import { resendInvitation, type User } from "@pulse/contract/users";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { useNounCache } from "../entity/entity.api.ts";
import { users } from "./users.ts";

/** Mails another temporary password to somebody who has not signed in yet. */
export function useResend(): (user: User) => void {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const { changed } = useNounCache(users);
  const sending = useMutation({
    mutationFn: ({ id }: User) => api.call(resendInvitation, { params: { id } }),
    onSuccess: async ({ email }) => {
      snackbars.success(t("access.users.resent", { email }));
      await changed();
    },
  });
  return (user) => sending.mutate(user);
}
