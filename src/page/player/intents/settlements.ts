import type { HostCommandName } from '../../host-messages/host-messages.ts';
import { fail, succeed, type Failure, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { IntentEnd, IntentField } from './intent.ts';
import type { Intents } from './intents.ts';

/** Called once, when a command has been carried out, replaced by a later one, or has failed. */
export type OnSettled = (outcome: Outcome<void>) => void;

/** The part of the intent that a command changes, if carrying it out takes time. */
const AWAITED_FIELDS: Partial<Record<HostCommandName, IntentField>> = {
  seekTo: 'position',
  setPlaybackRate: 'rate',
  setPictureInPicture: 'pictureInPicture',
  cueVideoById: 'videoId',
  cueVideoByUrl: 'videoId',
  cuePlaylist: 'videoId',
  /** Fulfilled when the stream has been opened, so that its media is known. */
  loadVideoById: 'stream',
  loadVideoByUrl: 'stream',
  loadPlaylist: 'stream',
  nextVideo: 'stream',
  previousVideo: 'stream',
  playVideoAt: 'stream',
};

const always = (): true => true;

/**
 * Outcome without a video: hosts never got an error event for a place that does not exist; a caller that awaits the
 * outcome gets a failure.
 */
function ofNothing(name: HostCommandName): Outcome<void> {
  return name === 'seekTo' || name === 'playVideoAt'
    ? fail('api.invalidparam', 'there is no such place to go to')
    : succeed(undefined);
}

/** Fields that fail together with playback. */
const FAILING_FIELDS = ['position', 'stream', 'videoId'] as const satisfies readonly IntentField[];

interface Waiting {
  readonly field: IntentField;
  /** Id of the video that was wanted then; empty for a video that only a list names. */
  readonly videoId: string;
  readonly onSettled: OnSettled;
}

/** Pending commands, by the intent they wait for. */
export class Settlements {
  readonly #intents: Intents;
  #waiting: readonly Waiting[] = [];
  /** Intents that ended while a command ran. */
  readonly #ended = new Map<IntentField, Outcome<void>>();

  constructor(intents: Intents) {
    this.#intents = intents;
  }

  /** Runs a command; the outcome of an accepted one goes to `onSettled`, a refusal is returned. */
  follow(name: HostCommandName, run: () => Outcome<void>, onSettled: OnSettled): Outcome<void> {
    this.#ended.clear();
    const taken = run();
    const field = AWAITED_FIELDS[name];
    if (!taken.ok) return taken;
    const { videoId } = this.#intents.current;
    if (field !== undefined && this.#isAwaited(field))
      this.#waiting = [...this.#waiting, { field, videoId, onSettled }];
    else onSettled((field && this.#ended.get(field)) ?? ofNothing(name));
    return taken;
  }

  /** An intent has been fulfilled or replaced. */
  end(field: IntentField, end: Exclude<IntentEnd, 'failed'>): void {
    if (end === 'fulfilled') this.#settle([field], succeed(undefined));
    else this.#settle([field], fail('command.replaced', 'a later command replaced it'), this.#isReplaced);
  }

  /** A failed intent, or all that playback would have fulfilled. The player has reported the failure already. */
  fail(failure: Failure, fields: readonly IntentField[] = FAILING_FIELDS): void {
    this.#settle(fields, failure);
  }

  #settle(
    fields: readonly IntentField[],
    outcome: Outcome<void>,
    isOver: (waiting: Waiting) => boolean = always,
  ): void {
    for (const field of fields) this.#ended.set(field, outcome);
    const over = this.#waiting.filter((waiting) => fields.includes(waiting.field) && isOver(waiting));
    this.#waiting = this.#waiting.filter((waiting) => !over.includes(waiting));
    for (const { onSettled } of over) onSettled(outcome);
  }

  /** Playing and seeking request the stream of the same video once more, which does not affect a waiting load. */
  readonly #isReplaced = ({ field, videoId }: Waiting): boolean => {
    const { current } = this.#intents;
    const isSameVideo = videoId === '' || videoId === current.videoId;
    return field !== 'stream' || !current.stream || !isSameVideo;
  };

  /** A stream that is no longer wanted settles nothing. */
  #isAwaited(field: IntentField): boolean {
    return this.#intents.isPending(field) && (field !== 'stream' || this.#intents.current.stream);
  }
}
