import theme from "vitepress/theme-without-fonts";
import "./pulse.css";

/**
 * VitePress's own theme in the colours of Pulse, with the system's fonts. VitePress imports it by its place.
 * @public
 */
export default theme;
