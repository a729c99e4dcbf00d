import { element } from './elements.ts';
import { shortened } from './shortened.ts';

export interface NumbersColumn<Row> {
  readonly title: string;
  readonly text: (row: Row) => string | Node;
  readonly isNumber?: boolean;
  /** Length of the bar behind the text, 0 to 1. */
  readonly share?: (row: Row) => number;
}

export interface NumbersTable<Row> {
  readonly caption: string;
  readonly columns: readonly NumbersColumn<Row>[];
  readonly rows: readonly Row[];
  /** Text that replaces a table without rows. */
  readonly empty: string;
}

/**
 * A table in a frame that can be scrolled by keyboard. The first cell of each row is the row's header. Roles are explicit, because on
 * narrow screens a row is displayed as a block and would lose its implicit role.
 */
export function numbersTable<Row>({ caption, columns, rows, empty }: NumbersTable<Row>): HTMLElement {
  if (rows.length === 0) return element('p', { className: 'table-frame empty' }, empty);
  const frame = element('div', { className: 'table-frame', tabIndex: 0, role: 'group', ariaLabel: caption });
  const table = element('table', { ariaLabel: caption, role: 'table' });
  const head = table.createTHead().insertRow();
  head.role = 'row';
  for (const { title, isNumber = false } of columns)
    head.append(element('th', { scope: 'col', role: 'columnheader', className: isNumber ? 'number' : '' }, title));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.role = 'row';
    for (const [index, { title, text, isNumber = false, share }] of columns.entries()) {
      const cell = index === 0 ? element('th', { scope: 'row', role: 'rowheader' }) : element('td', { role: 'cell' });
      cell.dataset['title'] = title;
      const content = text(row);
      cell.append(typeof content === 'string' ? shortened(content) : content);
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
