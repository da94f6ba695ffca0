// How the built code is cut into files. Left alone, each part that two pages share becomes a file, 76 of them before the
// sign-in. Here they are few: what the sign-in needs, what people who are signed in need, and what belongs to pages.

const packages = (names: readonly string[]): RegExp =>
  new RegExp(`[\\\\/]node_modules[\\\\/](${names.join("|")})[\\\\/]`);
const mantine = (parts: readonly string[]): RegExp =>
  new RegExp(`[\\\\/]@mantine[\\\\/]core[\\\\/]esm[\\\\/](${parts.join("|")})[\\\\/.]`);
const icons = (names: readonly string[]): RegExp =>
  new RegExp(`[\\\\/]@tabler[\\\\/]icons-react[\\\\/].*[\\\\/](${names.join("|")})\\.mjs$`);
const own = (folders: readonly string[]): RegExp =>
  new RegExp(`[\\\\/]web[\\\\/]src[\\\\/](${folders.join("|")})[\\\\/]`);
const any =
  (...tests: readonly RegExp[]) =>
  (id: string): boolean =>
    tests.some((test) => test.test(id));

const components = (names: readonly string[]): string[] => names.map((name) => `components[\\\\/]${name}`);

/** In this order: a module is in the first group that it fits. */
export const chunkGroups = [
  {
    // Libraries of the very first page. It changes with its dependencies alone, so that browsers keep it.
    name: "vendor",
    test: any(
      packages([
        "react",
        "react-dom",
        "scheduler",
        "react-router",
        "@tanstack[\\\\/](query-core|react-query)",
        "i18next",
        "zustand",
        "clsx",
      ]),
      /[\\/]react-i18next[\\/]dist[\\/]es[\\/](?!Trans|IcuTrans)\w+\.js$/,
      mantine(["core", ...components(["Button", "ActionIcon", "UnstyledButton", "Loader", "Transition"])]),
      mantine(
        components([
          "Input",
          "InputBase",
          "TextInput",
          "PasswordInput",
          "CloseButton",
          "Group",
          "Checkbox[\\\\/]CheckIcon",
        ]),
      ),
      /[\\/]use-merged-ref[\\/]|rolldown[\\/]runtime/,
      icons(["createReactComponent", "defaultAttributes", "IconAlertTriangle", "IconCircleCheck", "IconInfoCircle"]),
      icons(["IconX", "IconCloudOff", "IconPlugConnectedX", "IconWifiOff", "IconArrowLeft", "IconCircle"]),
    ),
    priority: 6,
  },
  // Our own code of the very first page.
  { name: "start", tags: ["$initial" as const], test: any(/[\\/](web|contract|geo)[\\/]src[\\/]/), priority: 6 },
  // The list of common passwords and what judges new ones: not before somebody is about to type one.
  {
    name: "passwords",
    test: /[\\/]identity[\\/]src[\\/]|[\\/]web[\\/]src[\\/]account[\\/]passwordJudge[.]/,
    priority: 7,
  },
  // What goes over the wire, and what checks it: not before somebody signs in.
  { name: "contract", test: any(packages(["zod"]), /[\\/]contract[\\/]src[\\/]/), priority: 4 },
  {
    // The frame around all pages of people who are signed in.
    name: "frame",
    test: any(
      packages(["@floating-ui", "react-remove-scroll", "react-remove-scroll-bar", "use-sidecar", "use-callback-ref"]),
      packages(["react-style-singleton", "tabbable", "aria-hidden", "get-nonce"]),
      mantine(components(["Menu", "Popover", "Tooltip", "Modal", "ModalBase", "Overlay", "Portal", "FocusTrap"])),
      mantine(components(["RemoveScroll", "Paper", "Floating", "ScrollArea", "Divider", "Skeleton", "Checkbox"])),
      mantine(["utils[\\\\/]InlineInput"]),
      /[\\/]web[\\/]src[\\/]entity[\\/](RequireAccess|useCan|pageGate)[.]/,
      packages(["@mantine[\\\\/]hooks"]),
      icons([
        "IconRefresh",
        "IconChevronDown",
        "IconChevronRight",
        "IconPlus",
        "IconFilter",
        "IconArrowsSort",
        "IconMinus",
        "IconFocusCentered",
        "IconCurrentLocation",
        "IconHelp",
        "IconDeviceTv",
        "IconDots",
        "IconBroadcast",
        "IconPrinter",
        "IconMapPin",
      ]),
      // What the signs of notifications share with pages.
      icons([
        "IconBell",
        "IconBellOff",
        "IconLogin2",
        "IconLogout2",
        "IconClockOff",
        "IconTag",
        "IconTrash",
        "IconArchive",
        "IconLink",
        "IconStack2",
      ]),
      icons(["IconPackage", "IconAccessPoint", "IconPolygon", "IconUser", "IconUsersGroup", "IconKey"]),
      icons([
        "IconBuildingWarehouse",
        "IconBuildingCommunity",
        "IconFileText",
        "IconSettings",
        "IconVolume",
        "IconWebhook",
      ]),
      // What the live map shares with its library's file.
      /[\\/]web[\\/]src[\\/](basemap[\\/](basemapChoice|ScaleBar|scale|scaleText|planGeometry)|placing[\\/](PlanMap|loadPlanImage))[.]/,
      /[\\/]geo[\\/]src[\\/]/,
      // The live line, and what the live map shares with other pages: a file of their own would be one more before the map.
      packages(["socket[.]io-.*", "engine[.]io-.*", "@socket[.]io"]),
      /[\\/]web[\\/]src[\\/]map[\\/](list[\\/]assetRows|cards[\\/](assetFacts|useAsset|CardAction)|explanation[\\/]ExplanationButton|playback[\\/]playbackAddress)[.]ts/,
      /[\\/]web[\\/]src[\\/]mapEngine[\\/](assetStatus|assetIdentifier|scene[\\/](spriteKeys|roomPlace)|camera[\\/]bearing|sprites[\\/]\w+)[.]ts/,
      // What a floor's calibration shares with the map.
      /[\\/]web[\\/]src[\\/]map[\\/](cards[\\/]ReceivingGateways|live[\\/](useClockOffset|serverClock))[.]/,
      // The names of types, which the map's card of a gateway has too.
      /[\\/]web[\\/]src[\\/]gateways[\\/]gateways[.]api[.]ts/,
      // What the wall display shares with the map.
      /[\\/]web[\\/]src[\\/]mapEngine[\\/]LazySiteMap[.]/,
      /[\\/]web[\\/]src[\\/]map[\\/](live[\\/](useLiveSite|livePositions)|layers[\\/](useMapFences|mapFences)|model[\\/]mapView)[.]tsx?$/,
      // What the map's list and cards share with its history and panels.
      /[\\/]web[\\/]src[\\/]map[\\/](layers[\\/]useOverlay|model[\\/](outsideRooms|mapFocus))[.]ts$/,
      /[\\/]web[\\/]src[\\/]map[\\/]list[\\/](assetFilter|textMatch|useAssetRows|assetRowStore|assetTable)[.]tsx?$/,
      own(["live", "frame", "shell", "search", "notifications", "sites", "ui", "time"]),
    ),
    priority: 3,
  },
  {
    // Forms of accounts, and the fields that other forms have too.
    name: "account",
    test: any(
      packages(["@mantine[\\\\/]form", "html-parse-stringify", "void-elements"]),
      /[\\/]react-i18next[\\/]/,
      mantine(components(["PinInput"])),
      // What forms of accounts and all others are built on.
      /[\\/]web[\\/]src[\\/]form[\\/](useFields|formValues|isPressing)[.]ts$/,
      /[\\/]web[\\/]src[\\/]account[\\/](?!.*(reach[\\/]|Page|Gate|Phone|mobileNumber|usePhoneCode|refusedFields)[\w.]*$)/,
    ),
    priority: 2,
  },
  // Periods and zones, which a dozen pages share: left alone it is five files, each of which the sign-in has to name.
  { name: "dates", test: own(["dates"]), priority: 2 },
  {
    // The patterns that lists and forms are made of.
    name: "patterns",
    test: any(
      own(["form", "table", "entity"]),
      mantine(["components", "utils"]),
      /[\\/]web[\\/]src[\\/]access[\\/](?!.*Page[.])/,
    ),
    minShareCount: 2,
    priority: 1,
  },
];
