import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';
import { describeSpanName } from '../../../../protocol/profiling/span-names.ts';
import type { SpanRow } from '../../../../protocol/profiling/profiler-messages.ts';
import { titleOf } from '../../../../protocol/recording/thread-spans.ts';
import { LANE_NAMES } from '../../../../protocol/threads/lane-names.ts';
import * as format from './format.ts';
import { useFigure } from './figure.tsx';
import { inputParts } from './input-text.ts';
import { useProfiler, useSession } from './use-session.ts';

/** Accessible table of the visible spans. */
export function SpanTable({ onSelect }: { onSelect: (row: SpanRow) => void }) {
  const session = useSession();
  const { display } = useProfiler();
  // In a moving view the rows change, and render, with each read, so the table is shown only on request.
  useFigure(
    ({ state }) => `${state?.visibleCount} ${state?.rows.map(({ key, durationMs }) => `${key} ${durationMs}`).join()}`,
  );
  const { state } = session.figures;
  if (state === null) return null;
  const { rows, visibleCount } = state;
  return (
    <table className="profiler-table profiler-spans">
      <caption>
        {rows.length < visibleCount ? `The newest ${rows.length} of ${visibleCount} spans` : `${visibleCount} spans`} in
        sight
      </caption>
      <thead>
        <tr>
          <th scope="col">Span</th>
          <th scope="col">Thread, category, kind and more</th>
          <th scope="col">At</th>
          <th scope="col">Took</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key} aria-current={row.key === display.selected || undefined}>
            <th scope="row">
              <button type="button" onClick={() => onSelect(row)}>
                {titleOf(row)}
              </button>
            </th>
            <td className="profiler-words">{whereText(row)}</td>
            <td>{((row.startMs - display.originMs) / 1_000).toFixed(3)} s</td>
            <td>{tookText(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One span in a sentence. */
export function describeSpan(span: SpanRow): string {
  return `${titleOf(span)}, ${tookText(span)}; ${whereText(span)}`;
}

function whereText(span: SpanRow): string {
  const more = moreText(span);
  return `${LANE_NAMES[span.lane]}, ${span.category}, ${span.kind}${more && `; ${more}`}`;
}

function tookText({ kind, durationMs, isOpen }: SpanRow): string {
  if (kind === 'moment') return 'a moment';
  return isOpen ? `${format.milliseconds(durationMs)} so far` : format.milliseconds(durationMs);
}

function moreText({ name, bytes, value, input }: SpanRow): string {
  if (input !== undefined) return inputParts(input);
  const description = describeSpanName(name);
  const parts = [
    bytes > 0 && `${formatBytes(bytes)}${description?.bytes === undefined ? '' : ` of ${description.bytes}`}`,
    value > 0 && `${format.count(value)} ${description?.value ?? ''}`,
  ];
  return parts.filter(Boolean).join(', ');
}
