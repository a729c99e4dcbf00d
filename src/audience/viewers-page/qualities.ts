/** Names of picture sizes, the smallest first, with the lines of their short side. */
const LINES: Readonly<Record<string, string>> = {
  unknown: 'unknown',
  tiny: '144p',
  small: '240p',
  medium: '360p',
  large: '480p',
  hd720: '720p',
  hd1080: '1080p',
  hd1440: '1440p',
  hd2160: '2160p',
  highres: 'more',
};
const ORDER = Object.keys(LINES);

export function qualityLabel(name: string): string {
  return LINES[name] ?? name;
}

/** Those that were watched, the smallest first. */
export function qualitiesOf(qualityMs: Readonly<Record<string, number>>): string[] {
  return Object.keys(qualityMs).sort((left, right) => ORDER.indexOf(left) - ORDER.indexOf(right));
}
