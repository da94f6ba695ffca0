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

// Types are the customer's own words: the first icon with a matching word is used.
const catalogue: readonly (readonly [words: RegExp, icon: AssetIcon])[] = [
  [/forklift|stacker|reach truck/, { name: "forklift", Component: IconForklift, shapes: forklift }],
  [/pallet jack|pallet truck|trolley|hand truck/, { name: "trolley", Component: IconTrolley, shapes: trolley }],
  [/tugger|truck|tractor/, { name: "tugger", Component: IconTruckLoading, shapes: tugger }],
  [/wheelchair/, { name: "wheelchair", Component: IconWheelchair, shapes: wheelchair }],
  [/\bbed\b|stretcher|gurney|mattress/, { name: "bed", Component: IconBed, shapes: bed }],
  [/monitor|ecg|defibrillator|ventilator/, { name: "monitor", Component: IconHeartRateMonitor, shapes: monitor }],
  [/pump|infusion|syringe|medicine/, { name: "pump", Component: IconMedicineSyrup, shapes: pump }],
  [/ultrasound|scope|thermometer|oximeter/, { name: "stethoscope", Component: IconStethoscope, shapes: stethoscope }],
  [/printer/, { name: "printer", Component: IconPrinter, shapes: printer }],
  [/label|barcode/, { name: "barcode", Component: IconBarcode, shapes: barcode }],
  [/scanner|reader|handheld/, { name: "scan", Component: IconScan, shapes: scan }],
  [/cage|cart|rack|dolly/, { name: "cart", Component: IconShoppingCart, shapes: cart }],
  [/tote|crate|\bbox\b|bin|container|pallet/, { name: "box", Component: IconBox, shapes: box }],
  [/tool|drill|wrench/, { name: "tool", Component: IconTool, shapes: tool }],
  [/\btracker\b|beacon/, { name: "tag", Component: IconTag, shapes: tag }],
  [/person|staff|people|nurse|visitor|patient|worker|badge/, { name: "person", Component: IconUser, shapes: person }],
];

/** The icon of an asset type. */
export function assetIcon(type: string): AssetIcon {
  const words = type.toLowerCase().replaceAll(/[_-]/g, " ");
  return catalogue.find(([pattern]) => pattern.test(words))?.[1] ?? fallback;
}
