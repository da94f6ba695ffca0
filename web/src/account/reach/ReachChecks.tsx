import type { Reach, ReachCheck, TestMessage, TestOutcome } from "@pulse/contract/reach";
import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleXFilled,
  type TablerIcon,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { asSentence, reasonText } from "../../api/reasonText.ts";
import classes from "./ReachChecks.module.css";
import { SendTest } from "./SendTest.tsx";

const icons: Record<ReachCheck["state"], TablerIcon> = {
  ok: IconCircleCheckFilled,
  warning: IconAlertTriangleFilled,
  failed: IconCircleXFilled,
};
/** What each test message shows. */
const channelOf: Partial<Record<ReachCheck["id"], TestMessage["channel"]>> = { mail: "email", texts: "sms" };

interface Props {
  reach: Reach;
  /** Sends a test message; rejects if the server refused to try. */
  onTest(message: TestMessage): Promise<TestOutcome>;
}

/** Whether people can be reached: each check with its state in words, what to change, and a test where there is one. */
export function ReachChecks({ reach, onTest }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes["list"]}>
      {reach.checks.map(({ id, state, message, settings }) => {
        const Icon = icons[state];
        const channel = channelOf[id];
        return (
          <li key={id} className={classes["check"]} data-state={state}>
            <Icon size={20} role="img" aria-label={t(`reach.state.${state}`)} />
            <div>
              <h2>{t(`reach.checks.${id}`)}</h2>
              <p>{asSentence(reasonText(message) ?? message)}</p>
              {id === "second_factor" && reach.factors.length > 0 ? (
                <p>{asSentence(reach.factors.map((factor) => t(`reach.factors.${factor}`)).join(", "))}</p>
              ) : null}
              {settings.length === 0 ? null : (
                <p className={classes["settings"]}>
                  {t("reach.settings", { count: settings.length })}
                  {settings.map((name) => (
                    <code key={name}>{name}</code>
                  ))}
                </p>
              )}
              {channel !== undefined && reach.channels.includes(channel) ? (
                <SendTest channel={channel} onTest={onTest} />
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
