import { expect, onTestFinished, test } from 'vitest';
import { LiveTable } from '../../../src/audience/live-page/table.ts';

interface Row {
  readonly id: number;
  readonly text: string;
}

function createTable(): { table: LiveTable<Row>; frame: HTMLElement } {
  const frame = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => frame.remove());
  const table = new LiveTable<Row>({
    frame,
    caption: 'Things',
    empty: 'Nothing yet.',
    key: (row) => row.id,
    columns: [
      { title: 'Id', text: (row) => String(row.id), kind: 'number' },
      { title: 'Text', text: (row) => row.text, alarm: (row) => row.text === 'bad' },
    ],
  });
  return { table, frame };
}

const texts = (frame: HTMLElement): string[] =>
  [...frame.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');

test('text from outside is escaped', () => {
  const { table, frame } = createTable();
  table.show([{ id: 1, text: '<img src=x onerror="document.body.dataset.hit = 1"><script>1</script>' }]);
  expect(frame.querySelector('img, script')).toBeNull();
  expect(texts(frame)[0]).toContain('<img src=x');
});

test('a column that no row fills is not shown, until one does', () => {
  const { table, frame } = createTable();
  const shown = (): (string | null)[] =>
    [...frame.querySelectorAll('th')].filter((cell) => !cell.hidden).map((cell) => cell.textContent);
  expect(shown()).toEqual(['Id', 'Text']);
  table.show([{ id: 1, text: '' }]);
  expect(shown()).toEqual(['Id']);
  expect(frame.querySelectorAll('td[hidden]')).toHaveLength(1);
  table.show([
    { id: 2, text: 'b' },
    { id: 1, text: '' },
  ]);
  expect(shown()).toEqual(['Id', 'Text']);
  expect(frame.querySelectorAll('td[hidden]')).toHaveLength(0);
});

test('rows keep their elements as others come and go around them', () => {
  const { table, frame } = createTable();
  table.show([
    { id: 2, text: 'b' },
    { id: 1, text: 'a' },
  ]);
  const kept = frame.querySelectorAll('tbody tr')[0];
  table.show([
    { id: 3, text: 'c' },
    { id: 2, text: 'changed' },
  ]);
  expect(texts(frame)).toEqual(['3c', '2changed']);
  expect(frame.querySelectorAll('tbody tr')[1]).toBe(kept);
  table.show([
    { id: 2, text: 'b' },
    { id: 3, text: 'c' },
  ]);
  expect(texts(frame)).toEqual(['2b', '3c']);
});

test('only rows that are added after the first display are marked as fresh', () => {
  const { table, frame } = createTable();
  table.show([{ id: 1, text: 'a' }]);
  table.show([
    { id: 2, text: 'b' },
    { id: 1, text: 'a' },
  ]);
  expect([...frame.querySelectorAll('tbody tr')].map((row) => row.className)).toEqual(['fresh', '']);
});

test('the table has a name, column headers, and can be scrolled by keyboard', () => {
  const { frame } = createTable();
  expect(frame.getAttribute('role')).toBe('region');
  expect(frame.getAttribute('aria-label')).toBe('Things');
  expect(frame.tabIndex).toBe(0);
  expect([...frame.querySelectorAll('th')].map((head) => [head.scope, head.textContent])).toEqual([
    ['col', 'Id'],
    ['col', 'Text'],
  ]);
});
