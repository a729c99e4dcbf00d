import type { HostPlayer } from '../../host/player/host-player.ts';
import { make } from '../make.ts';
import { clockTime } from '../../../protocol/runtime/clock-time.ts';

const STEP_SECONDS = 10;
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Shows controls of this page, each of which makes one call of the host script. Returns a function that updates them. */
export function showDeck(deck: HTMLElement, player: HostPlayer): () => void {
  const position = slider('Position', 0, 100, 0.1);
  const time = make('output', { className: 'time' }, '0:00 / 0:00');
  const volume = slider('Volume', 0, 100, 1);
  const mute = button('Mute', () => (player.isMuted() ? player.unMute() : player.mute()));
  const speed = make(
    'select',
    { ariaLabel: 'Speed' },
    ...RATES.map((rate) => make('option', { value: `${rate}` }, `${rate}×`)),
  );
  let isSeeking = false;
  position.addEventListener('input', () => {
    isSeeking = true;
    player.seekTo(position.valueAsNumber, false);
  });
  position.addEventListener('change', () => {
    isSeeking = false;
    player.seekTo(position.valueAsNumber, true);
  });
  volume.addEventListener('input', () => player.setVolume(volume.valueAsNumber));
  speed.addEventListener('change', () => player.setPlaybackRate(Number(speed.value)));
  deck.append(
    make('div', { className: 'deck-row' }, position, time),
    make(
      'div',
      { className: 'deck-row' },
      button('Play', () => player.playVideo(), 'primary'),
      button('Pause', () => player.pauseVideo()),
      button('Stop', () => player.stopVideo()),
      button('−10 s', () => player.seekTo(Math.max(0, player.getCurrentTime() - STEP_SECONDS), true)),
      button('+10 s', () => player.seekTo(player.getCurrentTime() + STEP_SECONDS, true)),
      make('span', { className: 'spacer' }),
      mute,
      volume,
      speed,
    ),
  );
  return () => {
    const durationSeconds = player.getDuration();
    position.max = `${durationSeconds || 100}`;
    if (!isSeeking) position.value = `${player.getCurrentTime()}`;
    const text = `${clockTime(player.getCurrentTime())} / ${clockTime(durationSeconds)}`;
    if (time.value !== text) time.value = position.ariaValueText = text;
    mute.textContent = player.isMuted() ? 'Unmute' : 'Mute';
    if (document.activeElement !== volume) volume.value = `${player.getVolume()}`;
    if (document.activeElement !== speed) speed.value = `${player.getPlaybackRate()}`;
  };
}

function button(label: string, onclick: () => void, className = ''): HTMLButtonElement {
  return make('button', { type: 'button', className, onclick }, label);
}

function slider(label: string, min: number, max: number, step: number): HTMLInputElement {
  const input = make('input', { type: 'range', className: label.toLowerCase(), ariaLabel: label });
  input.min = `${min}`;
  input.max = `${max}`;
  input.step = `${step}`;
  return input;
}
