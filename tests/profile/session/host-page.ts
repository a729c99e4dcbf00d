import { emptyUrlOf } from './empty-document.ts';

/** The script API of the player, as far as the session uses it. */
interface ScriptPlayer {
  playVideo(): void;
  seekTo(seconds: number, allowSeekAhead: boolean): void;
  getCurrentTime(): number;
  getPlayerState(): number;
  getPlaybackQuality(): string;
  setPlaybackQuality(quality: string): void;
  loadModule(name: string): void;
  setOption(module: string, option: string, value: unknown): void;
  getOption(module: string, option: string): unknown;
}

/** Runs in the host page. Only this thread waits and polls: the player's thread does nothing for the measurement. */
interface SessionHost {
  open(url: string): Promise<void>;
  play(seconds: number): Promise<void>;
  seek(toSeconds: number): Promise<void>;
  changeQuality(): Promise<void>;
  showCaptions(): Promise<void>;
  /** Resolves once the video has played on by so many seconds. */
  watch(seconds: number): Promise<void>;
  close(url: string): void;
}

declare global {
  interface Window {
    orielProfileHost?: SessionHost;
  }
}

/** A page of another site with an empty frame: its process exists, and can be slowed down, before the player loads. */
export function hostPageHtml(playerOrigin: string): string {
  return `<!doctype html><title>Host page</title><link rel="icon" href="data:,"><style>body{margin:0}</style>
    <iframe id="frame" src="${emptyUrlOf(playerOrigin)}" width="640" height="360" style="border:0" allow="autoplay"></iframe>
    <script src="${playerOrigin}/iframe_api"></script>`;
}

/** Runs in the host page, as text, so it can use nothing of this module. */
export function installHost({ playableMark }: { readonly playableMark: string }): void {
  const ENDED = 0;
  const PLAYING = 1;
  const ASK_EVERY_MS = 50;
  const frame = document.querySelector('iframe');
  const { Oriel } = window as { Oriel?: { Player: new (target: Element, options: object) => ScriptPlayer } };
  if (frame === null || Oriel === undefined) throw new Error('the host page is not complete');
  const { Player } = Oriel;
  let player: ScriptPlayer | null = null;
  let failed: string | null = null;
  const told = new Set<string>();
  const until = (holds: (player: ScriptPlayer) => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const ask = (): void => {
        if (failed !== null) reject(new Error(failed));
        else if (player?.getPlayerState() === ENDED) reject(new Error('the video was over before the session'));
        else if (player !== null && holds(player)) resolve();
        else setTimeout(ask, ASK_EVERY_MS);
      };
      ask();
    });
  const watch = (seconds: number): Promise<void> => {
    const from = player?.getCurrentTime() ?? 0;
    return until((one) => one.getPlayerState() === PLAYING && one.getCurrentTime() >= from + seconds);
  };

  window.orielProfileHost = {
    open: (url) =>
      new Promise((resolve, reject) => {
        frame.src = url;
        player = new Player(frame, {
          events: {
            onReady() {
              performance.mark(playableMark);
              resolve();
            },
            onError({ data }: { data: unknown }) {
              failed = `the player reports error ${String(data)}`;
              reject(new Error(failed));
            },
            onPlaybackQualityChange: () => told.add('quality'),
            onApiChange: () => undefined,
          },
        });
      }),
    play(seconds) {
      player?.playVideo();
      return watch(seconds);
    },
    async seek(toSeconds) {
      player?.seekTo(toSeconds, true);
      await until((one) => one.getPlayerState() === PLAYING && one.getCurrentTime() > toSeconds + 0.5);
    },
    async changeQuality() {
      told.delete('quality');
      const present = player?.getPlaybackQuality();
      player?.setPlaybackQuality(present === 'small' ? 'hd720' : 'small');
      await until(() => told.has('quality'));
    },
    async showCaptions() {
      player?.loadModule('captions');
      player?.setOption('captions', 'track', { languageCode: 'en' });
      await until((one) => JSON.stringify(one.getOption('captions', 'track') ?? null).includes('"en"'));
    },
    watch,
    close(url) {
      frame.src = url;
    },
  };
}
