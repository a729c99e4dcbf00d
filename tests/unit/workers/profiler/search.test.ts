import { expect, test } from 'vitest';
import { SpanHistory } from '../../../../workers/profiler/span-history.ts';
import { foundSpans, nextFound } from '../../../../workers/profiler/visible-spans.ts';
import { PRESS, recordThread } from '../../../support/thread-recordings.ts';
import { recordInput } from '../../../../src/page/telemetry/record-input.ts';

function recorded() {
  const main = recordThread('main');
  main.ring.add('update', 12_000, 0, 0, 0, 12_010);
  main.ring.add('first frame', 11_000, 0, 0, 0, 12_020);
  recordInput(main, 13_000, 13_100, PRESS);
  const media = recordThread('media');
  media.ring.add('append', 11_500, 0, 0, 0, 11_520);
  media.ring.begin('segment', 19_000);
  const history = new SpanHistory();
  history.add([{ ...main.ring.read(), inputs: main.inputs }, media.ring.read()]);
  return history.lanes;
}

test('a search finds spans of the whole history by name and category, in the order of their starts', () => {
  const names = (query: string) => foundSpans(recorded(), query).map(({ name }) => name);
  expect(names('media')).toEqual(['first frame', 'append', 'segment']);
  expect(names('APPEND ')).toEqual(['append']);
  expect(names('appendx')).toEqual([]);
  // An interaction is also found by its type and its target.
  expect([names('click'), names('Settings'), names('input')]).toEqual([['input'], ['input'], ['input']]);
});

test('stepping through hits goes in both directions from the selected hit, and wraps around', () => {
  const found = foundSpans(recorded(), 'media');
  const step = (selected: string | null, by: 1 | -1) => {
    const hit = nextFound(found, selected, by);
    return [hit?.number, hit?.span.name];
  };
  expect(step(null, 1)).toEqual([1, 'first frame']);
  expect(step(null, -1)).toEqual([3, 'segment']);
  expect(step(found[0]?.key ?? '', 1)).toEqual([2, 'append']);
  expect(step(found[2]?.key ?? '', 1)).toEqual([1, 'first frame']);
  expect(step(found[0]?.key ?? '', -1)).toEqual([3, 'segment']);
  expect(nextFound([], null, 1)).toBeNull();
});
