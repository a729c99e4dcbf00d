import { Events, type FragmentLoaderContext } from 'hls.js';
import { expect, test } from 'vitest';
import { settle } from '../../../../../support/fake-clock.ts';
import { LEVELS, segment } from '../../../../../support/fake-hls.ts';
import { createPlayingEngine } from '../support.ts';

const PACKET_BYTES = 188;
const TABLE_PID = 0x1000;

/** A packet of MPEG-TS that contains a whole table. */
function packet(pid: number, section: readonly number[]): number[] {
  const bytes = [0x47, 0x40 | (pid >> 8), pid & 0xff, 0x10, 0, 0, 0xb0, section.length + 4, ...section, 0, 0, 0, 0];
  return [...bytes, ...Array<number>(PACKET_BYTES - bytes.length).fill(0xff)];
}

/** Tables of MPEG-TS that declare streams of the given types, each with descriptors. */
function transport(...streams: (readonly [type: number, ...descriptors: number[]])[]): ArrayBuffer {
  const table = streams.flatMap(([type, ...rest], index) => [type, 0xe1, index, 0xf0, rest.length, ...rest]);
  const head = [0, 1, 0xc1, 0, 0];
  return Uint8Array.from([
    ...packet(0, [...head, 0, 1, 0xe0 | (TABLE_PID >> 8), TABLE_PID & 0xff]),
    ...packet(TABLE_PID, [...head, 0xe1, 0, 0xf0, 0, ...table]),
  ]).buffer;
}

const [SOUND, PICTURES, HEVC, MP3, AC_3] = [[0x0f], [0x1b], [0x24], [0x03], [0x81]] as const;
const DVB_AC_3 = [0x06, 0x6a, 1, 0] as const;
const METADATA = [0x15] as const;

function box(name: string, content: readonly number[]): number[] {
  const size = 8 + content.length;
  return [0, 0, size >> 8, size & 0xff, ...Buffer.from(name), ...content];
}

/** An init segment with tracks of the given kinds and codecs. */
function init(...tracks: (readonly [kind: string, codec: string])[]): ArrayBuffer {
  const zeros = Array<number>(8).fill(0);
  const traks = tracks.flatMap(([kind, codec]) => {
    const entries = box('minf', box('stbl', box('stsd', [...zeros, ...box(codec, zeros)])));
    return box('trak', box('mdia', [...box('hdlr', [...zeros, ...Buffer.from(kind)]), ...entries]));
  });
  return Uint8Array.from([...box('ftyp', zeros), ...box('moov', traks)]).buffer;
}

const [H264, AAC] = [
  ['vide', 'avc1'],
  ['soun', 'mp4a'],
] as const;

/** Loads a segment of each part in turn after ten seconds are buffered, and plays the buffer to its end. */
async function playParts(parts: readonly ArrayBuffer[], lacking = '?', levels = 1, type = 'main') {
  const harness = await createPlayingEngine({
    prefetched: new Map(parts.map((bytes, index) => [`${index}.m4s`, bytes])),
    isTypeSupported: (type) => !type.includes(lacking),
  });
  const { hls, media, clock, fake, fatals } = harness;
  hls().parseManifest(LEVELS.slice(0, levels));
  const fragments = parts.map((_, index) =>
    segment(index === 0 ? 0 : 5, { cc: index, url: `${index}.m4s`, type: type as never }),
  );
  hls().say(Events.LEVEL_LOADED, { details: { live: false, fragments } });
  const Loader = hls().config.fLoader;
  const delivered: number[] = [];
  for (const [index, frag] of fragments.entries()) {
    hls().say(Events.FRAG_LOADING, { frag });
    const context = { url: frag.url, frag, responseType: 'arraybuffer' } as FragmentLoaderContext;
    const callbacks = { onSuccess: () => delivered.push(index), onError: () => undefined, onTimeout: () => undefined };
    new Loader!({} as never).load(context, {} as never, callbacks);
    await settle();
  }
  const wasOpen = fake.instances.length;
  media.currentTime = 9.9;
  media.say('timeupdate');
  await clock.advance(0);
  const opened = fake.instances.slice(wasOpen).map(({ config }) => config.startPosition);
  return { delivered, opened, place: media.currentTime, wasOpen, codes: fatals.map(({ code }) => code) };
}

