/** Caption sizes that `+` and `-` step through, per cent. */
export const CAPTION_SIZES_PERCENT = [50, 75, 100, 150, 200, 300, 400] as const;
/** Opacities that `o` steps through, per cent; text is never invisible. */
export const CAPTION_TEXT_OPACITIES_PERCENT = [25, 50, 75, 100] as const;
/** Opacities that `w` steps through, per cent. */
export const CAPTION_WINDOW_OPACITIES_PERCENT = [0, 25, 50, 75, 100] as const;

/** The viewers' choices for captions: the eight colours and the parts that caption law requires. */
export const CAPTION_COLOURS = ['white', 'yellow', 'green', 'cyan', 'blue', 'magenta', 'red', 'black'] as const;
export const CAPTION_FONTS = ['sans', 'serif', 'mono', 'casual', 'cursive', 'smallCaps'] as const;
export const CAPTION_EDGES = ['none', 'shadow', 'outline', 'raised', 'depressed'] as const;
export type CaptionColour = (typeof CAPTION_COLOURS)[number];

export interface CaptionStyle {
  readonly font: (typeof CAPTION_FONTS)[number];
  readonly sizePercent: number;
  readonly textColour: CaptionColour;
  readonly textOpacityPercent: number;
  readonly backgroundColour: CaptionColour;
  readonly backgroundOpacityPercent: number;
  readonly windowColour: CaptionColour;
  readonly windowOpacityPercent: number;
  readonly edge: (typeof CAPTION_EDGES)[number];
}

export const DEFAULT_CAPTION_STYLE: CaptionStyle = {
  font: 'sans',
  sizePercent: 100,
  textColour: 'white',
  textOpacityPercent: 100,
  backgroundColour: 'black',
  backgroundOpacityPercent: 75,
  windowColour: 'black',
  windowOpacityPercent: 0,
  edge: 'none',
};

const CHOICES: { readonly [Key in keyof CaptionStyle]: readonly CaptionStyle[Key][] } = {
  font: CAPTION_FONTS,
  sizePercent: CAPTION_SIZES_PERCENT,
  textColour: CAPTION_COLOURS,
  textOpacityPercent: CAPTION_TEXT_OPACITIES_PERCENT,
  backgroundColour: CAPTION_COLOURS,
  backgroundOpacityPercent: CAPTION_WINDOW_OPACITIES_PERCENT,
  windowColour: CAPTION_COLOURS,
  windowOpacityPercent: CAPTION_WINDOW_OPACITIES_PERCENT,
  edge: CAPTION_EDGES,
};

/**
 * A stored style: unreadable parts get their defaults, because a style outlives the version that stored it. Parsed by hand, since schema
 * code stays off the main thread.
 */
export function readCaptionStyle(stored: unknown): CaptionStyle {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
  const isChoice = ([key, value]: [string, unknown]): boolean =>
    Object.hasOwn(CHOICES, key) && (CHOICES[key as keyof CaptionStyle] as readonly unknown[]).includes(value);
  return { ...DEFAULT_CAPTION_STYLE, ...Object.fromEntries(entries.filter(isChoice)) };
}

const RGB: Readonly<Record<CaptionColour, string>> = {
  white: '255 255 255',
  yellow: '255 255 0',
  green: '0 255 0',
  cyan: '0 255 255',
  blue: '0 0 255',
  magenta: '255 0 255',
  red: '255 0 0',
  black: '0 0 0',
};

const colour = (name: CaptionColour, opacityPercent: number): string => `rgb(${RGB[name]} / ${opacityPercent}%)`;

/** Properties that depend on numbers; fonts and edges are in `captions.css`. */
export interface CaptionCss {
  readonly window: { readonly fontSize: string };
  readonly frame: { readonly background?: string };
  readonly line: { readonly color: string; readonly background: string };
}

/** Factors of the sizes that hosts request (-1 to 3); the viewer's own choice multiplies them. */
const HOST_SIZES: readonly number[] = [0.75, 1, 1.25, 1.55, 1.95];

/** Three lines of this height leave room for the controls in every frame; larger text lost its beginning. */
const LARGEST_VMIN = 12;

export function captionCss(style: CaptionStyle, hostSize: number): CaptionCss {
  const factor = ((HOST_SIZES[hostSize + 1] ?? 1) * style.sizePercent) / 100;
  return {
    window: {
      fontSize: `calc(min(var(--oriel-caption-size) * ${factor}, max(12px, ${LARGEST_VMIN}vmin)) * var(--caption-fit, 1))`,
    },
    frame:
      style.windowOpacityPercent === 0 ? {} : { background: colour(style.windowColour, style.windowOpacityPercent) },
    line: {
      color: colour(style.textColour, style.textOpacityPercent),
      background: colour(style.backgroundColour, style.backgroundOpacityPercent),
    },
  };
}
