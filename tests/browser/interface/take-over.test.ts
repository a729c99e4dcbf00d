import { expect, test } from 'vitest';
import { openInterface } from '../../../src/page/interface/open-interface.ts';
import { drawn } from './support/elements.ts';
import { giveTools } from './support/open-interface.ts';
import { until } from './support/until.ts';

test('an interface that is rendered while a pointer is down is shown after its click', async () => {
  let release = (): void => undefined;
  const click = new Promise<void>((resolve) => (release = resolve));
  let isDown = false;
  const presses = { isDown: () => isDown, over: async () => (isDown ? click : undefined) };
  const { given, container } = giveTools({}, { page: { presses } });
  // Keys are taken over once no pointer is down; it goes down between that and the end of the rendering.
  const opened = openInterface(container, given, () => {
    isDown = true;
    return [];
  });
  await until(() => container.querySelectorAll('.bar-play').length).toBe(1);
  expect(drawn('.bar-play')).toEqual([]);
  release();
  await opened;
  expect(drawn('.bar-play').length).toBe(1);
});
