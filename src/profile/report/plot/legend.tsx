import type { CSSProperties } from 'react';
import { PHASES } from './request-phases.ts';
import { swatchOf, type Palette } from './palette.ts';

function styleOf(palette: Palette, group: string): CSSProperties {
  return { '--swatch': `var(--span-${swatchOf(palette, group).colour})` } as CSSProperties;
}

/** Meaning of colours and lines of a plot. */
export function Legend({ palette, hasMarks }: { readonly palette: Palette; readonly hasMarks: boolean }) {
  return (
    <ul className="legend" aria-label="Legend">
      {[...palette.keys()].map((group) => (
        <li key={group} className={`stripes-${swatchOf(palette, group).stripes}`} style={styleOf(palette, group)}>
          {group}
        </li>
      ))}
      {hasMarks && <li className="legend-milestone">milestone</li>}
      {hasMarks && <li className="legend-step">step of the session</li>}
    </ul>
  );
}

export function PhaseLegend() {
  return (
    <ul className="legend" aria-label="Phases">
      {PHASES.map((phase) => (
        <li key={phase} className={`phase-${phase}`}>
          {phase}
        </li>
      ))}
    </ul>
  );
}
