import type { KeyboardEvent, PointerEvent } from 'react';
import { usePage, useStore } from '../shared/player-context.tsx';
import type { PanelPlace } from './panel-place.ts';

const KEY_STEP = 0.04;
const KEYS: Readonly<Record<'beside' | 'under', Readonly<Record<string, number>>>> = {
  beside: { ArrowLeft: KEY_STEP, ArrowRight: -KEY_STEP },
  under: { ArrowUp: KEY_STEP, ArrowDown: -KEY_STEP },
};

/** The edge between the video and the panel, which is dragged or moved by arrow keys. */
export function PanelEdge({ place }: { place: PanelPlace }) {
  const { root } = usePage();
  const { side, share } = useStore(place);
  if (side !== 'beside' && side !== 'under') return null;
  const drag = ({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>): void => {
    if (!currentTarget.hasPointerCapture(pointerId)) return;
    const { clientWidth, clientHeight } = root.ownerDocument.documentElement;
    place.resize(side === 'beside' ? 1 - clientX / clientWidth : 1 - clientY / clientHeight);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const step = KEYS[side][event.key];
    if (step === undefined) return;
    // The player's shortcuts use the same keys.
    event.preventDefault();
    place.resize(share + step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a line that is no control cannot be moved
    <div
      className="profiler-edge"
      role="separator"
      aria-label="Size of the panel"
      aria-orientation={side === 'beside' ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(share * 100)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that can be moved is a control
      tabIndex={0}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
