import { PLAYBACK_RATES } from '../../../../protocol/host/player-info.ts';
import { FASTEST_SPEED, nearestSpeed, SLOWEST_SPEED, SPEED_STEP } from '../controls/viewer-speeds.ts';
import { Choices } from '../panels/menu-parts.tsx';
import { useCommand, useLanguage, usePlayerState } from '../shared/player-context.tsx';

/** Usual speeds, whose choice closes the menu, and a slider for any speed, which leaves the menu open. */
export function SpeedPage({ onDone }: { readonly onDone: (words: string) => void }) {
  const { say, speed } = useLanguage();
  const rate = usePlayerState((snapshot) => snapshot.playbackRate);
  const command = useCommand();
  const change = (value: number): void => command({ name: 'setPlaybackRate', arguments: [value] });
  const step = (by: number): void => change(nearestSpeed(nearestSpeed(rate) + by));
  return (
    <>
      <div className="speed-row" role="group" aria-label={say('speed')}>
        <button
          type="button"
          className="text-button quiet"
          aria-label={say('slower')}
          onClick={() => step(-SPEED_STEP)}
        >
          −
        </button>
        <input
          type="range"
          aria-label={say('speed')}
          aria-valuetext={speed(rate)}
          min={SLOWEST_SPEED}
          max={FASTEST_SPEED}
          step={SPEED_STEP}
          value={nearestSpeed(rate)}
          onChange={({ target }) => change(nearestSpeed(Number(target.value)))}
        />
        <button type="button" className="text-button quiet" aria-label={say('faster')} onClick={() => step(SPEED_STEP)}>
          +
        </button>
        {/* Announces the speed that the buttons have set. */}
        <output>{speed(rate)}</output>
      </div>
      <Choices
        label={say('speed')}
        chosen={String(rate)}
        choices={PLAYBACK_RATES.map((value) => ({
          key: String(value),
          label: value === 1 ? say('normal') : speed(value),
        }))}
        onChoose={(value) => {
          change(Number(value));
          onDone(speed(Number(value)));
        }}
      />
    </>
  );
}
