import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Look } from '../../../src/profile/report/sections/look.tsx';
import type { Timeline } from '../../../src/profile/report/schema/timeline.ts';
import '../../../src/profile/report/styles.css';

/** Main has a task and a timer in threads; 'append' is a function of its flame graph alone, twice. */
const TIMELINE: Timeline = {
  run: 0,
  chosen: 'the only run',
  durationUs: 2_000_000,
  lanes: [
    {
      id: 'player-main',
      title: 'Player main',
      kind: 'main',
      isThrottled: false,
      cpuMs: 3,
      shortCpuUs: [],
      names: ['Task', 'Timer'],
      groups: ['task', 'script'],
      spans: {
        name: [0, 1],
        startUs: [700_000, 700_100],
        durationUs: [1_000, 700],
        cpuUs: [1_000, 700],
        depth: [0, 1],
      },
      tracks: [],
      flame: {
        functions: [{ name: 'append', place: 'page.ts:7', group: 'player' }],
        nodes: { function: [0], parent: [-1] },
        samples: { node: [0, 0], startUs: [700_200, 1_900_000], durationUs: [300, 400] },
      },
    },
  ],
  network: [],
  milestones: [],
  pictures: [],
  leftOut: 0,
  shortestUs: 30,
};

function open() {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  root.render(<Look timeline={TIMELINE} startNote="" />);
  const text = (selector: string, index = 0): string => container.querySelectorAll(selector)[index]?.textContent ?? '';
  return {
    container,
    found: () => text('.tools [role="status"]'),
    selection: (index: number) => text('.selection', index),
  };
}

test('a search says what it finds in which plot, and that it finds nothing', async () => {
  const { container, found } = open();
  await expect.poll(() => container.querySelector('input[type="search"]')).not.toBeNull();
  await userEvent.keyboard('/');
  await userEvent.keyboard('append');
  await expect.poll(found).toMatch(/^2 in flame graphs/);
  await userEvent.keyboard('x');
  await expect.poll(found).toBe('nothing found');
  await userEvent.clear(container.querySelector('input') as HTMLInputElement);
  await expect.poll(found).toBe('');
  await userEvent.keyboard('t');
  await expect.poll(found).toMatch(/^2 in threads, 2 in flame graphs/);
});

test('Enter in the field, and n and p anywhere, step through the plot that has hits, and bring it into view', async () => {
  const { container, selection } = open();
  await expect.poll(() => container.querySelector('input[type="search"]')).not.toBeNull();
  await userEvent.keyboard('/');
  await userEvent.keyboard('append{Enter}');
  await expect.poll(() => selection(1)).toMatch(/^1 of 2: append .* player: 300/);
  expect((container.querySelector('input') as HTMLInputElement).value).toBe('append');
  const plot = container.querySelectorAll('.plot-window')[1] ?? expect.unreachable();
  const { top } = plot.getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(window.innerHeight);
  [...container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Whole session')?.focus();
  await userEvent.keyboard('n');
  await expect.poll(() => selection(1)).toMatch(/^2 of 2: append .* player: 400/);
  await userEvent.keyboard('p');
  await expect.poll(() => selection(1)).toMatch(/^1 of 2: /);
  expect(selection(0)).toContain('Click into the plot');
  // The selected span stays, without its number among the hits of the search before.
  await userEvent.clear(container.querySelector('input') as HTMLInputElement);
  await expect.poll(() => selection(1)).toMatch(/^append .* player: 300/);
});

test('a pressed task of the longest is selected among the threads, and they are brought into view', async () => {
  const { container, selection } = open();
  const task = (): HTMLElement | null => container.querySelector<HTMLElement>('td .link, th .link');
  await expect.poll(task).not.toBeNull();
  container.style.paddingBottom = '200vh';
  scrollTo(0, document.body.scrollHeight);
  task()?.click();
  await expect.poll(() => selection(0)).toMatch(/^Task, task: 1\.00 ms of CPU in 1\.00 ms from 700\.0 ms on/);
  const plot = container.querySelector('.plot-window') ?? expect.unreachable();
  await expect.poll(() => plot.getBoundingClientRect().bottom).toBeGreaterThan(0);
});
