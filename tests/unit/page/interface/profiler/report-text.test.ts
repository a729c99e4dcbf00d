import { expect, test } from 'vitest';
import type { FrameDetail } from '../../../../../protocol/profiling/frames.ts';
import type { ProfilerState } from '../../../../../protocol/profiling/profiler-messages.ts';
import type { Span } from '../../../../../protocol/recording/thread-spans.ts';
import { frameSentence } from '../../../../../src/page/interface/profiler/frame-sentence.ts';
import { reportText } from '../../../../../src/page/interface/profiler/report-text.ts';
import { PRESS } from '../../../../support/thread-recordings.ts';

const INPUT: Span = {
  lane: 'main',
  name: 'input',
  startMs: 57_000,
  durationMs: 100,
  isOpen: false,
  flow: 0,
  bytes: 0,
  value: 30,
  input: PRESS,
};
const INPUT_TEXT =
  'input: click on button settings, 100 ms (delay 20 ms, handlers 30 ms, style, layout and paint to the screen 50 ms)';

const FRAME: FrameDetail = {
  verdict: 'long',
  startMs: 57_010,
  endMs: 57_110,
  lateMs: 0,
  dropped: 0,
  parts: [{ name: 'script', durationMs: 80 }],
  unknownMs: 20,
  toScreenMs: null,
  scripts: [{ name: 'open (page.js, character 12), by BUTTON.onclick', durationMs: 80 }],
  inputs: [INPUT],
  spans: [],
  workers: [],
};

const STATE = { latestMs: 60_000, lanes: [], longFrames: [], inputs: [INPUT] } as unknown as ProfilerState;

test('the report lists each interaction with its target and its phases', () => {
  const text = reportText([], STATE);
  expect(text).toContain(`## Inputs\n3.0 s ago: ${INPUT_TEXT}\n`);
  expect(text).toContain('## Long frames\nnone\n');
});

test('the report lists the parts of each long frame, and the sentence about the chosen frame', () => {
  const span: Span = { ...INPUT, name: 'long frame', durationMs: 100, value: 50 };
  const long = (detail: FrameDetail | null): ProfilerState => ({ ...STATE, longFrames: [{ ...span, detail }] });
  const line = '3.0 s ago: 100 ms, of it blocking 50 ms';
  expect(reportText([], long(FRAME))).toContain(
    `${line}: 80 % script: open (page.js, character 12), by BUTTON.onclick; 20 % unknown\n`,
  );
  expect(reportText([], long(null))).toContain(`${line}\n`);
  expect(reportText([], STATE, frameSentence(FRAME, 50_000))).toContain(
    '## Chosen frame\nLong frame of main at 7.010 s, 100 ms: 80 % script: open (page.js',
  );
});

test('the sentence about a frame names the interactions that were under way', () => {
  expect(frameSentence(FRAME, 50_000)).toContain(` Under way: ${INPUT_TEXT}.`);
});

test('the sentence about a frame with several scripts names the longest script, with its time', () => {
  const scripts = [...FRAME.scripts, { name: 'evaluation of page.js', durationMs: 5 }];
  expect(frameSentence({ ...FRAME, scripts, inputs: [] }, 50_000)).toBe(
    'Long frame of main at 7.010 s, 100 ms: 80 % script, most of it open (page.js, character 12), by BUTTON.onclick for 80 ms; 20 % unknown.',
  );
});
