import { expect, onTestFinished, test } from 'vitest';
import { createRoot } from 'react-dom/client';
import { FeatureBoundary } from '../../../src/page/interface/errors/feature-boundary.tsx';
import { onDemand } from '../../../src/page/interface/shared/on-demand.tsx';
import { until } from './support/until.ts';

const Part = ({ name }: { name: string }) => <p>{name} is there</p>;

function openRoot() {
  const container = document.body.appendChild(document.createElement('div'));
  const errors: unknown[] = [];
  const root = createRoot(container, { onCaughtError: (error) => errors.push(error) });
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  return { root, container, errors };
}

test('a part on demand is rendered once its code has loaded, and its second use loads nothing', async () => {
  const { root, container } = openRoot();
  let loads = 0;
  const Later = onDemand(async () => {
    loads += 1;
    return Part;
  });
  root.render(<Later key="first" name="First" />);
  await until(() => container.textContent).toBe('First is there');
  root.render(<Later key="second" name="Second" />);
  await until(() => container.textContent).toBe('Second is there');
  expect(loads).toBe(1);
});

test('a failed load of a part is thrown to its boundary once, and the next boundary loads the part again', async () => {
  const { root, container, errors } = openRoot();
  let loads = 0;
  const Later = onDemand(async () => {
    loads += 1;
    if (loads === 1) throw new Error('no connection');
    return Part;
  });
  const show = (attempt: string) =>
    root.render(
      <FeatureBoundary key={attempt} feature="part" fallback="failed">
        <Later name="Part" />
      </FeatureBoundary>,
    );
  show('first');
  await until(() => container.textContent).toBe('failed');
  expect(errors).toEqual([new Error('no connection')]);
  show('second');
  await until(() => container.textContent).toBe('Part is there');
  expect(loads).toBe(2);
});
