import { type ButtonProps, createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";
import { pulseVariables, ramps, type Scheme, tokensOf } from "./tokens.ts";

const tuple = (steps: readonly string[]): MantineColorsTuple => steps as unknown as MantineColorsTuple;

/** The look of look.md section 5 as a Mantine theme. */
export const theme = createTheme({
  colors: {
    orange: tuple(ramps.orange),
    blue: tuple(ramps.blue),
    crimson: tuple(ramps.crimson),
    teal: tuple(ramps.teal),
    yellow: tuple(ramps.yellow),
    violet: tuple(ramps.violet),
    gray: tuple(ramps.gray),
    dark: tuple(ramps.dark),
    red: tuple(ramps.crimson),
    green: tuple(ramps.teal),
  },
  primaryColor: "orange",
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  white: "#FFFFFF",
  black: "#161B22",
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: '"Geist Mono Variable", ui-monospace, monospace',
  fontSizes: { xs: "11px", sm: "12px", md: "13px", lg: "14px", xl: "16px" },
  lineHeights: { xs: "1.45", sm: "1.34", md: "1.54", lg: "1.5", xl: "1.5" },
  fontWeights: { regular: "400", medium: "500", bold: "600" },
  headings: {
    fontWeight: "630",
    textWrap: "balance",
    sizes: {
      h1: { fontSize: "22px", lineHeight: "30px", fontWeight: "640" },
      h2: { fontSize: "20px", lineHeight: "28px" },
      h3: { fontSize: "16px", lineHeight: "24px", fontWeight: "620" },
      h4: { fontSize: "14px", lineHeight: "20px", fontWeight: "600" },
    },
  },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "5px", md: "7px", lg: "10px", xl: "14px" },
  defaultRadius: "md",
  shadows: {
    xs: "var(--pulse-e1)",
    sm: "var(--pulse-e1)",
    md: "var(--pulse-e2)",
    lg: "var(--pulse-e2)",
    xl: "var(--pulse-e3)",
  },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  // By name, not by `Button.extend`: the first page must not load every component that we have styled.
  components: {
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 32 } },
    // Sizes are in controls.css. Mantine assumes the light scheme's orange; on the dark scheme's, white would be illegible.
    Button: {
      defaultProps: { size: "sm" },
      vars: (_theme: unknown, { variant = "filled" }: ButtonProps) => ({
        root: variant === "filled" ? { "--button-color": "var(--pulse-on-primary)" } : {},
      }),
    },
    Checkbox: { vars: () => ({ root: { "--checkbox-icon-color": "var(--pulse-on-primary)" } }) },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    Tooltip: {
      defaultProps: { openDelay: 400, withArrow: false, events: { hover: true, focus: true, touch: false } },
    },
    Menu: { defaultProps: { shadow: "md", radius: "lg" } },
    Overlay: { vars: () => ({ root: { "--overlay-bg": "var(--pulse-scrim)" } }) },
    Popover: { defaultProps: { shadow: "md", radius: "lg" } },
    RadioIndicator: { defaultProps: { size: "xs" } },
  },
});

function mantineVariables(scheme: Scheme): Record<string, string> {
  const t = tokensOf(scheme);
  return {
    "--mantine-color-body": t.canvas,
    "--mantine-color-text": t.text,
    "--mantine-color-dimmed": t["text-3"],
    "--mantine-color-placeholder": t["text-3"],
    "--mantine-color-anchor": t["primary-text"],
    "--mantine-color-default": t.surface,
    "--mantine-color-default-hover": t.hover,
    "--mantine-color-default-color": t.text,
    "--mantine-color-default-border": t["border-2"],
    "--mantine-color-error": t["alert-text"],
    "--mantine-color-orange-filled": t.primary,
    "--mantine-color-orange-filled-hover": t["primary-hover"],
    "--mantine-primary-color-contrast": t["on-primary"],
  };
}

/** Mantine's own variables and every `--pulse-*` token, for both schemes. */
export const resolver: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...mantineVariables("light"), ...pulseVariables("light") },
  dark: { ...mantineVariables("dark"), ...pulseVariables("dark") },
});