const IN_NEXT_SOURCE = { delivered: [0], opened: [10], place: 10, wasOpen: 1, codes: [] };
test.for<[string, ArrayBuffer, ArrayBuffer]>([
  ['sound begins in MPEG-TS', transport(PICTURES), transport(PICTURES, SOUND)],
  ['sound begins in fMP4', init(H264), init(H264, AAC)],
  ['sound ends in fMP4', init(H264, AAC), init(H264)],
  ['pictures end in MPEG-TS', transport(PICTURES, SOUND), transport(SOUND)],
  ['pictures end in fMP4', init(H264, AAC), init(AAC)],
  ['AAC becomes MP3 in MPEG-TS', transport(PICTURES, SOUND), transport(PICTURES, MP3)],
  ['AAC becomes AC-3 of DVB in MPEG-TS', transport(PICTURES, SOUND), transport(PICTURES, DVB_AC_3)],
  ['H.264 becomes HEVC in MPEG-TS', transport(PICTURES), transport(HEVC)],
])('where %s, the part before plays to its end, and the next one in a new source', async ([, first, second]) => {
  expect(await playParts([first, second])).toEqual(IN_NEXT_SOURCE);
});

test.for<[string, ArrayBuffer, ArrayBuffer]>([
  ['the same tracks', init(H264, AAC), init(H264, AAC)],
  ['another codec in fMP4', init(H264, AAC), init(['vide', 'hvc1'], ['soun', 'Opus'])],
  ['encrypted samples', init(H264, AAC), init(['vide', 'encv'], ['soun', 'enca'])],
  ['no sound in MPEG-TS, which is filled', transport(PICTURES, SOUND), transport(PICTURES)],
  ['metadata beside the tracks', transport(PICTURES, SOUND), transport(PICTURES, SOUND, METADATA)],
  ['unrecognised bytes', transport(PICTURES, SOUND), new ArrayBuffer(400)],
])('a next part with %s plays in the open source', async ([, first, second]) => {
  expect(await playParts([first, second])).toMatchObject({ delivered: [0, 1], opened: [], codes: [] });
});

test.for<[string, string, ArrayBuffer, ArrayBuffer]>([
  ['pictures', 'hvc1', init(H264, AAC), init(['vide', 'hvc1'], AAC)],
  ['sound', 'ac-3', init(AAC), init(['soun', 'ac-3'])],
  ['sound of MPEG-TS', 'ac-3', transport(SOUND), transport(AC_3)],
])(
  'a stream plays until a part with %s that the browser does not support, and then fails with fmt.noneavailable',
  async ([, lacking, ...parts]) => {
    expect(await playParts(parts, lacking)).toMatchObject({ delivered: [0], opened: [], codes: ['fmt.noneavailable'] });
  },
);

test('MPEG-TS whose sound codec the browser does not support plays its pictures in another source', async () => {
  expect(await playParts([transport(PICTURES, SOUND), transport(PICTURES, AC_3)], 'ac-3')).toEqual(IN_NEXT_SOURCE);
});

test('unsupported pictures of a stream with several levels open another source, and unsupported separate sound is fatal', async () => {
  const pictures = await playParts([transport(PICTURES), transport(HEVC)], 'hvc1', 2);
  expect(pictures).toEqual(IN_NEXT_SOURCE);
  const sound = await playParts([transport(SOUND), transport(AC_3)], 'ac-3', 2, 'audio');
  expect(sound).toMatchObject({ delivered: [0], opened: [], codes: ['fmt.noneavailable'] });
});
