import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import html from '../../../src/audience/live-page/index.html?raw';
import '../../../src/provider/operator-page/styles/operator-page.css';

test('the links of the page stand together in one line', async () => {
  await page.viewport(1_280, 740);
  const links = '<a href="/provider/films">Videos</a>';
  const parsed = new DOMParser().parseFromString(html.replace('<!--oriel:links-->', links), 'text/html');
  const masthead = document.body.appendChild(parsed.querySelector('.masthead') ?? document.createElement('p'));
  onTestFinished(() => masthead.remove());
  const boxes = [...masthead.querySelectorAll('a')].map((link) => link.getBoundingClientRect());
  expect(boxes).toHaveLength(3);
  expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
  expect((boxes.at(-1)?.right ?? Infinity) - (boxes[0]?.left ?? 0)).toBeLessThan(300);
});
