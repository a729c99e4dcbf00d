import type { Frame, Page } from 'playwright';
import type { FrameRecord, HostRecord, ScriptReads } from './records.ts';

/** State of the player at one moment: of the element itself, and of the last messages to the host. */
export interface Observation {
  readonly element: {
    /** Wall time of this reading; on a busy machine, the host page is read much later. */
    readonly atMs: number;
    readonly paused: boolean;
    readonly seeking: boolean;
    readonly ended: boolean;
    readonly readyState: number;
    readonly timeSeconds: number;
    readonly durationSeconds: number;
    readonly rate: number;
    readonly volume: number;
    readonly muted: boolean;
  };
  /** Whether the interface has mounted, which also handles keys that were pressed earlier. */
  readonly takesKeys: boolean;
  readonly told: {
    readonly readyAtMs: number | null;
    readonly state: number | null;
    readonly timeSeconds: number;
    /** Time of `timeSeconds`, as the player reports it. */
    readonly timeAtMs: number;
    readonly videoId: string;
    readonly rate: number;
    readonly volume: number;
    readonly muted: boolean;
    readonly seekable: readonly [number, number];
    readonly playlist: readonly string[] | null;
    readonly playlistIndex: number;
    readonly captionLanguage: string | null;
    readonly errors: readonly string[];
    /** All states that the host has received. */
    readonly states: HostRecord['states'];
  };
  /** All requests that have reached the document. */
  readonly arrivals: FrameRecord['arrivals'];
  /** Values that the script of the API returns to the host; `null` for a raw host. */
  readonly reads: ScriptReads | null;
  readonly atMs: number;
}

export async function observe(page: Page, frame: Frame): Promise<Observation> {
  const inFrame = await frame.evaluate(readFrame);
  const inHost = await page.evaluate(readHost);
  return { ...inFrame, ...inHost, atMs: Date.now() };
}

function readFrame(): Pick<Observation, 'element' | 'takesKeys' | 'arrivals'> {
  const video = document.querySelector('video');
  if (video === null) throw new Error('the player has no media element');
  return {
    element: {
      atMs: performance.timeOrigin + performance.now(),
      paused: video.paused,
      seeking: video.seeking,
      ended: video.ended,
      readyState: video.readyState,
      timeSeconds: video.currentTime,
      durationSeconds: Number.isFinite(video.duration) ? video.duration : 0,
      rate: video.playbackRate,
      volume: Math.round(video.volume * 100),
      muted: video.muted,
    },
    takesKeys: document.getElementById('interface')?.hasChildNodes() === true,
    arrivals: window.stormFrame?.arrivals ?? [],
  };
}

function readHost(): Pick<Observation, 'told' | 'reads'> {
  const host = window.stormHost;
  if (host === undefined) throw new Error('the host page has not been started');
  const { told } = host;
  const fieldsOf = (name: string): Record<string, unknown> => {
    const value = told[name];
    return typeof value === 'object' && value !== null ? { ...value } : {};
  };
  const { seekableStart, seekableEnd } = fieldsOf('progressState');
  const { video_id: videoId } = fieldsOf('videoData');
  const { playlist } = told;
  return {
    told: {
      readyAtMs: host.readyAtMs,
      state: typeof told['playerState'] === 'number' ? told['playerState'] : null,
      timeSeconds: Number(told['currentTime']),
      timeAtMs: Number(told['currentTimeLastUpdated_']) * 1_000,
      videoId: String(videoId),
      rate: Number(told['playbackRate']),
      volume: Number(told['volume']),
      muted: told['muted'] === true,
      seekable: [Number(seekableStart), Number(seekableEnd)],
      playlist: Array.isArray(playlist) ? playlist.map(String) : null,
      playlistIndex: Number(told['playlistIndex']),
      captionLanguage: host.captionLanguage,
      errors: host.errors.map(String),
      states: host.states,
    },
    reads: host.read(),
  };
}
