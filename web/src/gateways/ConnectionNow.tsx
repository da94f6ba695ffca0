import type { HardwareConnection } from "@pulse/contract/gatewayConnection";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { numberText } from "../text/numbers.ts";
import { When } from "../time/When.tsx";
import classes from "./Connection.module.css";

type Fault = HardwareConnection["faults"][number];

/** Faults that cost a message. */
const lostMessages: ReadonlySet<Fault["kind"]> = new Set<Fault["kind"]>(["unreadable", "too_long"]);

/** Whether a gateway is heard; if not, why, and what to do about it. */
export function ConnectionNow({ connection }: { connection: HardwareConnection }) {
  const { t } = useTranslation();
  const { connected, lastMessageAt, faults, host, ignoredTopics } = connection;
  const isHeard = lastMessageAt !== null;
  // What was wrong with the set-up is over once a message is read; what was lost stays lost.
  const shownFaults = faults.filter(
    ({ kind, at }) => lostMessages.has(kind) || lastMessageAt === null || at > lastMessageAt,
  );
  const state = isHeard ? "heard" : connected ? "signedIn" : "waiting";
  return (
    <div className={classes["now"]}>
      <p className={classes["state"]} data-state={state} role="status">
        {isHeard ? <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" /> : <span aria-hidden="true" />}
        <b>{t(`gateways.connection.${state}`)}</b>
        {lastMessageAt === null ? null : <SeenWhen at={lastMessageAt} format="ago" />}
      </p>
      {shownFaults.map((fault) => (
        <FaultLine key={fault.kind} fault={fault} />
      ))}
      {isHeard || connected || shownFaults.length > 0 ? null : (
        <p className={classes["hint"]}>{t("gateways.connection.waitingHint", { host })}</p>
      )}
      {ignoredTopics.length > 0 ? <IgnoredTopics topics={ignoredTopics} isHeard={isHeard} /> : null}
      {!isHeard && isOwnMachine(host) ? (
        <p className={classes["hint"]}>{t("gateways.connection.loopback", { host })}</p>
      ) : null}
    </div>
  );
}

/** What it publishes besides what is read; while nothing is read, that is why. */
function IgnoredTopics({ topics, isHeard }: { topics: HardwareConnection["ignoredTopics"]; isHeard: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={classes["ignored"]}>
      {isHeard ? null : <p>{t("gateways.connection.ignoredOnly")}</p>}
      <p>{t("gateways.connection.ignored")}</p>
      <ul>
        {topics.map(({ topic, count }) => (
          <li key={topic}>
            <code>{topic}</code> <span>{`× ${numberText(count)}`}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FaultLine({ fault: { kind, at, count, about } }: { fault: Fault }) {
  const { t } = useTranslation();
  return (
    <div className={classes["fault"]} role="alert">
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <div>
        <b>
          {t(`gateways.connection.faults.${kind}`)}
          {count > 1 ? ` × ${numberText(count)}` : null}
        </b>{" "}
        <When at={at} format="ago" />
        {about === null ? null : <code>{about}</code>}
        <span>{t(`gateways.connection.mend.${kind}`)}</span>
      </div>
    </div>
  );
}

/** Whether only programs on the server itself can reach an address. */
function isOwnMachine(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}
