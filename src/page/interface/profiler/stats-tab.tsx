import { memo, useState } from 'react';
import { copyText } from '../shared/copy-text.ts';
import { usePage } from '../shared/player-context.tsx';
import { FrameSparkline } from './frame-sparkline.tsx';
import { statsSections, type StatsRow } from './stats-sections.ts';
import { useProfiler, useSession } from './use-session.ts';

/** Every figure with its name, in columns as wide as the frame allows. */
export function StatsTab() {
  const session = useSession();
  const { facts, state, memory, frames } = useProfiler();
  return (
    <div className="profiler-stats">
      {statsSections(facts, state, memory).map(({ title, rows }) => (
        <section key={title} data-essential={rows.some(({ isEssential }) => isEssential) || undefined}>
          <h2>{title}</h2>
          <dl>
            {rows.map((row) => (
              <Row key={row.label} {...row} />
            ))}
          </dl>
          {title === 'Playback' && <FrameSparkline samples={frames} />}
          {title === 'Memory' && memory !== 'measuring …' && (
            <button type="button" className="profiler-button" onClick={() => void session.measureMemory()}>
              Measure memory
            </button>
          )}
        </section>
      ))}
    </div>
  );
}

/** Most stay the same from read to read. */
const Row = memo(function Row({ label, value, isIdentifier, isEssential }: StatsRow) {
  return (
    <div data-essential={isEssential}>
      <dt>{label}</dt>
      <dd>
        {value}
        {isIdentifier && value !== 'none' && <CopyButton label={label} text={value} />}
      </dd>
    </div>
  );
});

function CopyButton({ label, text }: { label: string; text: string }) {
  const { root, reportError } = usePage();
  const [word, setWord] = useState('Copy');
  const copy = async (): Promise<void> => setWord((await copyText(root, text)) ? 'Copied' : 'Copy failed');
  return (
    <button
      type="button"
      className="profiler-copy"
      aria-label={`${word}: ${label}`}
      onClick={() => void copy().catch(reportError)}
    >
      {word}
    </button>
  );
}
