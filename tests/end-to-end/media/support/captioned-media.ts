import { readFile } from 'node:fs/promises';
import { masterPlaylist, mediaPlaylist, SEGMENTS, type UnusualMedia } from './unusual-media.ts';

/** Streams with captions inside. */

const GROUP = ',SUBTITLES="subs"';

interface Rendition {
  readonly name: string;
  readonly language: string;
  readonly attributes?: string;
  /** Address of the rendition's playlist, without `.m3u8`. */
  readonly playlist: string;
}

export function subtitled(master: string, ...renditions: readonly Rendition[]): string {
  const tags = renditions.map(
    ({ name, language, attributes = 'DEFAULT=NO', playlist }) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="${name}",LANGUAGE="${language}",${attributes},URI="${playlist}.m3u8"\n`,
  );
  return master.replace(/^#EXT-X-STREAM-INF:.*$/m, (line) => `${tags.join('')}${line}${GROUP}`);
}

export function subtitlePlaylist(folder: string, ending: 'vtt' | 'm4s', isOver = true): string {
  const segments = SEGMENTS.map((name) => `#EXTINF:2.0,\n${folder}/${name}.${ending}\n`);
  return `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n${segments.join('')}${isOver ? '#EXT-X-ENDLIST\n' : ''}`;
}

const time = (seconds: number): string => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;

/** A WebVTT segment with one cue a second, whose text is `text(second)`. */
export function webVtt(segment: number, text: (second: number) => string): string {
  const cues = [0, 1].map((index) => {
    const second = segment * 2 + index;
    return `${time(second)} --> ${time(second + 1)}\n${text(second)}\n`;
  });
  return `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n${cues.join('\n')}`;
}

/** A segment of IMSC1 text in MP4, with only the boxes that the player reads. */
export function imsc1(segment: number): Uint8Array {
  const cues = [0, 1].map((index) => {
    const second = segment * 2 + index;
    return `<p begin="${time(second)}" end="${time(second + 1)}">Second ${second}<br/>1 &lt; 2 &amp; <span>more</span></p>`;
  });
  const document =
    '<?xml version="1.0" encoding="UTF-8"?><tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en">' +
    `<head><layout><region xml:id="r"/></layout></head><body><div>${cues.join('')}</div></body></tt>`;
  return Buffer.concat([box('styp', Buffer.from('msdh\0\0\0\0')), box('mdat', Buffer.from(document))]);
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const segmentsOf = <Content>(folder: string, ending: string, make: (segment: number) => Content) =>
  Object.fromEntries(SEGMENTS.map((name, index) => [`${folder}/${name}.${ending}`, make(index)] as const));

/** Adds a video with WebVTT in two languages, and with forced captions in one of these languages. */
export async function addSubtitled(media: UnusualMedia, id: string, isOver = true): Promise<void> {
  await media.addVideo(id, {
    'master.m3u8': subtitled(
      masterPlaylist(),
      { name: 'Deutsch', language: 'de', attributes: 'FORCED=YES', playlist: 'signs' },
      { name: 'English', language: 'en', playlist: 'english' },
      { name: 'Deutsch', language: 'de', playlist: 'german' },
    ),
    ...(isOver
      ? {}
      : {
          'video.m3u8': mediaPlaylist('video', { isOver }),
          'audio.m3u8': mediaPlaylist('audio', { isOver }),
        }),
    ...Object.fromEntries(
      (['english', 'german', 'signs'] as const).flatMap((folder) => [
        [`${folder}.m3u8`, subtitlePlaylist(folder, 'vtt', isOver)],
        ...Object.entries(
          segmentsOf(folder, 'vtt', (segment) => webVtt(segment, (second) => `<i>${folder}</i> ${second}`)),
        ),
      ]),
    ),
  });
}

export async function addImsc1(media: UnusualMedia, id: string): Promise<void> {
  const english = { name: 'English', language: 'en', playlist: 'english' };
  await media.addVideo(id, {
    'master.m3u8': subtitled(masterPlaylist(), english).replace(/(CODECS="[^"]*)"/, '$1,stpp.ttml.im1t"'),
    'english.m3u8': subtitlePlaylist('english', 'm4s'),
    ...segmentsOf('english', 'm4s', imsc1),
  });
}

/** Adds a video with captions in its pictures, one a second. A multivariant playlist names them and allows a head start. */
export async function addNamedInPictures(media: UnusualMedia, id: string, kind: string, isOver = true): Promise<void> {
  const playlist = await readFile(`tests/media/kinds/${kind}/master.m3u8`, 'utf8');
  await media.addMade(id, `kinds/${kind}`, {
    'video.m3u8': isOver ? playlist : playlist.replace(/#EXT-X-(?:PLAYLIST-TYPE:VOD|ENDLIST)\n/g, ''),
    'master.m3u8': [
      '#EXTM3U',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      '#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="cc",NAME="English",LANGUAGE="en",INSTREAM-ID="CC1"',
      '#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90,CODECS="avc1.42c00b",CLOSED-CAPTIONS="cc"',
      'video.m3u8',
    ].join('\n'),
  });
}

/** Adds a video with hostile captions: scripts, NUL, too much text, settings out of range, and a missing first segment. */
export async function addHostile(media: UnusualMedia, id: string): Promise<void> {
  const texts = [
    '<script>document.title = "broken"</script><img src=x onerror="document.title = \'broken\'">words',
    `nul \0 ${'long '.repeat(100_000)}`,
  ];
  await media.addVideo(id, {
    'master.m3u8': subtitled(masterPlaylist(), { name: 'English', language: 'en', playlist: 'english' }),
    'english.m3u8': subtitlePlaylist('english', 'vtt'),
    ...segmentsOf('english', 'vtt', (segment) =>
      webVtt(segment, (second) => texts[second % 2] as string).replace(
        '\n<script',
        ' line:-9999999 position:999% size:-5%\n<script',
      ),
    ),
    'english/000.vtt': null,
  });
}
