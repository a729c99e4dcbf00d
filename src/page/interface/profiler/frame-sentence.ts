import type { FrameDetail } from '../../../../protocol/profiling/frames.ts';
import * as format from './format.ts';
import { inputText } from './input-text.ts';

/** Describes a frame in a sentence: its verdict, and the shares of its time. */
export function frameSentence(frame: FrameDetail, originMs: number): string {
  const { verdict, startMs, endMs, lateMs, dropped } = frame;
  const what = {
    long: 'Long frame of main',
    'on time': 'Video frame on time',
    late: `Video frame ${format.milliseconds(lateMs)} late`,
    dropped: `Video frame after ${dropped} dropped`,
  }[verdict];
  const at = `at ${((startMs - originMs) / 1_000).toFixed(3)} s`;
  const inputs = frame.inputs.map((span) => ` Under way: ${inputText(span)}.`).join('');
  return `${what} ${at}, ${format.milliseconds(endMs - startMs)}: ${frameShares(frame)}.${inputs}`;
}

/** Shares of a frame's time by kind of work, the largest first. */
export function frameShares(frame: FrameDetail): string {
  const { startMs, endMs, parts, unknownMs } = frame;
  const main = parts.filter(({ name }) => !name.startsWith('of it'));
  return [...main, { name: 'unknown', durationMs: unknownMs }]
    .filter(({ durationMs }) => durationMs > 0)
    .sort((one, other) => other.durationMs - one.durationMs)
    .map(
      ({ name, durationMs }) =>
        `${format.share(durationMs / (endMs - startMs))} ${name}${name === 'script' ? scriptText(frame) : ''}`,
    )
    .join('; ');
}

/** The longest script of a frame, by the name that the browser reports. */
function scriptText({ scripts }: FrameDetail): string {
  const [longest] = scripts;
  if (longest === undefined) return '';
  return scripts.length === 1
    ? `: ${longest.name}`
    : `, most of it ${longest.name} for ${format.milliseconds(longest.durationMs)}`;
}
