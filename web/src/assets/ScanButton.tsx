import { ActionIcon, Modal, Tooltip } from "@mantine/core";
import { IconScan } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import { codeReader } from "./codeReader.ts";
import classes from "./Things.module.css";

/** Reads a barcode or QR code with the camera. If the browser cannot, the dialog says so; scanners that type always work. */
export function ScanButton({ onCode }: { onCode(code: string): void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Tooltip label={t("things.scan.open")}>
        <ActionIcon
          variant="default"
          size="var(--pulse-control)"
          aria-label={t("things.scan.open")}
          onClick={() => setOpen(true)}
        >
          <IconScan size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t("things.scan.title")}
        centered
        size={480}
        radius="xl"
        closeButtonProps={{ "aria-label": t("card.close") }}
        classNames={dialogClasses}
      >
        {codeReader(window) === null ? (
          <p role="status">{t("things.scan.unable")}</p>
        ) : (
          <Camera
            onCode={(code) => {
              setOpen(false);
              onCode(code);
            }}
          />
        )}
      </Modal>
    </>
  );
}

function Camera({ onCode }: { onCode(code: string): void }) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [isRefused, setRefused] = useState(false);
  const onFound = useEffectEvent(onCode);
  useEffect(() => {
    const stopping = new AbortController();
    const read = codeReader(window);
    if (read !== null && video.current !== null)
      read(video.current, stopping.signal).then(
        (code) => {
          if (code !== null) onFound(code);
        },
        () => setRefused(true),
      );
    return () => stopping.abort();
  }, []);
  return isRefused ? (
    <p role="alert">{t("things.scan.refused")}</p>
  ) : (
    <>
      <video ref={video} className={classes["camera"]} muted playsInline aria-label={t("things.scan.title")} />
      <p>{t("things.scan.hint")}</p>
    </>
  );
}
