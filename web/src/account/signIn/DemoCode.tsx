import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { codeInOutbox } from "./outboxCode.ts";
import classes from "./SignIn.module.css";

// Server and browser share a machine in the demo, but not to the millisecond.
const slackMs = 2000;

interface Props {
  destination: string;
  sinceMs: number;
  onUse(code: string): void;
}

/** In the demo nobody has the phone, so the code from the outbox is shown here: a first visit needs no second window. */
export function DemoCode({ destination, sinceMs, onUse }: Props) {
  const { t } = useTranslation();
  const { data: code } = useQuery({
    queryKey: ["demoCode", destination, sinceMs],
    queryFn: async ({ signal }) => {
      const answer = await fetch("/dev/outbox.json", { signal });
      return answer.ok ? codeInOutbox(await answer.json(), destination, sinceMs - slackMs) : null;
    },
    refetchInterval: ({ state }) => (state.data ? false : 1000),
    gcTime: 0,
    retry: false,
  });
  if (!code) return null;
  return (
    <p className={classes["demo"]}>
      {t("signIn.demoCode", { code })}
      <button type="button" className={classes["link"]} onClick={() => onUse(code)}>
        {t("signIn.useCode")}
      </button>
    </p>
  );
}
