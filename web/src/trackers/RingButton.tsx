import { Button } from "@mantine/core";
import { ringTracker, stopRinging } from "@pulse/contract/deviceRequests";
import { IconBellOff, IconBellRinging } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services/services.tsx";

interface Props {
  tracker: { id: string; name: string };
  /** The height of its buttons, px, if not the usual one. */
  h?: number;
}

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** Makes a tracker ring, through the gateway that heard it best, and stop again. */
export function RingButton({ tracker, h }: Props) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const can = useLetters("mobile_beacon_ring");
  const [isAsked, setAsked] = useState(false);
  const params = { id: tracker.id };
  const asking = useMutation({
    mutationFn: (rings: boolean) =>
      rings ? api.call(ringTracker, { params, body: {} }) : api.call(stopRinging, { params }),
    onSuccess: (_, rings) => {
      setAsked(rings);
      snackbars.success(t(rings ? "things.trackers.ringing" : "things.trackers.stopping", { name: tracker.name }));
      void queries.invalidateQueries({ queryKey: ["deviceRequests", "tracker", tracker.id] });
    },
    onError: (error) => snackbars.error(errorText(error)),
  });
  if (!can.c) return null;
  const size = h === undefined ? {} : { h };
  return (
    <>
      <Button
        {...size}
        variant="default"
        loading={asking.isPending && asking.variables}
        leftSection={<IconBellRinging {...icon} />}
        onClick={() => asking.mutate(true)}
      >
        {t("things.trackers.ring")}
      </Button>
      {isAsked ? (
        <Button
          {...size}
          variant="default"
          loading={asking.isPending && !asking.variables}
          leftSection={<IconBellOff {...icon} />}
          onClick={() => asking.mutate(false)}
        >
          {t("things.trackers.stopRinging")}
        </Button>
      ) : null}
    </>
  );
}
