import { formatMs } from '../plot/format.ts';
import { median } from '../plot/median.ts';
import { VARIANTS, type Comparison } from '../schema/comparison.ts';

const WIDTH = 560;
const ROW = 30;
const LEFT = 76;
const RIGHT = 14;
const AXIS = 20;

/** Shows each counted run as a dot, and the median of each variant as a line. Runs with equal values are placed side by side. */
export function DotPlot({ comparison }: { readonly comparison: Comparison }) {
  const rows = VARIANTS.flatMap((name) => {
    const values = comparison.values[name];
    return values === undefined || values.length === 0 ? [] : [{ name, values }];
  });
  const largest = Math.max(...rows.flatMap(({ values }) => values), 1);
  const x = (value: number): number => LEFT + (value / largest) * (WIDTH - LEFT - RIGHT);
  const height = rows.length * ROW + AXIS;
  return (
    <figure className="dots">
      <figcaption>{comparison.title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={describe(comparison.title, rows)}>
        {rows.map(({ name, values }, row) => (
          <g key={name} transform={`translate(0 ${row * ROW})`}>
            <text x={0} y={ROW / 2 + 4}>
              {name}
            </text>
            <line className="dots-line" x1={LEFT} x2={WIDTH - RIGHT} y1={ROW / 2} y2={ROW / 2} />
            <line className="dots-median" x1={x(median(values))} x2={x(median(values))} y1={4} y2={ROW - 4} />
            {values.map((value, index) => (
              <Dot key={index} name={name} x={x(value)} y={ROW / 2 + ((index % 5) - 2) * 2.4} />
            ))}
          </g>
        ))}
        <text className="dots-axis" x={LEFT} y={height - 5}>
          0
        </text>
        <text className="dots-axis" x={WIDTH - RIGHT} y={height - 5} textAnchor="end">
          {comparison.unit === 'ms' ? formatMs(largest) : largest}
        </text>
      </svg>
    </figure>
  );
}

/** A dot, whose shape depends on the variant, since colour alone is not enough. */
function Dot({ name, x, y }: { readonly name: string; readonly x: number; readonly y: number }) {
  const size = 4.2;
  return name === 'inline' ? (
    <rect className="dot dot-inline" x={x - size + 0.6} y={y - size + 0.6} width={size * 1.7} height={size * 1.7} />
  ) : (
    <circle className={`dot dot-${name}`} cx={x} cy={y} r={size} />
  );
}

function describe(
  title: string,
  rows: readonly { readonly name: string; readonly values: readonly number[] }[],
): string {
  const of = rows.map(
    ({ name, values }) =>
      `${name}: ${values.length} runs from ${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}, median ${median(values).toFixed(1)}`,
  );
  return `${title}. ${of.join('; ')}.`;
}
