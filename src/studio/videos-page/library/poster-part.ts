import { clockTime, readClockTime } from '../../../../protocol/runtime/clock-time.ts';
import { field, make } from './elements.ts';

/** Form that makes the poster from a moment of the video: the current time of the player above, or a typed time. */
export class PosterPart {
  readonly element = make('form', { class: 'poster-form' });

  constructor(frame: HTMLIFrameElement, onTake: (seconds: number) => Promise<boolean>) {
    const moment = make('input', {
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'off',
      value: '0:00',
      required: '',
    });
    const take = make('button', {}, 'Use as poster');
    this.element.append(
      field('Moment', moment, 'Minutes and seconds, such as 1:23. Seek in the player to fill this in.'),
      make('div', { class: 'actions' }, take),
    );
    followTime(frame, (seconds) => {
      // Follows the player only while it has the focus: a typed time must stay while the player continues.
      if (document.activeElement === frame) moment.value = clockTime(seconds, 2);
    });
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      const seconds = readClockTime(moment.value);
      moment.setCustomValidity(seconds === undefined ? 'Write the moment as minutes and seconds, such as 1:23.' : '');
      if (seconds === undefined) moment.reportValidity();
      else void onTake(seconds);
    });
    moment.addEventListener('input', () => moment.setCustomValidity(''));
  }
}

/** Follows the time of the player in a frame, through the messages that it sends to every host page. */
function followTime(frame: HTMLIFrameElement, onTime: (seconds: number) => void): void {
  frame.addEventListener('load', () => {
    const greeting = JSON.stringify({ event: 'listening', id: 1, channel: 'widget' });
    frame.contentWindow?.postMessage(greeting, location.origin);
  });
  const read = ({ source, data }: MessageEvent<unknown>): void => {
    // Closing the details has removed the frame.
    if (!frame.isConnected) return removeEventListener('message', read);
    if (source !== frame.contentWindow || typeof data !== 'string') return;
    const seconds = timeIn(data);
    if (seconds !== undefined) onTime(seconds);
  };
  addEventListener('message', read);
}

function timeIn(message: string): number | undefined {
  try {
    const { info } = JSON.parse(message) as { info?: { currentTime?: unknown } | null };
    return typeof info?.currentTime === 'number' ? info.currentTime : undefined;
  } catch {
    return undefined;
  }
}
