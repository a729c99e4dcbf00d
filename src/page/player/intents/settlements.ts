import type { HostCommandName } from '../../host-messages/host-messages.ts';
import { fail, succeed, type Failure, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { IntentEnd, IntentField } from './intent.ts';
import type { Intents } from './intents.ts';

/** Called once, when a command has been carried out, was replaced by a later command, or has failed. */
export type OnSettled = (outcome: Outcome<void>) => void;

/** The field of the intent that a command changes, for commands that take time. */
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
 * Outcome of a command that requested nothing, because there is no video or no such entry. Hosts get no error event for it, as
 * they always did; a caller that awaits the outcome gets a failure.
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
  /** Id of the video that the command requested; empty for a list whose first video is unknown. */
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

  /** Runs a command; the outcome of an accepted command goes to `onSettled`, a refusal is returned. */
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

  /** Settles commands whose intent has been fulfilled or replaced. */
  end(field: IntentField, end: Exclude<IntentEnd, 'failed'>): void {
    if (end === 'fulfilled') this.#settle([field], succeed(undefined));
    else this.#settle([field], fail('command.replaced', 'a later command replaced it'), this.#isReplaced);
  }

  /** Settles commands whose intents have failed; by default, all intents that need playback. The player has already reported the failure. */
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

  /** Playing and seeking request the stream of the same video again, which does not replace a waiting load. */
  readonly #isReplaced = ({ field, videoId }: Waiting): boolean => {
    const { current } = this.#intents;
    const isSameVideo = videoId === '' || videoId === current.videoId;
    return field !== 'stream' || !current.stream || !isSameVideo;
  };

  /** Whether a command has to wait for the field; not for a stream that is no longer wanted. */
  #isAwaited(field: IntentField): boolean {
    return this.#intents.isPending(field) && (field !== 'stream' || this.#intents.current.stream);
  }
}
