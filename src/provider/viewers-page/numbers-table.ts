import { element } from './elements.ts';

export interface NumbersColumn<Row> {
  readonly title: string;
  readonly text: (row: Row) => string | Node;
  readonly isNumber?: boolean;
  /** 0 to 1: drawn behind the text as a bar. */
  readonly share?: (row: Row) => number;
}

export interface NumbersTable<Row> {
  readonly caption: string;
  readonly columns: readonly NumbersColumn<Row>[];
  readonly rows: readonly Row[];
  /** Instead of a table without rows. */
  readonly empty: string;
}

/** A table in a frame that can be scrolled by keyboard. The first cell of each row names it. */
export function numbersTable<Row>({ caption, columns, rows, empty }: NumbersTable<Row>): HTMLElement {
  if (rows.length === 0) return element('p', { className: 'table-frame empty' }, empty);
  const frame = element('div', { className: 'table-frame', tabIndex: 0, role: 'group', ariaLabel: caption });
  const table = element('table', { ariaLabel: caption });
  const head = table.createTHead().insertRow();
  for (const { title, isNumber = false } of columns)
    head.append(element('th', { scope: 'col', className: isNumber ? 'number' : '' }, title));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const [index, { text, isNumber = false, share }] of columns.entries()) {
      const cell = index === 0 ? element('th', { scope: 'row' }) : element('td');
      cell.append(text(row));
      if (isNumber) cell.classList.add('number');
      if (share !== undefined) {
        cell.classList.add('bar');
        cell.style.setProperty('--share', `${Math.round(share(row) * 100)}%`);
      }
      line.append(cell);
    }
  }
  frame.append(table);
  return frame;
}
