import parser, { type TtmlDocument } from 'imsc/src/main/js/doc.js';
import { escapeCueText } from '../../../../protocol/runtime/media/escape-cue-text.ts';
import { CaptionFault } from '../caption-fault.ts';
import type { Losses } from '../losses.ts';

export const NAMESPACE = 'http://www.w3.org/ns/ttml';
/** Namespaces of the drafts before the recommendation, which DFXP files use, and of the drafts' styles. */
const DRAFT_NAMESPACE = /http:\/\/www\.w3\.org\/200\d\/\d\d\/ttaf1(#style(?=["']))?/g;
const PROLOG_CHARACTERS = 4_096;

export const isTtml = (text: string): boolean =>
  /^\uFEFF?\s*</.test(text) && /<(?:\w+:)?tt[\s>]/.test(text.slice(0, PROLOG_CHARACTERS));

/** Reads a document with the deviations that real files have: draft namespaces, other forms of times, HTML tags. */
export function readDocument(text: string, losses: Losses, name: string): TtmlDocument {
  const refusal = (reason: string): CaptionFault =>
    new CaptionFault(
      `${name} is no TTML that can be read: ${reason}. Correct that, or save the captions as .srt or .vtt.`,
    );
  if (!/<\/(?:\w+:)?tt\s*>|<(?:\w+:)?tt\s[^<>]*\/>/.test(text)) throw refusal('it ends before its last element does');
  const malformed: string[] = [];
  const warn = (message: string): void => {
    if (/^Malformed (?:begin|dur|end)/.test(message)) malformed.push(message.replace(/ \(.*/, ''));
  };
  const xml = repaired(text, losses);
  const isNamed = xml.includes(NAMESPACE);
  let document: TtmlDocument | null;
  try {
    document = isNamed ? parser.fromXML(xml, { warn }) : null;
  } catch (error) {
    // The XML parser counts lines from 0 and appends them to its message; imsc.js itself throws strings.
    const [reason = '', line] = (error instanceof Error ? error.message : String(error)).split('\nLine: ');
    throw refusal(line === undefined ? reason : `${reason} in line ${Number.parseInt(line, 10) + 1}`);
  }
  if (document === null || document.head === null) throw refusal(`its elements are not of the namespace ${NAMESPACE}`);
  if (malformed[0] !== undefined) throw refusal(malformed[0]);
  return document;
}

/** Whether the times of a document are a tape's time code (SMPTE), which counts frames. */
export const isOfTape = (text: string): boolean => /:timeBase\s*=\s*["']smpte["']/.test(text);
/** Whether the time code drops frame numbers to stay close to real time. */
export const isDropFrame = (text: string): boolean => /:dropMode\s*=\s*["']drop/.test(text);

/** Rewrites deviations that players accept and imsc.js rejects. */
function repaired(xml: string, losses: Losses): string {
  const named = xml.replaceAll(
    DRAFT_NAMESPACE,
    (_, style?: string) => NAMESPACE + (style === undefined ? '' : '#styling'),
  );
  const whole = named.includes(NAMESPACE)
    ? named
    : named.replace(/<tt(?=[\s>])(?![^>]*\sxmlns=)/, `<tt xmlns="${NAMESPACE}"`);
  return withoutSections(whole)
    .replace(/(:timeBase\s*=\s*["'])smpte/, '$1media')
    .replaceAll(PAIR, (_, start: string, lengths: string) => start + lengths.replaceAll(BARE_ZERO, '0%'))
    .replaceAll(NO_TIME, '')
    .replaceAll(TIME, (_, start: string, value: string, quote: string) => start + standardTime(value) + quote)
    .replaceAll(HTML_TAG, (tag) => {
      if (!tag.startsWith('</')) losses.add('HTML tag');
      return '';
    });
}

const TIME = /((?<=\s)(?:begin|end|dur)\s*=\s*["'])([^"'<>]*)(["'])/g;
const NO_TIME = /(?<=\s)(?:begin|end|dur)\s*=\s*(?:""|'')/g;
const PAIR = /((?:origin|extent)\s*=\s*["'])([^"'<>]*)/g;
const BARE_ZERO = /(?<![\d.])0(?![\d.%a-z])/g;
const HTML_TAG = /<\/?(?:[a-z]+:)?(?:b|i|u|em|strong|font)(?:\s[^<>]*)?>/g;
const CLOCK = /^(?:(\d+):)?(\d{1,2}):(\d{1,2})(?:[.,](\d+)|[:;](\d+)(?:\.\d+)?)?$/;

/** Rewrites `1:02.5`, `0:00:03`, `00:00:05,000`, `7.5` and `00:00:01:05.2` as TTML times; fractions of a frame are dropped. */
function standardTime(value: string): string {
  const time = value.trim();
  if (/^\d+(?:[.,]\d+)?$/.test(time)) return `${time.replace(',', '.')}s`;
  const [, hours = '0', minutes = '', seconds = '', fraction, frames] = CLOCK.exec(time) ?? [];
  if (minutes === '') return time;
  const clock = [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':');
  return (
    clock + (frames === undefined ? '' : `:${frames.padStart(2, '0')}`) + (fraction === undefined ? '' : `.${fraction}`)
  );
}

/** Replaces CDATA sections by escaped text (upstream: imsc.js 1.1.5 leaves out the text of CDATA sections). */
function withoutSections(xml: string): string {
  const [before = '', ...sections] = xml.split('<![CDATA[');
  const texts = sections.map((section) => {
    const end = section.indexOf(']]>');
    return end < 0 ? `<![CDATA[${section}` : escapeCueText(section.slice(0, end)) + section.slice(end + 3);
  });
  return before + texts.join('');
}
