import type { Clock } from '../../../protocol/runtime/clock.ts';
import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Failure, type Outcome } from '../../../protocol/runtime/outcome.ts';
import {
  BOT_DETECTION_STATES,
  type BotDetectionInstance,
  type BotDetectionModule,
  type BotDetectionState,
} from '../../../protocol/provider/identity.ts';
import type { BotAttestation } from '../../../protocol/infrastructure/rpc.ts';
import { withDeadline } from '../../../protocol/runtime/deadline.ts';
import { nextBotDetectionState, type BotDetectionCause } from './bot-detection-states.ts';

/** Timeout for loading the bot-detection script. */
const BOT_DETECTION_LOAD_TIMEOUT_MS = 10_000;
/** Timeout for one bot response. */
const BOT_PROOF_TIMEOUT_MS = 10_000;

/** Fails with `edge.invalid` for a broken script, with another code for a script that cannot be fetched. */
export type LoadBotDetection = (scriptUrl: string) => Promise<Outcome<BotDetectionModule>>;

export interface BotDetectionOptions {
  readonly clock: Clock;
  readonly load: LoadBotDetection;
  /** `state` is the number of the state. */
  readonly onProblem: (message: string, state: number) => void;
}

/**
 * The provider's script, loaded when the first response is needed and never before (B1, B2). A failure affects only the
 * call that needed the response.
 */
export class BotDetection {
  readonly #options: BotDetectionOptions;
  #state: BotDetectionState = 'initial';
  #attestation: BotAttestation | null = null;
  /** Pending instance for the current attestation; concurrent callers share it. */
  #opening: Promise<Outcome<BotDetectionInstance>> | null = null;
  #instance: BotDetectionInstance | null = null;

  constructor(options: BotDetectionOptions) {
    this.#options = options;
  }

  /** A proof for one request. Programs expire, so each response is made with the latest attestation. */
  async prove(attestation: BotAttestation | undefined, binding: string): Promise<Outcome<string>> {
    if (this.#state === 'disposed') return fail('bot.unavailable', 'Bot detection has been disposed of');
    if (attestation === undefined || attestation.program === '') {
      return this.#fail(ERROR_MESSAGES.botDetectionWithoutProgram);
    }
    this.#use(attestation);
    const opening = (this.#opening ??= this.#open(attestation));
    const opened = await opening;
    if (opened.ok) return this.#ask(opened.value, binding);
    // The next caller retries.
    if (this.#opening === opening) this.#opening = null;
    return opened;
  }

  dispose(): void {
    this.#close();
    this.#move('dispose');
  }

  #use(attestation: BotAttestation): void {
    const { scriptUrl, program } = attestation;
    if (this.#attestation?.scriptUrl === scriptUrl && this.#attestation.program === program) return;
    this.#close();
    this.#attestation = attestation;
  }

  async #open(attestation: BotAttestation): Promise<Outcome<BotDetectionInstance>> {
    const { clock, load } = this.#options;
    this.#move('load');
    const loading = load(attestation.scriptUrl);
    const loaded = await withDeadline(loading, { clock, limitMs: BOT_DETECTION_LOAD_TIMEOUT_MS, late: () => null });
    if (this.#attestation !== attestation) return fail('request.cancelled', 'Bot detection has another program now');
    if (loaded?.ok !== true) {
      this.#move(loaded?.code === 'edge.invalid' ? 'scriptFailed' : 'urlFailed');
      return this.#fail(ERROR_MESSAGES.botDetectionUnloadable, loaded?.message);
    }
    this.#move('loaded');
    return this.#initialize(loaded.value, attestation.program);
  }

  #initialize({ createBotDetection }: BotDetectionModule, program: string): Outcome<BotDetectionInstance> {
    try {
      const instance = createBotDetection(program);
      this.#move('initialized');
      this.#instance = instance;
      return succeed(instance);
    } catch (error) {
      this.#move('programRefused');
      return this.#fail('The bot-detection script refused its program', describe(error));
    }
  }

  async #ask(instance: BotDetectionInstance, binding: string): Promise<Outcome<string>> {
    const message = 'Bot detection gave no answer';
    try {
      const { clock } = this.#options;
      const asking = instance.answer(binding);
      const response = await withDeadline(asking, { clock, limitMs: BOT_PROOF_TIMEOUT_MS, late: () => null });
      return typeof response === 'string' ? succeed(response) : this.#fail(message);
    } catch (error) {
      return this.#fail(message, describe(error));
    }
  }

  #fail(message: string, cause?: string): Failure {
    this.#options.onProblem(message, BOT_DETECTION_STATES[this.#state]);
    return fail('bot.unavailable', message, cause === undefined ? undefined : { cause });
  }

  #close(): void {
    this.#opening = null;
    this.#attestation = null;
    try {
      this.#instance?.dispose();
    } catch {
      // The instance is discarded either way.
    }
    this.#instance = null;
  }

  #move(cause: BotDetectionCause): void {
    this.#state = nextBotDetectionState(this.#state, cause);
  }
}

/** Describes any value that the provider's script throws. */
function describe(error: unknown): string {
  return error instanceof Error ? error.message : typeof error;
}
