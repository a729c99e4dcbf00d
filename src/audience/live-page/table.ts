import { shortened } from '../plots/shortened.ts';

export interface Column<Row> {
  readonly title: string;
  readonly text: (row: Row) => string;
  /** Class names of the cell: `number`, `short`, `code`, `long`. */
  readonly kind?: string;
  /** Whether the value is highlighted as a problem. */
  readonly alarm?: (row: Row) => boolean;
  readonly tooltip?: (row: Row) => string;
  /** Characters of the text that a cell shows; 400 if absent. */
  readonly maxCharacters?: number;
}

export interface TableOptions<Row> {
  readonly frame: HTMLElement;
  readonly caption: string;
  readonly empty: string;
  readonly columns: readonly Column<Row>[];
  /** Identifies a row between updates, so that its cells are updated in place. */
  readonly key: (row: Row) => string | number;
}

const TOOLTIP_MAX_CHARACTERS = 4_000;

/**
 * A table that receives all rows with each update, and changes only cells whose value has changed. Text is inserted as text, never as
 * markup. Roles are explicit, because on narrow screens a row is displayed as a block and would lose its implicit role.
 */
export class LiveTable<Row> {
  readonly #options: TableOptions<Row>;
  readonly #body = document.createElement('tbody');
  readonly #empty = document.createElement('p');
  readonly #table = document.createElement('table');
  #rows = new Map<string | number, HTMLTableRowElement>();
  #isFirst = true;

  constructor(options: TableOptions<Row>) {
    this.#options = options;
    this.#empty.className = 'empty';
    this.#empty.textContent = options.empty;
    this.#table.append(this.#head(), this.#body);
    this.#table.setAttribute('aria-label', options.caption);
    this.#table.setAttribute('role', 'table');
    this.#body.setAttribute('role', 'rowgroup');
    options.frame.tabIndex = 0;
    options.frame.setAttribute('role', 'region');
    options.frame.setAttribute('aria-label', options.caption);
    options.frame.append(this.#empty, this.#table);
    this.show([]);
  }

  show(rows: readonly Row[]): void {
    const next = new Map<string | number, HTMLTableRowElement>();
    for (const row of rows) {
      const key = this.#options.key(row);
      next.set(key, this.#update(this.#rows.get(key) ?? this.#create(), row));
    }
    for (const [key, element] of this.#rows) if (next.get(key) !== element) element.remove();
    let after: Element | null = null;
    for (const element of next.values()) {
      const expected: Element | null = after === null ? this.#body.firstElementChild : after.nextElementSibling;
      if (expected !== element) this.#body.insertBefore(element, expected);
      after = element;
    }
    this.#hideEmptyColumns([...next.values()]);
    this.#rows = next;
    this.#isFirst = this.#isFirst && rows.length === 0;
    this.#table.hidden = rows.length === 0;
    this.#empty.hidden = rows.length > 0;
  }

  /** Hides columns without a value, which would push other columns out of sight. */
  #hideEmptyColumns(rows: readonly HTMLTableRowElement[]): void {
    const [head] = this.#table.rows;
    for (const index of this.#options.columns.keys()) {
      const isEmpty = rows.length > 0 && rows.every(({ cells }) => cells[index]?.textContent === '');
      for (const row of [...(head === undefined ? [] : [head]), ...rows]) {
        const cell = row.cells[index];
        if (cell !== undefined) cell.hidden = isEmpty;
      }
    }
  }

  #head(): HTMLTableSectionElement {
    const head = document.createElement('thead');
    const line = head.insertRow();
    head.setAttribute('role', 'rowgroup');
    line.setAttribute('role', 'row');
    for (const { title, kind } of this.#options.columns) {
      const cell = document.createElement('th');
      cell.scope = 'col';
      cell.setAttribute('role', 'columnheader');
      cell.textContent = title;
      if (kind === 'number') cell.className = kind;
      line.append(cell);
    }
    return head;
  }

  #create(): HTMLTableRowElement {
    const element = document.createElement('tr');
    if (!this.#isFirst) element.className = 'fresh';
    element.setAttribute('role', 'row');
    for (const { title, kind = '' } of this.#options.columns) {
      const cell = element.insertCell();
      cell.className = kind;
      cell.dataset['title'] = title;
      cell.setAttribute('role', 'cell');
    }
    return element;
  }

  #update(element: HTMLTableRowElement, row: Row): HTMLTableRowElement {
    for (const [index, column] of this.#options.columns.entries()) {
      const cell = element.cells[index];
      if (cell === undefined) continue;
      const text = shortened(column.text(row), column.maxCharacters);
      if (cell.textContent !== text) cell.textContent = text;
      if (column.alarm !== undefined) cell.classList.toggle('alarm', column.alarm(row));
      if (column.tooltip !== undefined) cell.title = column.tooltip(row).slice(0, TOOLTIP_MAX_CHARACTERS);
    }
    return element;
  }
}
