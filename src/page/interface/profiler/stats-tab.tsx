import { useState } from 'react';
import { copyText } from '../shared/copy-text.ts';
import { usePage } from '../shared/player-context.tsx';
import { Figure, useFigure } from './figure.tsx';
import { FrameSparkline } from './frame-sparkline.tsx';
import type { Figures } from './figures-store.ts';
import { sectionsOf } from './stats-sections.ts';
import { useSession } from './use-session.ts';

/** Every figure with its name, in columns as wide as the frame allows. */
export function StatsTab() {
  const session = useSession();
  // Renders when a row is added or removed; values are written into the rows.
  useFigure(shapeOf);
  const isMeasuring = useFigure(({ memory, ownCost }) => `${memory === 'measuring …'} ${ownCost === 'measuring'}`);
  return (
    <div className="profiler-stats">
      {sectionsOf(session.figures).map(({ title, rows }, section) => (
        <section key={title} data-essential={rows.some(({ isEssential }) => isEssential) || undefined}>
          <h2>{title}</h2>
          <dl>
            {rows.map(({ isEssential, isIdentifier }, row) => (
              <div key={row} data-essential={isEssential}>
                <dt>
                  <Figure of={(figures) => rowAt(figures, section, row)?.label ?? ''} />
                </dt>
                <dd>
                  <Figure of={(figures) => rowAt(figures, section, row)?.value ?? ''} />
                  {isIdentifier && <CopyButton section={section} row={row} />}
                </dd>
              </div>
            ))}
          </dl>
          {title === 'Playback' && <FrameSparkline />}
          {title === 'Memory' && !isMeasuring.startsWith('true') && (
            <button type="button" className="profiler-button" onClick={() => void session.measureMemory()}>
              Measure memory
            </button>
          )}
          {title === 'This panel' && !isMeasuring.endsWith('true') && (
            <button type="button" className="profiler-button" onClick={() => void session.measureOwnCost()}>
              Measure its cost
            </button>
          )}
        </section>
      ))}
    </div>
  );
}

const rowAt = (figures: Figures, section: number, row: number) => sectionsOf(figures)[section]?.rows[row];

function shapeOf(figures: Figures): string {
  const shape = sectionsOf(figures).map(({ title, rows }) => [
    title,
    ...rows.map(({ isEssential, isIdentifier, value }) => [isEssential, isIdentifier === true && value !== 'none']),
  ]);
  return JSON.stringify(shape);
}

function CopyButton({ section, row }: { section: number; row: number }) {
  const session = useSession();
  const { root, reportError } = usePage();
  const [word, setWord] = useState('Copy');
  const { label = '', value = '' } = rowAt(session.figures, section, row) ?? {};
  if (value === 'none') return null;
  const copy = async (): Promise<void> => {
    const text = rowAt(session.figures, section, row)?.value ?? '';
    setWord((await copyText(root, text)) ? 'Copied' : 'Copy failed');
  };
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
