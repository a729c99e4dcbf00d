import { readCues } from '../../../../../src/provider/captions/web-vtt.ts';
import { convertCaptions, type ConvertedCaptions } from '../../../../../src/studio/captions/convert-captions.ts';

export const convert = (text: string, name = 'a.en.ttml'): ConvertedCaptions =>
  convertCaptions(Buffer.from(text), { name, languageCode: 'en' });

/** Each cue as its times in seconds, its settings and its text. */
export function cuesOf(text: string): string[] {
  const { webVtt } = convert(text);
  const lines = webVtt.split('\n');
  return readCues(webVtt).cues.map(({ startSeconds, endSeconds, line, text: shown }) =>
    [`${startSeconds}–${endSeconds}`, ...(lines[line - 1] ?? '').split(' ').slice(3), shown].join(' '),
  );
}

/** A TTML document with this body, head and attributes of its root. */
export const ttml = (body: string, head = '', attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by <hand> -->
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${attributes}>
<head>${head}</head><body><div>${body}</div></body></tt>`;
