import { expect, onTestFinished, test } from 'vitest';
import { readCues } from '../../../src/provider/captions/web-vtt.ts';

/** The catalog and the studio read captions as the player's parser does, which is the browser's own. */

type PlainCue = readonly [startSeconds: number, endSeconds: number, text: string];

function readInBrowser(text: string): Promise<PlainCue[]> {
  const video = document.createElement('video');
  const track = document.createElement('track');
  const address = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
  onTestFinished(() => {
    URL.revokeObjectURL(address);
    video.remove();
  });
  return new Promise((resolve, reject) => {
    track.addEventListener('load', () =>
      resolve(
        [...(track.track.cues ?? [])].map((cue) => [cue.startTime, cue.endTime, cue instanceof VTTCue ? cue.text : '']),
      ),
    );
    track.addEventListener('error', () => reject(new Error('not loaded')));
    track.src = address;
    track.track.mode = 'hidden';
    video.append(track);
    document.body.append(video);
  });
}

test.each([
  [
    'cues with ids, settings and markup',
    'WEBVTT\n\na\n00:01.000 --> 00:02.000 line:0 align:left\n<v Tom>Hi &amp;</v>\nb\n',
  ],
  [
    'styles, regions and comments',
    'WEBVTT x\n\nSTYLE\n::cue{color:red}\n\nREGION\nid:r\n\nNOTE a\nb\n\n00:01.000 --> 00:02.000\nc\n',
  ],
  ['carriage returns and a mark', '\uFEFFWEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\na\r\rb\r'],
  ['a timing right behind the text', 'WEBVTT\n\n00:01.000 --> 00:02.000\na\n00:02.000 --> 00:03.000\nb\n'],
  ['a timing right behind the header', 'WEBVTT\n00:01.000 --> 00:02.000\na\n'],
  ['no space around the arrow', 'WEBVTT\n\n00:01.000-->00:02.000\na\n'],
  ['one digit of hours, and three', 'WEBVTT\n\n1:00:01.000 --> 100:00:02.000\na\n'],
  [
    'times that cannot be read',
    'WEBVTT\n\n00:01,000 --> 00:02,000\na\n\n0:03.000 --> 0:04.000\nb\n\n00:05.000 --> 00:06.00\nc\n',
  ],
  ['minutes of 60', 'WEBVTT\n\n00:60:00.000 --> 01:00:01.000\na\n\n00:01.000 --> 00:61.000\nb\n'],
  [
    'blank lines and an end without a line break',
    'WEBVTT\n\n\n\n00:01.000 --> 00:02.000\na\n\n\n\n00:02.000 --> 00:03.000\nb',
  ],
])('readCues returns the same cues as the browser for: %s', async (_, text) => {
  const cues = readCues(text).cues.map((cue): PlainCue => [cue.startSeconds, cue.endSeconds, cue.text]);
  expect(cues).toEqual(await readInBrowser(text));
});
