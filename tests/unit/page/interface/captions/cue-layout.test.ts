import { expect, test } from 'vitest';
import { placeCue } from '../../../../../src/page/interface/captions/cue-layout.ts';
import { cueOf } from '../../../../support/cue.ts';

const placed = (changes: Parameters<typeof cueOf>[0]) => {
  const { layout, zone } = placeCue(cueOf(changes));
  return { ...layout, zone };
};

test('a cue without settings is stacked at the bottom, over the whole width', () => {
  expect(placed({})).toEqual({ textAlign: 'center', left: '0%', width: '100%', zone: 'low' });
});

test('position and size set the place and the width of a cue, measured from the edge to which its text is aligned', () => {
  expect(placed({ position: 20, size: 30, align: 'start' })).toMatchObject({ left: '20%', width: '30%' });
  expect(placed({ position: 80, size: 30, align: 'end' })).toMatchObject({ left: '50%', width: '30%' });
  expect(placed({ position: 70, size: 40 })).toMatchObject({ left: '50%', width: '40%' });
  expect(placed({ size: 40, align: 'right' })).toMatchObject({ left: '60%', width: '40%', textAlign: 'right' });
  expect(placed({ position: 30, positionAlign: 'line-right', size: 20 })).toMatchObject({ left: '10%' });
});

test('a cue without a size is narrowed so that it stays within the picture', () => {
  expect(placed({ position: 90 })).toMatchObject({ left: '80%', width: '20%' });
  expect(placed({ position: 60, align: 'start' })).toMatchObject({ left: '60%', width: '40%' });
});

test('line numbers count from the top, and negative line numbers from the bottom', () => {
  expect(placed({ line: 0 })).toMatchObject({ position: 'absolute', top: '0.7em', zone: 'high' });
  expect(placed({ line: 2 })).toMatchObject({ top: '3.4em' });
  expect(placed({ line: -1 })).toMatchObject({ bottom: '0.7em', zone: 'low' });
  expect(placed({ line: -2 })).toMatchObject({ bottom: '2.05em', zone: 'low' });
});

test('a line in percent places the edge or the centre that lineAlign names', () => {
  expect(placed({ line: 10, snapToLines: false })).toMatchObject({ top: '10%', zone: 'high' });
  expect(placed({ line: 50, snapToLines: false, lineAlign: 'center' })).toMatchObject({ translate: '0 -50%' });
  expect(placed({ line: 90, snapToLines: false, lineAlign: 'end' })).toMatchObject({
    top: '90%',
    translate: '0 -100%',
    zone: 'low',
  });
});

test('vertical text is laid out in columns, counted from the side where its writing begins', () => {
  const japanese = placed({ vertical: 'rl', line: 0, align: 'start', size: 50 });
  expect(japanese).toMatchObject({ writingMode: 'vertical-rl', right: '0.7em', top: '0%', height: '50%' });
  expect(placed({ vertical: 'lr', line: 1 })).toMatchObject({ writingMode: 'vertical-lr', left: '2.05em' });
  expect(placed({ vertical: 'rl' })).toMatchObject({ left: '0.7em' });
  expect(placed({ vertical: 'lr', line: 25, snapToLines: false })).toMatchObject({ left: '25%' });
});

test('in a browser without lineAlign and positionAlign the anchors follow the alignment of the text', () => {
  const { lineAlign: _line, positionAlign: _position, ...cue } = cueOf({ line: 40, snapToLines: false, position: 10 });
  expect(placeCue({ ...cue, align: 'start', size: 30 }).layout).toMatchObject({
    top: '40%',
    left: '10%',
    width: '30%',
  });
});
