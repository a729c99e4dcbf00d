import type { ReactNode } from 'react';

export interface DataTableProps {
  readonly caption: string;
  readonly head: readonly string[];
  /** Rows of the table; the first cell of a row is its header. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A figure with its unit. */
const FIGURES = /([−+]?\d[\d.,]*(?: (?:[mµ]?s|[kM]?B|%)(?!\S))?)/;

/** Keeps figures unbroken: a narrow column breaks long names anywhere, but half a figure reads like another figure. */
function unbroken(cell: ReactNode): ReactNode {
  if (typeof cell !== 'string') return cell;
  return cell.split(FIGURES).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="figure">
        {part}
      </span>
    ),
  );
}

export function DataTable({ caption, head, rows }: DataTableProps) {
  return (
    <div className="scrolls">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest] }) => (
            <tr key={key}>
              <th scope="row">{unbroken(first)}</th>
              {rest.map((cell, index) => (
                <td key={head[index + 1] ?? index}>{unbroken(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
