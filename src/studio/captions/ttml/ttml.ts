import type { TtmlDocument, TtmlElement } from 'imsc/src/main/js/doc.js';
import { writeWebVtt, type ConvertedCue } from '../cue-text.ts';
import { arranged, fromTheTape } from '../cue-times.ts';
import type { CaptionFile } from '../decode-text.ts';
import type { Losses } from '../losses.ts';
import { settingsOf } from './place.ts';
import { isDropFrame, isOfTape, readDocument } from './read-document.ts';
import { isGone, stylesIn, type Style } from './styles.ts';
import { DEPTH_MAX, timedTexts, within, type Lifetime } from './timed-texts.ts';

/**
 * Converts TTML (IMSC 1.1, EBU-TT-D, DFXP), parsed by imsc.js, to WebVTT. Keeps the times of paragraphs and of their parts, italics,
 * bold, underline and ruby; a region becomes one of nine places.
 */
export function convertTtml(text: string, losses: Losses, { name, languageCode }: CaptionFile): string {
  const document = readDocument(text, losses, name);
  const paragraphs = paragraphsOf(document);
  const spoken = paragraphs.filter(({ element }) => languageOf(element.lang) === languageOf(languageCode));
  const isMixed = new Set(paragraphs.map(({ element }) => languageOf(element.lang))).size > 1;
  const wanted = isMixed && spoken.length > 0 ? spoken : paragraphs;
  for (const _ of paragraphs.slice(wanted.length)) losses.add('paragraph in another language');
  const cues = wanted.flatMap(({ element, region, ...around }) => {
    const settings = settingsOf(stylesIn(element, around.style), region, document);
    return timedTexts(element, { ...around, losses }).map((cue) => ({ ...cue, settings }));
  });
  return writeWebVtt(arranged(isOfTape(text) ? ofTape(cues, text, document, losses) : cues));
}

const languageOf = (code = ''): string => code.toLowerCase().replace(/[-_].*/, '');

interface Paragraph {
  readonly element: TtmlElement;
  readonly style: Style;
  readonly lifetime: Lifetime;
  readonly region: Style | undefined;
}

function paragraphsOf({ body, head }: TtmlDocument): Paragraph[] {
  const found: Paragraph[] = [];
  const walk = (element: TtmlElement, around: Omit<Paragraph, 'element'>, depth: number): void => {
    const id = element.regionID ?? '';
    const region = id === '' ? around.region : head?.layout.regions[id]?.styleAttrs;
    if (element.kind === 'p') {
      if (!isGone(region ?? {})) found.push({ element, ...around, region, style: { ...region, ...around.style } });
      return;
    }
    const style = stylesIn(element, around.style);
    if (isGone(style) || depth >= DEPTH_MAX) return;
    const inside = { style, region, lifetime: within(element, around.lifetime) };
    for (const child of element.contents ?? []) walk(child, inside, depth + 1);
  };
  if (body !== null) walk(body, { style: {}, region: undefined, lifetime: { begin: 0, end: Infinity } }, 0);
  return found;
}

/** A tape's time code counts frames: its seconds are longer than real ones where 24 or 30 frames take 1.001 s. */
function ofTape(
  cues: ConvertedCue[],
  text: string,
  { effectiveFrameRate }: TtmlDocument,
  losses: Losses,
): ConvertedCue[] {
  const stretch = isDropFrame(text) ? 1 : Math.round(effectiveFrameRate) / effectiveFrameRate;
  const timed = cues.map((cue) => ({
    ...cue,
    startSeconds: cue.startSeconds * stretch,
    endSeconds: cue.endSeconds * stretch,
  }));
  return fromTheTape(timed, (hours) => hours * 3_600 * stretch, losses);
}
