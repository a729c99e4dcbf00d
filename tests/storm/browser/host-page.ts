import type { HostRecord, ScriptReads } from './records.ts';

export interface HostPageStart {
  readonly embedUrl: string;
  readonly usesScript: boolean;
}

/** A page of another site with a frame that has no player yet: its process can be slowed down before the player loads. */
export function hostPageHtml(playerOrigin: string): string {
  return `<!doctype html><title>Host</title><link rel="icon" href="data:,"><style>body{margin:0}</style>
    <iframe id="frame" src="${playerOrigin}/robots.txt" width="640" height="360" style="border:0;display:block" allow="autoplay"></iframe>
    <script src="${playerOrigin}/iframe_api"></script>`;
}

interface ScriptPlayer {
  readonly [name: string]: (...args: readonly unknown[]) => unknown;
}

/** Runs in the host page, as text. Navigates to the player, records messages of the frame, and returns the time of the start. */
export function startHost({ embedUrl, usesScript }: HostPageStart): number {
  const frame = document.querySelector('iframe');
  if (frame === null) throw new Error('the host page has no frame');
  const { origin } = new URL(embedUrl);
  const now = (): number => performance.timeOrigin + performance.now();
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  const post = (message: object): void => frame.contentWindow?.postMessage(JSON.stringify(message), origin);
  const events = ['onStateChange', 'onError', 'onPlaybackRateChange', 'onVolumeChange', 'onApiChange'];
  let player: ScriptPlayer | null = null;

  const host: HostRecord = {
    told: {},
    states: [],
    errors: [],
    readyAtMs: null,
    captionLanguage: null,
    send(func, args) {
      if (player === null) post({ event: 'command', func, args });
      else player[func]?.(...args);
    },
    greet() {
      post({ event: 'listening' });
      for (const name of events) post({ event: 'command', func: 'addEventListener', args: [name] });
    },
    read(): ScriptReads | null {
      const one = player;
      if (one === null) return null;
      const read = (name: string): unknown => one[name]?.();
      return {
        state: read('getPlayerState'),
        timeSeconds: read('getCurrentTime'),
        volume: read('getVolume'),
        muted: read('isMuted'),
        rate: read('getPlaybackRate'),
      };
    },
  };
  window.stormHost = host;

  const noteState = (state: unknown, by: 'event' | 'info'): void => {
    if (typeof state === 'number') host.states.push({ atMs: now(), state, by });
  };
  const takeInfo = (info: Record<string, unknown>): void => {
    noteState(info['playerState'], 'info');
    Object.assign(host.told, info);
  };
  const takeCaptions = (info: Record<string, unknown>): void => {
    const captions = isRecord(info['captions']) ? info['captions'] : {};
    const track = isRecord(captions['track']) ? captions['track'] : {};
    host.captionLanguage = typeof track['languageCode'] === 'string' ? track['languageCode'] : null;
  };
  addEventListener('message', ({ data, source }) => {
    if (source !== frame.contentWindow || typeof data !== 'string') return;
    const message: unknown = JSON.parse(data);
    if (!isRecord(message)) return;
    const { event, info } = message;
    if (event === 'onReady') host.readyAtMs ??= now();
    if (event === 'onStateChange') noteState(info, 'event');
    if (event === 'onError') host.errors.push(info);
    if (!isRecord(info)) return;
    if (event === 'initialDelivery' || event === 'infoDelivery') takeInfo(info);
    if (event === 'apiInfoDelivery') takeCaptions(info);
  });

  const startedAtMs = now();
  frame.src = embedUrl;
  if (!usesScript) return startedAtMs;
  const { Oriel } = window as { Oriel?: { Player: new (target: Element, options: object) => ScriptPlayer } };
  if (Oriel === undefined) throw new Error('the script of the API is not there');
  const listeners = Object.fromEntries(events.map((name) => [name, () => undefined]));
  player = new Oriel.Player(frame, { events: listeners });
  return startedAtMs;
}
