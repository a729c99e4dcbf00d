import { setMaxListeners } from 'node:events';
import { parseEmbedParameters } from '../../protocol/page/embed-parameters.ts';
import type { HostCommandName } from '../../src/page/host-messages/host-messages.ts';
import { succeed, type Failure, type Outcome } from '../../protocol/runtime/outcome.ts';
import type { PlayerStateCode } from '../../protocol/host/player-state.ts';
import type { PlayerResponse } from '../../protocol/provider/player-response.ts';
import { followStreamCaptions } from '../../src/page/player/captions/stream-captions.ts';
import type { ShownTracks } from '../../src/page/player/captions/load-caption-tracks.ts';
import { PlayerController } from '../../src/page/player/player-controller.ts';
import type { ActiveCue, CommandSource, PlayerEvent } from '../../src/page/player/player.ts';
import type { VideoRequest } from '../../src/page/player/videos/video-queue.ts';
import { createFakeClock, createSeededRandom, settle, type FakeClock } from './fake-clock.ts';
import { FakeEngine, USUAL_ENGINE, type EngineScript } from './fake-engine.ts';
import { Connection } from '../../src/page/player/connection/connection.ts';
import { FakeMediaElement } from './fake-media-element.ts';
import { FakePictureInPicture } from './fake-picture-in-picture.ts';
import { VIDEO_ID, videoResponse } from './video-response.ts';

// One signal removes all listeners of a player, of which there are more than Node expects.
setMaxListeners(100);

export interface PlayerHarness {
  readonly clock: FakeClock;
  readonly element: FakeMediaElement;
  readonly pictureInPicture: FakePictureInPicture;
  readonly player: PlayerController;
  /** An engine for each opened stream. */
  readonly engines: FakeEngine[];
  readonly engine: FakeEngine;
  readonly events: PlayerEvent[];
  readonly states: PlayerStateCode[];
  readonly requests: VideoRequest[];
  readonly failures: string[];
  readonly problems: string[];
  readonly refusals: string[];
  readonly shownCaptions: number[];
  /** Sets the active cues of the player. */
  showCues: (cues: readonly ActiveCue[]) => void;
  /** Reports to the player that the shown captions cannot be loaded. */
  failCaptions: () => void;
  /** Behaviour of the next engine. */
  script: EngineScript;
  /** The response of the provider, and its delay. */
  respond: (request: VideoRequest) => Outcome<PlayerResponse>;
  responseMs: number;
  /** How long the code of an engine takes to load, and whether it loads. */
  engineMs: number;
  engineFailure: Failure | null;
  isOnline: boolean;
  /** Accepted commands that have not ended. */
  readonly unsettled: HostCommandName[];
  /** Commands that have ended, in order. */
  readonly settled: { readonly name: HostCommandName; readonly outcome: Outcome<void> }[];
  run(name: HostCommandName, args?: unknown, by?: CommandSource, atMs?: number): Outcome<void>;
  names(): string[];
  /** Advances the clock long enough for all pending work. */
  rest(): Promise<void>;
}

export interface PlayerHarnessOptions {
  readonly parameters?: string;
  readonly script?: Partial<EngineScript>;
  readonly clock?: FakeClock;
}

export function createPlayer(options: PlayerHarnessOptions = {}): PlayerHarness {
  const clock = options.clock ?? createFakeClock();
  const element = new FakeMediaElement(clock);
  const pictureInPicture = new FakePictureInPicture(clock);
  const engines: FakeEngine[] = [];
  let showCues: PlayerHarness['showCues'] = () => undefined;
  let failCaptions: PlayerHarness['failCaptions'] = () => undefined;
  let isShown = false;
  const tracks: ShownTracks = {
    show(track) {
      // A change of the video hides captions even if none are shown, which is not recorded.
      if (track !== undefined || isShown)
        harness.shownCaptions.push(player.getSnapshot().captions.tracks.findIndex((one) => one === track));
      isShown = track !== undefined;
    },
  };
  const reportError = (error: unknown): void => {
    throw error;
  };
  const window = Object.assign(new EventTarget(), { navigator: { onLine: true } as Navigator });
  const connection = new Connection({ window, clock, reportError });
  const player = new PlayerController({
    element,
    clock,
    random: createSeededRandom(3),
    basePath: '',
    parameters: parseEmbedParameters(new URLSearchParams(options.parameters)),
    createCaptionTracks({ onCues, onFailed }) {
      showCues = onCues;
      failCaptions = onFailed;
      return tracks;
    },
    loadVideo: (request) => {
      harness.requests.push(request);
      return new Promise((resolve) => void clock.after(harness.responseMs, () => resolve(harness.respond(request))));
    },
    followStreamCaptions,
    openEngine: () => {
      if (harness.engineFailure !== null) return Promise.resolve(harness.engineFailure);
      const engine = new FakeEngine(element, clock, harness.script);
      engines.push(engine);
      if (harness.engineMs === 0) return Promise.resolve(succeed(engine));
      return new Promise((resolve) => void clock.after(harness.engineMs, () => resolve(succeed(engine))));
    },
    onWorkerRefused: (message) => harness.refusals.push(message),
    connection,
    pictureInPicture,
    reportError,
    onFailure: (code, message) => harness.failures.push(`${code}: ${message}`),
    onProblem: (detail) => harness.problems.push(detail),
  });
  pictureInPicture.onChange = (active) => player.settings.pictureInPictureChanged(active);
  const harness: PlayerHarness = {
    clock,
    element,
    pictureInPicture,
    player,
    engines,
    get engine() {
      const last = engines.at(-1);
      if (last === undefined) throw new Error('no engine was opened');
      return last;
    },
    events: [],
    states: [],
    requests: [],
    failures: [],
    problems: [],
    refusals: [],
    shownCaptions: [],
    showCues: (cues) => showCues(cues),
    failCaptions: () => failCaptions(),
    script: { ...USUAL_ENGINE, ...options.script },
    respond: ({ videoId }) => succeed(videoResponse(videoId)),
    responseMs: 40,
    engineMs: 0,
    engineFailure: null,
    get isOnline() {
      return connection.get() !== 'offline';
    },
    set isOnline(isOnline) {
      connection.note(isOnline ? 'returned' : 'lost');
      connection.note('settled');
    },
    unsettled: [],
    settled: [],
    run(name, args = [], by = 'host', atMs) {
      let isSettled = false;
      const outcome = player.execute({ name, arguments: args } as never, by, atMs, (end) => {
        if (isSettled) throw new Error(`${name} has ended twice`);
        isSettled = true;
        const index = harness.unsettled.indexOf(name);
        if (index >= 0) harness.unsettled.splice(index, 1);
        harness.settled.push({ name, outcome: end });
      });
      if (outcome.ok && !isSettled) harness.unsettled.push(name);
      return outcome;
    },
    names: () => harness.events.map(({ name }) => name),
    async rest() {
      await clock.advance(5_000);
      await settle();
    },
  };
  player.onEvent((event) => {
    harness.events.push(event);
    if (event.name === 'onStateChange') harness.states.push(event.data as PlayerStateCode);
  });
  return harness;
}

/** A player with a video that plays from its beginning. */
export async function createPlaying(options: PlayerHarnessOptions = {}): Promise<PlayerHarness> {
  const harness = createPlayer(options);
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(1_000);
  harness.events.length = 0;
  harness.states.length = 0;
  return harness;
}
