import { expect, test } from 'vitest';
import { UploadState } from '../../../../protocol/provider/video-uploads.ts';
import { nextUploadState, type UploadEvent } from '../../../../src/studio/uploads/upload-state.ts';
import { acceptCaptions, readUploadOptions, refuseWithoutRoom } from '../../../../src/studio/uploads/upload-rules.ts';

const MAX_BYTES = 1_000_000;
const EVENTS: readonly UploadEvent[] = ['arrived', 'begun', 'prepared', 'failed', 'interrupted', 'again'];

test('an upload changes its state only by the listed events', () => {
  const edges = UploadState.options.flatMap((state) =>
    EVENTS.flatMap((event) => {
      const next = nextUploadState(state, event);
      return next === undefined ? [] : [`${state} ${event} ${next}`];
    }),
  );
  expect(edges).toEqual([
    'uploading arrived waiting',
    'waiting begun preparing',
    'preparing prepared ready',
    'preparing failed failed',
    'preparing interrupted waiting',
    'failed again waiting',
  ]);
});

test('the options of an upload are read from its metadata, and missing options have defaults', () => {
  expect(readUploadOptions({ filename: 'film.mp4' }, 5, MAX_BYTES)).toEqual({
    ...{ fileName: 'film.mp4', sizeBytes: 5, modifiedMs: 0 },
    ...{ title: null, isListed: true, copies: false },
  });
  const metadata = { filename: 'a.mov', title: ' A \u0007 title\n', listed: '0', copy: '1', modified: '1700000000000' };
  expect(readUploadOptions(metadata, 5, MAX_BYTES)).toEqual({
    ...{ fileName: 'a.mov', sizeBytes: 5, modifiedMs: 1_700_000_000_000 },
    ...{ title: 'A title', isListed: false, copies: true },
  });
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\videos\\mine.mp4', 'mine.mp4'],
  ['<b>"a"</b>.mp4', 'b>.mp4'],
  ['line\u2028\nbreak\u0000.mp4', 'line break .mp4'],
  ['é'.repeat(300), 'é'.repeat(200)],
  ['photo\u202egpj.mp4', 'photo gpj.mp4'],
])('the file name %j of an upload is stored as %j', (filename, kept) => {
  expect(readUploadOptions({ filename }, 5, MAX_BYTES).fileName).toBe(kept);
});

test.each([
  [{}, 5, 400, 'has to have a filename'],
  [{ filename: 'films/' }, 5, 400, 'has to have a filename'],
  [{ filename: 'a.mp4' }, undefined, 400, 'Upload-Length is missing'],
  [{ filename: 'a.mp4' }, 0, 400, 'a.mp4 is empty: 0 bytes.'],
  [{ filename: 'a.mp4' }, MAX_BYTES + 1, 413, 'ORIEL_UPLOAD_MAX_BYTES'],
])('an upload with the metadata %j and %j bytes is refused with %i', (metadata, sizeBytes, status, message) => {
  expect(() => readUploadOptions(metadata, sizeBytes, MAX_BYTES)).toThrow(
    expect.objectContaining({ status, message: expect.stringContaining(message) }),
  );
});

test('an upload of exactly the maximum size is accepted', () => {
  expect(readUploadOptions({ filename: 'a.mp4' }, MAX_BYTES, MAX_BYTES).sizeBytes).toBe(MAX_BYTES);
});

/** 'Привет, как дела?' in Windows-1251. */
const CYRILLIC = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xea, 0xe0, 0xea, 0x20, 0xe4, 0xe5, 0xeb, 0xe0, 0x3f];
const CUES = '1\n00:00:00,000 --> 00:00:01,000\nHello\n';

