import * as format from './format.ts';
import type { FrameScript, LongFrame, VideoFrame } from '../../../../protocol/profiling/frames.ts';

/** Matches the name of a file, without the hash of the build. */
const FILE = /([^/?#]+?)(-[\w-]{8})?(\.\w+)?([?#].*)?$/;

interface LongFrameEntry extends PerformanceEntry {
  readonly styleAndLayoutStart: number;
  readonly presentationTime?: number;
  readonly scripts: readonly ScriptEntry[];
}

interface ScriptEntry extends PerformanceEntry {
  readonly invoker: string;
  readonly sourceURL: string;
  readonly sourceFunctionName: string;
  /** Characters from the beginning of the source; −1 if the browser does not report it. */
  readonly sourceCharPosition: number;
  readonly forcedStyleAndLayoutDuration: number;
}

export interface FrameRecorderOptions {
  readonly media: Pick<
    HTMLVideoElement,
    'requestVideoFrameCallback' | 'cancelVideoFrameCallback' | 'getVideoPlaybackQuality' | 'playbackRate'
  >;
  readonly timeOriginMs: number;
  /** Address of the page without its fragment. */
  readonly documentUrl: string;
  readonly Observer: typeof PerformanceObserver;
}

export interface RecordedFrames {
  readonly long: readonly LongFrame[];
  readonly video: readonly VideoFrame[];
}

interface LastFrame {
  readonly shownMs: number;
  readonly mediaSeconds: number;
  readonly dropped: number;
}

/** Records the browser's long animation frames, also those before `start`, and frames of the video while they are watched. */
export class FrameRecorder {
  readonly #options: FrameRecorderOptions;
  #long: LongFrame[] = [];
  #video: VideoFrame[] = [];
  #observer: PerformanceObserver | null = null;
  #callback: number | null = null;
  #last: LastFrame | null = null;

  constructor(options: FrameRecorderOptions) {
    this.#options = options;
  }

  start(): void {
    const { Observer, timeOriginMs, documentUrl } = this.#options;
    this.#observer = new Observer((list) => {
      for (const entry of list.getEntries() as LongFrameEntry[])
        this.#long.push(longFrameOf(entry, timeOriginMs, documentUrl));
    });
    // A type that the browser does not know is ignored.
    this.#observer.observe({ type: 'long-animation-frame', buffered: true });
  }

  /** Each frame costs the main thread a callback, so frames are watched only while their axis is shown. */
  watchVideo(isWatched: boolean): void {
    const { media } = this.#options;
    if (!isWatched) {
      if (this.#callback !== null) media.cancelVideoFrameCallback(this.#callback);
      this.#callback = null;
      this.#last = null;
    } else if (this.#callback === null && 'requestVideoFrameCallback' in media) this.#next();
  }

  /** Returns the frames since the previous call. */
  take(): RecordedFrames {
    const taken = { long: this.#long, video: this.#video };
    this.#long = [];
    this.#video = [];
    return taken;
  }

  stop(): void {
    this.watchVideo(false);
    this.#observer?.disconnect();
  }

  #next(): void {
    const { media, timeOriginMs } = this.#options;
    this.#callback = media.requestVideoFrameCallback((_now, { presentationTime, mediaTime }) => {
      const shownMs = timeOriginMs + presentationTime;
      const dropped = media.getVideoPlaybackQuality().droppedVideoFrames;
      const frame = { shownMs, mediaSeconds: mediaTime, dropped };
      if (this.#last !== null) this.#video.push(videoFrameOf(this.#last, frame, media.playbackRate));
      this.#last = frame;
      this.#next();
    });
  }
}

/** After a seek and at the start of another video, a frame has no previous frame to compare with. */
function videoFrameOf(last: LastFrame, { shownMs, mediaSeconds, dropped }: LastFrame, rate: number): VideoFrame {
  const wantedMs = ((mediaSeconds - last.mediaSeconds) * 1_000) / rate;
  const isNext = wantedMs > 0 && dropped >= last.dropped;
  return {
    shownMs,
    sinceMs: isNext ? shownMs - last.shownMs : 0,
    wantedMs,
    dropped: isNext ? dropped - last.dropped : 0,
  };
}

function longFrameOf(entry: LongFrameEntry, timeOriginMs: number, documentUrl: string): LongFrame {
  const { startTime, duration, styleAndLayoutStart, presentationTime, scripts } = entry;
  const at = (ms: number | undefined): number | null => (ms === undefined || ms === 0 ? null : timeOriginMs + ms);
  return {
    startMs: timeOriginMs + startTime,
    endMs: timeOriginMs + startTime + duration,
    styleStartMs: at(styleAndLayoutStart),
    shownMs: at(presentationTime),
    scripts: scripts.map((script): FrameScript => ({
      name: scriptName(script, documentUrl),
      startMs: timeOriginMs + script.startTime,
      endMs: timeOriginMs + script.startTime + script.duration,
      forcedMs: script.forcedStyleAndLayoutDuration,
    })),
  };
}

/**
 * Names a script, such as `update (page.js, character 1,234), by TimerHandler:setTimeout`, without unknown parts. The evaluation of a
 * script has no function.
 */
export function scriptName(
  { sourceFunctionName, sourceURL, sourceCharPosition, invoker }: ScriptNames,
  documentUrl: string,
): string {
  // An inline script has the address of its document, whose last part is the id of the video.
  const isInline = sourceURL !== '' && sourceURL.replace(/#.*/, '') === documentUrl;
  const [, file = '', , extension = ''] = isInline ? ['', 'inline script'] : (FILE.exec(sourceURL) ?? []);
  const called = /^https?:/.test(invoker) ? '' : invoker;
  const place = sourceCharPosition > 0 ? `character ${format.count(sourceCharPosition)}` : '';
  const source = [file && `${file}${extension}`, file && place].filter(Boolean).join(', ');
  const by = called && `, by ${called}`;
  if (sourceFunctionName !== '') return `${sourceFunctionName}${source && ` (${source})`}${by}`;
  if (source !== '') return called === '' ? `evaluation of ${source}` : `function without a name in ${source}${by}`;
  return called ? `${called}, of a script without a file` : 'a script that the browser does not name';
}

type ScriptNames = Pick<ScriptEntry, 'sourceFunctionName' | 'sourceURL' | 'sourceCharPosition' | 'invoker'>;
