import { Button } from "@mantine/core";
import { endOwnSession, listOwnSessions, maxOwnSessions, type OwnSession } from "@pulse/contract/ownSessions";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { browserText } from "../text/browserText.ts";
import classes from "./Profile.module.css";
import { SessionRow } from "./SessionRow.tsx";
import { SignOutElsewhere } from "./SignOutElsewhere.tsx";
import { SignOutEverywhere } from "./SignOutEverywhere.tsx";

/** Where somebody is signed in, with buttons that end one session, all others, or all. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { api, config, snackbars } = useServices();
  const queries = useQueryClient();
  const [toEnd, setToEnd] = useState<OwnSession | null>(null);
  const isListed = config.identity.mode === "embedded";
  const sessions = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => api.call(listOwnSessions, { signal }),
    enabled: isListed,
  });
  const nameOf = ({ userAgent }: OwnSession): string => browserText(userAgent) || t("profile.sessions.unnamed");
  const ending = useMutation({
    mutationFn: ({ id }: OwnSession) => api.call(endOwnSession, { params: { id } }),
    onSuccess: (_, session) => {
      setToEnd(null);
      snackbars.success(t("profile.sessions.ended", { name: nameOf(session) }));
    },
    // Also when it was refused: the session may have ended meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
  });
  const { data = [], isPending, isError } = sessions;
  return (
    <FormSection
      title={t("profile.sessions.title")}
      isBare
      foot={
        <div className={classes["foot"]}>
          {data.some(({ isCurrent }) => !isCurrent) ? <SignOutElsewhere /> : null}
          <SignOutEverywhere />
        </div>
      }
    >
      {!isListed ? (
        <p className={classes["note"]}>{t("profile.sessions.amazon")}</p>
      ) : isError ? (
        <div className={classes["note"]} role="alert">
          <p>{t("profile.sessions.failed")}</p>
          <Button variant="default" onClick={() => void sessions.refetch()}>
            {t("app.retry")}
          </Button>
        </div>
      ) : isPending ? (
        <p className={classes["note"]}>{"\u00A0"}</p>
      ) : (
        <ul className={classes["devices"]}>
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => {
                ending.reset();
                setToEnd(session);
              }}
            />
          ))}
        </ul>
      )}
      {data.length < maxOwnSessions ? null : (
        <p className={classes["note"]}>{t("profile.sessions.most", { count: maxOwnSessions })}</p>
      )}
      <ConfirmDialog
        isOpen={toEnd !== null}
        title={t("profile.sessions.endTitle", { name: toEnd === null ? "" : nameOf(toEnd) })}
        text={t("profile.sessions.endText")}
        confirm={t("profile.sessions.end")}
        isBusy={ending.isPending}
        failure={ending.error}
        onConfirm={() => toEnd && ending.mutate(toEnd)}
        onClose={() => setToEnd(null)}
      />
    </FormSection>
  );
}
