import { Button, Modal } from "@mantine/core";
import type { Asset } from "@pulse/contract/assets";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import { EntityPicker } from "./EntityPicker.tsx";
import { LinkQuestions } from "./LinkQuestions.tsx";
import classes from "./Things.module.css";
import { useLinking } from "./useLinking.ts";
import { useTrackerPick } from "./useTrackerPick.ts";

interface Props {
  siteId: string;
  /** The assets that get a tracker, one after the other; the dialog is closed while this is empty. */
  things: readonly Asset[];
  onLinked(): void;
  onClose(): void;
}

/** Links a tracker with each of several assets: a scan or a choice, and the next one's turn comes by itself. */
export function BulkLink(props: Props) {
  return props.things.length === 0 ? null : <Turns {...props} />;
}

function Turns({ siteId, things, onLinked, onClose }: Props) {
  const { t } = useTranslation();
  const [nth, setNth] = useState(0);
  const next = (): void => {
    if (nth + 1 < things.length) setNth(nth + 1);
    else onClose();
  };
  const linking = useLinking(() => {
    onLinked();
    next();
  });
  const pick = useTrackerPick(siteId);
  const asset = things[nth]!;
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        title={t("things.links.turn", { name: asset.name })}
        centered
        size={480}
        radius="xl"
        withCloseButton={false}
        classNames={dialogClasses}
      >
        <p role="status">{t("entity.progress", { done: nth + 1, count: things.length })}</p>
        <div className={classes["turn"]}>
          <EntityPicker
            key={asset.id}
            {...pick}
            isBusy={linking.isBusy}
            onPick={(tracker) => linking.link({ asset, tracker })}
          />
        </div>
        <div className={classes["end"]}>
          <Button variant="default" onClick={onClose}>
            {t("form.cancel")}
          </Button>
          <Button variant="default" onClick={next}>
            {t("things.links.skip")}
          </Button>
        </div>
      </Modal>
      <LinkQuestions linking={linking} ending={null} onClose={() => undefined} />
    </>
  );
}
