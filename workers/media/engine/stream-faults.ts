import { ErrorDetails, ErrorTypes, type ErrorData } from 'hls.js';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import { engineErrorCode, engineFault, isSilentError } from './engine-errors.ts';
import { liveStep, LIVE_RETRY_MS, type LiveStep } from './live-recovery.ts';
import type { LiveState } from './live-state.ts';
import type { AdaptiveEngineDependencies, OpenedStream } from './open-stream.ts';
import { Recovery, type EngineFault, type RecoveryStep } from './recovery.ts';
import { behind } from './skipped-segments.ts';

/** A source that drops more appended segments than this drops all segments. */
const LOSSES_MAX = 3;

export interface StreamFaultsDependencies extends Pick<AdaptiveEngineDependencies, 'media' | 'clock' | 'protection'> {
  /** The stream that is open; `null` between two streams. */
  readonly opened: () => OpenedStream | null;
  readonly live: () => LiveState;
  /** Whether the description of the source declares it live, before the playlist is read. */
  readonly isDeclaredLive: () => boolean | undefined;
  readonly openAt: (seconds: number) => void;
  readonly openAtHead: () => void;
  readonly onEnd: (code: PlayerErrorCode, message: string, detail: string) => void;
}

/** Carries out the steps that {@link Recovery} chooses for the faults of a source, and ends the source when no step is left. */
export class StreamFaults {
  readonly #dependencies: StreamFaultsDependencies;
  #recovery = new Recovery();
  #lateKeys = 0;
  #losses = 0;
  #cancel = (): void => undefined;

  constructor(dependencies: StreamFaultsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts with another source, or with the same source after an end. */
  begin(): void {
    this.#recovery = new Recovery();
    this.#lateKeys = 0;
    this.#losses = 0;
  }

  /** Cancels the step that is scheduled. */
  stop(): void {
    this.#cancel();
  }

  buffered(track: string): void {
    this.#recovery.buffered(track);
  }

  progressed(): void {
    this.#recovery.progressed();
  }

  /** The source drops appended segments: opens the stream again at the same position. */
  appendsLost(): void {
    const { media, openAt } = this.#dependencies;
    this.#losses += 1;
    if (this.#losses <= LOSSES_MAX) this.schedule(0, () => openAt(media.currentTime));
  }

  /** Replaces the step that is scheduled. */
  schedule(delayMs: number, task: () => void): void {
    this.#cancel();
    this.#cancel = this.#dependencies.clock.after(delayMs, task);
  }

  handle(data: ErrorData): void {
    const { opened, protection } = this.#dependencies;
    if (this.#areKeysLateAgain(data)) return this.#giveUp(data);
    const current = opened();
    if (current === null || isSilentError(data)) return;
    const code = protection?.faultOf(data);
    if (code !== undefined) return this.#failLater(data, code);
    if (!data.fatal) return;
    this.#recovery.blame(data.frag?.type);
    const { hasLevels } = current.stream;
    const fault = engineFault(data, hasLevels);
    const step = this.#stepFor(fault, data.details, hasLevels);
    const hasFailedAgain = step.what === 'skip' || step.what === 'give-up';
    // The decoder may accept a smaller picture, and a lower level loses no segment, so it is tried before a skip.
    if (hasFailedAgain && isOfPictures(data, fault) && current.stream.lower()) return this.#recovery.lowered();
    this.#take(step, current, data);
  }

  /** Whether a key was late a second time: all levels share their keys, so another level would only time out again. */
  #areKeysLateAgain({ details }: ErrorData): boolean {
    if (details !== ErrorDetails.KEY_LOAD_TIMEOUT) return false;
    this.#lateKeys += 1;
    return this.#lateKeys > 1;
  }

  #stepFor(fault: EngineFault, details: ErrorDetails, hasLevels: boolean): RecoveryStep | LiveStep {
    const { live, isDeclaredLive, clock } = this.#dependencies;
    const step = this.#recovery.next(fault, clock.monotonicNow());
    const known = live().isLive;
    const isLive = (known ?? isDeclaredLive()) === true;
    return isLive ? liveStep(step, fault, { details, hasLevels, isRead: known !== null }) : step;
  }

  #take(step: RecoveryStep | LiveStep, current: OpenedStream, data: ErrorData): void {
    const { live, openAtHead } = this.#dependencies;
    const { stream } = current;
    switch (step.what) {
      case 'reload':
        this.schedule(step.delayMs, () => stream.reload());
        break;
      case 'wait':
        if (live().lose()) stream.tellState();
        this.schedule(LIVE_RETRY_MS, () => stream.reload());
        break;
      case 'restart':
        if (live().lose()) stream.tellState();
        this.schedule(step.delayMs, openAtHead);
        break;
      case 'reset':
        stream.reset();
        break;
      case 'skip':
        this.#skip(current, data);
        break;
      case 'give-up':
        this.#giveUp(data);
    }
  }

  #skip({ stream }: OpenedStream, data: ErrorData): void {
    const { frag, type } = data;
    const { media, openAt } = this.#dependencies;
    if (frag === undefined) return;
    if (stream.isLast(frag)) this.#giveUp(data);
    // hls.js cannot leave a gap in which playback should start (upstream: video-dev/hls.js#6814, seen in 1.7.4).
    else if (media.buffered.length === 0) openAt(behind(frag));
    else stream.skip(frag, type);
  }

  #giveUp(data: ErrorData): void {
    if (data.type === ErrorTypes.NETWORK_ERROR) this.#failLater(data);
    else this.#fail(data);
  }

  /** Fails once the loaded part has been played. */
  #failLater(data: ErrorData, code?: PlayerErrorCode): void {
    this.#dependencies.opened()?.deferredFailure.fail(() => this.#fail(data, code));
  }

  #fail(data: ErrorData, code = engineErrorCode(data)): void {
    this.#dependencies.onEnd(code, data.error.message, data.details);
  }
}

function isOfPictures({ frag }: ErrorData, { kind, isFinal }: EngineFault): boolean {
  const track: string = frag?.type ?? 'main';
  return kind === 'media' && !isFinal && track === 'main';
}
