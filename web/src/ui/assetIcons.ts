import {
  IconBarcode,
  IconBed,
  IconBox,
  IconForklift,
  IconHeartRateMonitor,
  IconMedicineSyrup,
  IconPackage,
  IconPrinter,
  IconScan,
  IconShoppingCart,
  IconStethoscope,
  IconTag,
  IconTool,
  IconTrolley,
  IconTruckLoading,
  IconUser,
  IconWheelchair,
  type TablerIcon,
} from "@tabler/icons-react";
import { __iconNode as barcode } from "@tabler/icons-react/dist/esm/icons/IconBarcode.mjs";
import { __iconNode as bed } from "@tabler/icons-react/dist/esm/icons/IconBed.mjs";
import { __iconNode as box } from "@tabler/icons-react/dist/esm/icons/IconBox.mjs";
import { __iconNode as forklift } from "@tabler/icons-react/dist/esm/icons/IconForklift.mjs";
import { __iconNode as monitor } from "@tabler/icons-react/dist/esm/icons/IconHeartRateMonitor.mjs";
import { __iconNode as pump } from "@tabler/icons-react/dist/esm/icons/IconMedicineSyrup.mjs";
import { __iconNode as parcel } from "@tabler/icons-react/dist/esm/icons/IconPackage.mjs";
import { __iconNode as printer } from "@tabler/icons-react/dist/esm/icons/IconPrinter.mjs";
import { __iconNode as scan } from "@tabler/icons-react/dist/esm/icons/IconScan.mjs";
import { __iconNode as cart } from "@tabler/icons-react/dist/esm/icons/IconShoppingCart.mjs";
import { __iconNode as stethoscope } from "@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs";
import { __iconNode as tag } from "@tabler/icons-react/dist/esm/icons/IconTag.mjs";
import { __iconNode as tool } from "@tabler/icons-react/dist/esm/icons/IconTool.mjs";
import { __iconNode as trolley } from "@tabler/icons-react/dist/esm/icons/IconTrolley.mjs";
import { __iconNode as tugger } from "@tabler/icons-react/dist/esm/icons/IconTruckLoading.mjs";
import { __iconNode as person } from "@tabler/icons-react/dist/esm/icons/IconUser.mjs";
import { __iconNode as wheelchair } from "@tabler/icons-react/dist/esm/icons/IconWheelchair.mjs";

/** An icon in two forms: as a component for lists, and as plain shapes for the map's canvas sprites. */
export interface AssetIcon {
  name: string;
  Component: TablerIcon;
  shapes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

const fallback: AssetIcon = { name: "package", Component: IconPackage, shapes: parcel };

// Types are the customer's own words, English or German: the first icon with a matching word is used.
const catalogue: readonly (readonly [words: RegExp, icon: AssetIcon])[] = [
  [
    /pallet jack|pallet truck|trolley|hand truck|hubwagen|sackkarre/,
    { name: "trolley", Component: IconTrolley, shapes: trolley },
  ],
  [/forklift|stacker|reach truck|stapler/, { name: "forklift", Component: IconForklift, shapes: forklift }],
  [/tugger|truck|tractor|schlepper|routenzug/, { name: "tugger", Component: IconTruckLoading, shapes: tugger }],
  [/wheelchair|rollstuhl/, { name: "wheelchair", Component: IconWheelchair, shapes: wheelchair }],
  [/\bbed\b|stretcher|gurney|mattress|bett|matratze|\btrage\b/, { name: "bed", Component: IconBed, shapes: bed }],
  [
    /monitor|ecg|ekg|defibrillator|ventilator|beatmung/,
    { name: "monitor", Component: IconHeartRateMonitor, shapes: monitor },
  ],
  [
    /pump|infusion|syringe|medicine|spritze|perfusor|medikament/,
    { name: "pump", Component: IconMedicineSyrup, shapes: pump },
  ],
  [
    /ultrasound|scope|thermometer|oximeter|ultraschall|skop/,
    { name: "stethoscope", Component: IconStethoscope, shapes: stethoscope },
  ],
  [/printer|drucker/, { name: "printer", Component: IconPrinter, shapes: printer }],
  [/label|barcode|etikett/, { name: "barcode", Component: IconBarcode, shapes: barcode }],
  [/scanner|reader|handheld|lesegerät|handgerät/, { name: "scan", Component: IconScan, shapes: scan }],
  [/cage|cart|rack|dolly|wagen|rollcontainer|gestell/, { name: "cart", Component: IconShoppingCart, shapes: cart }],
  [
    /tote|crate|\bbox\b|bin|container|pallet|kiste|behälter|ladungsträger/,
    { name: "box", Component: IconBox, shapes: box },
  ],
  [/tool|drill|wrench|werkzeug|bohr|schrauber/, { name: "tool", Component: IconTool, shapes: tool }],
  [/\btracker\b|beacon/, { name: "tag", Component: IconTag, shapes: tag }],
  [
    /person|staff|people|nurse|visitor|patient|worker|badge|mitarbeiter|pflege|besucher|ausweis/,
    { name: "person", Component: IconUser, shapes: person },
  ],
];

/** The icon of an asset type. */
export function assetIcon(type: string): AssetIcon {
  const words = type.toLowerCase().replaceAll(/[_-]/g, " ");
  return catalogue.find(([pattern]) => pattern.test(words))?.[1] ?? fallback;
}
