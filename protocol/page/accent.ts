import { hexOf } from '../runtime/hex-of.ts';

/**
 * The accent colour of an address (`color`), made readable. A host does not know which background the colour is shown
 * on: where the contrast is too low, the colour's lightness moves to the nearest sufficient value, and its hue stays.
 */

/** Backgrounds of the accent in `shell.css`: the lightest part of the bar beneath the played part, and the two plain backgrounds. */
const BENEATH = { video: '#434848', dark: '#0b0d0e', light: '#e9eceb' } as const;
/** WCAG 2.2, 1.4.11: parts of controls. */
const GRAPHICS_CONTRAST_MIN = 3;

/** The two colours that hosts could always name; they apply to the progress bar only. */
const BAR_COLORS: Readonly<Record<string, string>> = { red: '#ff0000', white: '#ffffff' };

type Rgb = readonly [red: number, green: number, blue: number];

/** Custom properties that apply a colour; `color` as `EmbedParameters` has parsed it. */
export function accentProperties(color: string): Readonly<Record<string, string>> {
  const onVideo = standOut(BAR_COLORS[color] ?? color, BENEATH.video);
  const bar = { '--oriel-accent-on-video': onVideo };
  if (Object.hasOwn(BAR_COLORS, color)) return bar;
  const [light, dark] = [standOut(color, BENEATH.light), standOut(color, BENEATH.dark)];
  return {
    ...bar,
    '--oriel-button': onVideo,
    '--oriel-on-button': readableOn(onVideo),
    '--oriel-accent': `light-dark(${light}, ${dark})`,
    '--oriel-on-accent': `light-dark(${readableOn(light)}, ${readableOn(dark)})`,
  };
}

/** Black or white: one of them always has a contrast of at least 4.5. */
function readableOn(color: string): string {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}

/** The colour itself where its contrast suffices, else the nearest lightness of the same hue that does. */
function standOut(color: string, background: string): string {
  const [hue, saturation, lightness] = toHsl(toRgb(color));
  const steps = Array.from({ length: 101 }, (_, step) => step / 100);
  const byDistance = steps.sort((first, second) => Math.abs(first - lightness) - Math.abs(second - lightness));
  const candidates = [color, ...byDistance.map((step) => toHex(toRgbOfHsl(hue, saturation, step)))];
  return candidates.find((candidate) => contrast(candidate, background) >= GRAPHICS_CONTRAST_MIN) ?? color;
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(toRgb(first)), luminance(toRgb(second))].sort((one, two) => one - two);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

function toHex(color: Rgb): string {
  return `#${hexOf(Uint8Array.from(color, (part) => Math.round(part * 255)))}`;
}

function toHsl([red, green, blue]: Rgb): readonly [hue: number, saturation: number, lightness: number] {
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const [range, lightness] = [high - low, (high + low) / 2];
  if (range === 0) return [0, 0, lightness];
  const sector =
    high === red ? (green - blue) / range : high === green ? (blue - red) / range + 2 : (red - green) / range + 4;
  return [(sector + 6) % 6, range / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function toRgbOfHsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const part = (offset: number): number => {
    const place = (offset + hue * 2) % 12;
    return lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1));
  };
  return [part(0), part(8), part(4)];
}
