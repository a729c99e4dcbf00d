import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { AHEAD } from '../../../../protocol/media/spherical.ts';
import type { WordKey } from '../../language/word.ts';
import type { SphericalView } from '../../spherical/spherical-view.ts';
import { useFeatures, usePlayback } from '../shared/player-context.tsx';
import type { Features } from '../shared/features.ts';
import { notices } from '../shared/notices.ts';
import { pointerKind } from '../touch/pointer-kind.ts';
import { directionWords } from './direction-words.ts';
import { HeldSteps } from './held-steps.ts';
import { look, zoom, type LookAction } from './look-key-table.ts';
import { ANNOUNCE_DELAY_MS } from './look-keys.ts';

/** Icons of the buttons, on the same grid as the other icons. */
const CHEVRON = 'M12 7.5 19 14.5 17.4 16.1 12 10.7 6.6 16.1 5 14.5z';
const MINUS = 'M5 10.9h14v2.2H5z';
const PLUS = 'M10.9 5h2.2v5.9H19v2.2h-5.9V19h-2.2v-5.9H5v-2.2h5.9z';
const RING =
  'M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm0 2.2a4.8 4.8 0 1 0 0 9.6 4.8 4.8 0 0 0 0-9.6zm0 2.6a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z';

interface PadButton {
  readonly name: string;
  readonly label: WordKey;
  readonly path: string;
  readonly turnDegrees?: number;
  readonly step: LookAction;
}

/** Buttons in reading order. */
const BUTTONS: readonly PadButton[] = [
  { name: 'out', label: 'zoomOut', path: MINUS, step: zoom(1) },
  { name: 'up', label: 'turnUp', path: CHEVRON, step: look(0, 1) },
  { name: 'in', label: 'zoomIn', path: PLUS, step: zoom(-1) },
  { name: 'left', label: 'turnLeft', path: CHEVRON, turnDegrees: -90, step: look(1, 0) },
  { name: 'ahead', label: 'resetView', path: RING, step: (view) => view.turnTo(AHEAD) },
  { name: 'right', label: 'turnRight', path: CHEVRON, turnDegrees: 90, step: look(-1, 0) },
  { name: 'down', label: 'turnDown', path: CHEVRON, turnDegrees: 180, step: look(0, -1) },
];

/** Buttons for looking around without a drag (WCAG 2.5.7): each press is a step, and a held button repeats it. */
export function LookPad({ view, onClose }: { view: SphericalView; onClose: () => void }) {
  const features = useFeatures();
  const { say } = features.language;
  const [held] = useState(() => openSteps(features, view));
  const pad = usePad(onClose);
  useEffect(() => held.end, [held]);
  return (
    <div ref={pad} className="look-pad" role="group" aria-label={say('lookAround')} dir="ltr">
      {BUTTONS.map(({ name, label, path, turnDegrees = 0, step }) => (
        <button
          key={name}
          type="button"
          className="icon-button"
          style={{ gridArea: name }}
          aria-label={say(label)}
          onPointerDown={({ button }) => button === 0 && held.begin(() => step(view))}
          onPointerUp={held.end}
          onPointerCancel={held.end}
          onPointerLeave={held.end}
          onClick={(event) => held.click(() => step(view), event)}
        >
          <PadIcon path={path} turnDegrees={turnDegrees} />
        </button>
      ))}
      <button
        type="button"
        className="icon-button"
        style={{ gridArea: 'close' }}
        aria-label={say('close')}
        onClick={onClose}
      >
        <PadIcon path={PLUS} turnDegrees={45} />
      </button>
    </div>
  );
}

function PadIcon({ path, turnDegrees }: { path: string; turnDegrees: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} fillRule="evenodd" transform={`rotate(${turnDegrees} 12 12)`} />
    </svg>
  );
}

/** Steps while a button is held; once the buttons rest, a notice states the direction, as after keys. */
function openSteps(features: Features, view: SphericalView): HeldSteps {
  const { page, playback, language } = features;
  return new HeldSteps({
    clock: page.clock,
    onHeld: () => playback.attention.send(features.get(pointerKind).get() === 'coarse' ? 'touched' : 'pointed'),
    onRest: () => features.get(notices).show(directionWords(view.direction, language)),
    restMs: ANNOUNCE_DELAY_MS,
  });
}

/** Focuses the first button of the pad. Escape closes the pad, and a finger that is held on it opens no context menu. */
function usePad(onClose: () => void) {
  const { attention } = usePlayback();
  const pad = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => attention.moveFocus(() => pad.current?.querySelector('button')?.focus()), [attention]);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close();
    };
    pad.current?.addEventListener('keydown', press, { signal });
    pad.current?.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    return () => listening.abort();
  }, []);
  return pad;
}
