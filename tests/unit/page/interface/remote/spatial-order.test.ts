import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextInDirection, type Box, type Direction } from '../../../../../src/page/interface/remote/spatial-order.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  ...{ left, top, right: left + width, bottom: top + height },
});

/** A player of 640 × 360: title and actions at the top, a bar over the whole width, and a row below it. */
const PLAYER = {
  title: box(10, 10, 200, 24),
  share: box(540, 4, 40, 40),
  more: box(590, 4, 40, 40),
  sound: box(10, 60, 120, 36),
  seek: box(10, 300, 620, 24),
  play: box(10, 318, 40, 40),
  mute: box(50, 318, 40, 40),
  settings: box(540, 318, 40, 40),
  full: box(590, 318, 40, 40),
};
type Name = keyof typeof PLAYER;
const NAMES = Object.keys(PLAYER) as Name[];

function from(name: Name, direction: Direction): Name | undefined {
  const others = NAMES.filter((other) => other !== name);
  const index = nextInDirection(
    PLAYER[name],
    others.map((other) => PLAYER[other]),
    direction,
  );
  return others[index];
}

test.each<[Name, Direction, Name | undefined]>([
  ['play', 'right', 'mute'],
  ['mute', 'right', 'settings'],
  ['settings', 'right', 'full'],
  ['full', 'right', undefined],
  ['full', 'left', 'settings'],
  ['play', 'left', undefined],
  ['play', 'down', undefined],
  ['play', 'up', 'seek'],
  ['full', 'up', 'seek'],
  ['seek', 'down', 'settings'],
  ['seek', 'up', 'sound'],
  ['sound', 'up', 'title'],
  ['title', 'right', 'share'],
  ['share', 'right', 'more'],
  ['more', 'down', 'seek'],
  ['title', 'up', undefined],
])('from the control %s the arrow key %s moves the focus to %s', (name, direction, next) => {
  expect(from(name, direction)).toBe(next);
});

test('a control in the same row is preferred to a nearer control that is not in the row', () => {
  const boxes = [box(60, 70, 40, 40), box(200, 0, 40, 40)];
  expect(nextInDirection(box(0, 0, 40, 40), boxes, 'right')).toBe(1);
});

test('the next control lies in the direction of the arrow, and a mirrored layout gives the mirrored control', () => {
  const anyBox = fc
    .tuple(...[500, 300].map((max) => fc.nat(max)), ...[60, 60].map((max) => fc.integer({ min: 1, max })))
    .map(([left = 0, top = 0, width = 1, height = 1]) => box(left, top, width, height));
  const mirrored = ({ left, top, right, bottom }: Box): Box => ({ left: -right, right: -left, top, bottom });
  fc.assert(
    fc.property(anyBox, fc.array(anyBox, { maxLength: 12 }), (present, boxes) => {
      const index = nextInDirection(present, boxes, 'right');
      if (index >= 0) expect(boxes[index]?.right).toBeGreaterThan(present.right);
      expect(nextInDirection(mirrored(present), boxes.map(mirrored), 'left')).toBe(index);
    }),
  );
});