test('captions are stored as WebVTT under a name made of number, language and marks only', () => {
  const accept = (name: string, number: number) => acceptCaptions(name, Buffer.from(CUES), { number });
  expect(accept('de.srt', 1)).toEqual({
    file: '1.de.vtt',
    webVtt: 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello\n',
    remarks: [],
  });
  expect(accept('../../Video "x".pt-BR.vtt', 12).file).toBe('12.pt-BR.vtt');
  expect(accept('film.ger.forced.srt', 2).file).toBe('2.de.forced.vtt');
  expect(accept('film.zh_Hant_TW.sdh.srt', 3).file).toBe('3.zh-Hant-TW.sdh.vtt');
});

test('captions in Windows-1252 keep their accents, and the detected encoding is reported', () => {
  const bytes = Buffer.from(CUES.replace('Hello', 'Für den König wäre das schön, sagte er.'), 'latin1');
  const { webVtt, remarks } = acceptCaptions('de.srt', bytes, { number: 1 });
  expect([webVtt.split('\n')[3], remarks]).toEqual([
    'Für den König wäre das schön, sagte er.',
    ['de.srt: It was read as windows-1252.'],
  ]);
  expect(acceptCaptions('de.srt', bytes, { number: 1, encoding: 'windows-1250' }).remarks).toEqual([]);
});

test('captions in an unlikely encoding are refused with the name of the form field for the encoding', () => {
  const bytes = Uint8Array.from([...Buffer.from(CUES.replace('Hello', '')), ...CYRILLIC]);
  expect(() => acceptCaptions('en.srt', bytes, { number: 1 })).toThrow(
    /looks like windows-1251, .* or name its encoding \(“Caption encoding”\)\.$/,
  );
  expect(acceptCaptions('en.srt', bytes, { number: 1, encoding: 'windows-1251' }).webVtt).toContain('Привет');
});

test.each([
  ['subtitles.srt', CUES, 1, 'does not say its language'],
  ['de.smi', '<SAMI>', 1, 'a kind that is not read here (SAMI)'],
  ['de.srt', 'a letter', 1, 'no captions that can be read'],
  ['de.srt', CUES + ' '.repeat(1_048_576), 1, 'is too large for captions'],
  ['de.srt', CUES, 41, 'At most 40'],
  ['de.vtt', 'WEBVTT\n\n00:01 --> 00:02\nHello\n', 1, 'no cue that can be shown (line 3: the times cannot be read'],
])('the captions %s are refused with the reason', (name, text, number, message) => {
  expect(() => acceptCaptions(name, Buffer.from(text), { number })).toThrow(
    expect.objectContaining({ status: 400, message: expect.stringContaining(message) }),
  );
});

const GIGABYTE = 1e9;

test.each([
  [
    'room for the upload and the video',
    { uploadsFreeBytes: 3 * GIGABYTE, catalogFreeBytes: 3 * GIGABYTE, isShared: true },
    true,
  ],
  [
    'room only for the upload',
    { uploadsFreeBytes: 2 * GIGABYTE, catalogFreeBytes: 2 * GIGABYTE, isShared: true },
    false,
  ],
  [
    'the video on another disk',
    { uploadsFreeBytes: 2 * GIGABYTE, catalogFreeBytes: 2 * GIGABYTE, isShared: false },
    true,
  ],
  ['another disk that is full', { uploadsFreeBytes: 9 * GIGABYTE, catalogFreeBytes: GIGABYTE, isShared: false }, false],
])('whether an upload of a gigabyte is accepted depends on the free space: %s', (_, space, fits) => {
  const refuse = (): void => refuseWithoutRoom(space, GIGABYTE, GIGABYTE);
  if (fits) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expect.objectContaining({ status: 507, message: expect.stringContaining('no room') }));
});

test('bytes that other uploads still have to send count as used space', () => {
  const space = { uploadsFreeBytes: 3 * GIGABYTE, catalogFreeBytes: 3 * GIGABYTE, isShared: true };
  expect(() => refuseWithoutRoom(space, 2 * GIGABYTE, GIGABYTE)).toThrow(expect.objectContaining({ status: 507 }));
});
