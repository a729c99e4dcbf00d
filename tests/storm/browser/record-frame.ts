import type { FrameRecord } from './records.ts';

/**
 * Runs in every frame before its own scripts, as text, so it can use nothing of this module. Records each request with the
 * time of its event, since a press may be dispatched after a message that arrived later.
 */
export function recordFrame(): void {
  if (!location.pathname.startsWith('/embed/')) return;
  const record: FrameRecord = { arrivals: [], media: [] };
  window.stormFrame = record;
  const now = (): number => performance.timeOrigin + performance.now();
  const momentOf = ({ timeStamp }: Event): number => performance.timeOrigin + timeStamp;
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

  const placeOf = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return 'elsewhere';
    if (target.closest('.seek') !== null) return 'bar';
    if (target.closest('#big-play') !== null) return 'big-play';
    if (target.closest('button[aria-keyshortcuts="k"]') !== null) return 'play-button';
    return target.closest('video, canvas, #poster') === null ? 'elsewhere' : 'picture';
  };
  const shareOf = ({ target, clientX }: PointerEvent): number => {
    const { left, width } = target instanceof Element ? target.getBoundingClientRect() : { left: 0, width: 1 };
    return Math.min(1, Math.max(0, (clientX - left) / width));
  };
  const readCommand = (event: MessageEvent<unknown>): void => {
    const { data } = event;
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    if (!isRecord(message) || message['event'] !== 'command') return;
    const args: unknown = message['args'];
    record.arrivals.push({
      atMs: momentOf(event),
      by: 'host',
      func: String(message['func']),
      args: Array.isArray(args) ? args : [],
    });
  };

  addEventListener('message', (event) => event.source === parent && readCommand(event), { capture: true });
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Shift') record.arrivals.push({ atMs: momentOf(event), by: 'key', key: event.key });
    },
    true,
  );
  addEventListener(
    'pointerdown',
    (event) => {
      const on = placeOf(event.target);
      record.arrivals.push({ atMs: momentOf(event), by: 'pointer', on, share: on === 'bar' ? shareOf(event) : 0 });
    },
    true,
  );
  // At `interactive`, all inline scripts have run.
  document.addEventListener('readystatechange', () => {
    if (document.readyState !== 'interactive') return;
    void window.stormHasReached?.('parsed');
    requestAnimationFrame(() => requestAnimationFrame(() => void window.stormHasReached?.('painted')));
  });
  const events = [
    'play',
    'playing',
    'pause',
    'waiting',
    'seeking',
    'seeked',
    'emptied',
    'loadeddata',
    'ended',
    'error',
  ];
  for (const type of [...events, 'click'])
    addEventListener(
      type,
      ({ target }) => {
        const isMedia = target instanceof HTMLMediaElement;
        const where = isMedia
          ? ` at ${target.currentTime.toFixed(2)}`
          : target instanceof Element
            ? ` ${target.id}`
            : '';
        record.media.push({ atMs: now(), text: `${type}${where}` });
      },
      true,
    );
}
