import type { EndpointKey } from '../../../protocol/provider/endpoints.ts';
import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { CHANGING_ENDPOINTS, ENDPOINTS } from '../../../protocol/provider/endpoints.ts';
import { botBinding } from '../../../protocol/provider/identity.ts';
import type { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import type { LocationInfo } from '../../../protocol/provider/request-context.ts';
import type { BotAttestation } from '../../../protocol/infrastructure/rpc.ts';
import type { Session } from '../context/session.ts';
import type { CallRules } from '../transport/provider-calls.ts';
import type { BotDetection } from './bot-detection.ts';

export interface ViewerCallRulesOptions {
  readonly session: Session;
  readonly botDetection: Pick<BotDetection, 'prove'>;
  /** Attestation from the page's configuration; later responses replace it. */
  readonly attestation: BotAttestation | undefined;
  readonly findLocation: () => Promise<LocationInfo>;
  readonly onProblem: (message: string) => void;
}

/** Place where viewers subscribe, sent with each subscription (N6). */
const SUBSCRIPTION_FIELDS = { siloName: 'embed', clientFeature: 'embedded-player' };
/** Feedback tokens of a video are returned as received; the page does not encrypt them (N9). */
const FEEDBACK_FIELDS = { isFeedbackTokenUnencrypted: true };

/** Headers and proofs that calls need besides their fields, and duties that a response imposes (B7, B8, N6). */
export class ViewerCallRules implements CallRules {
  readonly #options: ViewerCallRulesOptions;
  #attestation: BotAttestation | undefined;

  constructor(options: ViewerCallRulesOptions) {
    this.#options = options;
    this.#attestation = options.attestation;
  }

  async prepare(endpoint: EndpointKey, fields: object): Promise<Outcome<object>> {
    const { session, botDetection, onProblem } = this.#options;
    // Viewer actions are stored under the visitor data; without it the call cannot be made (B8).
    if (CHANGING_ENDPOINTS.has(endpoint) && !session.page.loggedIn && session.visitorData() === undefined) {
      onProblem(ERROR_MESSAGES.visitorDataMissing);
      return fail('request.rejected', ERROR_MESSAGES.visitorDataMissing);
    }
    if (endpoint === 'feedback') return succeed({ ...FEEDBACK_FIELDS, ...fields });
    if (endpoint !== 'subscribe' && endpoint !== 'unsubscribe') return succeed(fields);
    const { channelIds = [] } = fields as { channelIds?: readonly string[] };
    const binding = botBinding(ENDPOINTS[endpoint].path, channelIds);
    const response = await botDetection.prove(this.#attestation, binding);
    return response.ok ? succeed({ ...SUBSCRIPTION_FIELDS, ...fields, botguardResponse: response.value }) : response;
  }

  async callsForRepeat(endpoint: EndpointKey, response: unknown): Promise<boolean> {
    if (endpoint !== 'player') return false;
    const { attestation, locationRequired } = response as Partial<PlayerResponse>;
    this.#attestation = attestation ?? this.#attestation;
    const session = this.#options.session;
    if (locationRequired !== true || session.locationInfo?.locationInfoStatus === 'granted') return false;
    const location = await this.#options.findLocation();
    session.locationInfo = { ...session.locationInfo, ...location };
    return location.locationInfoStatus === 'granted';
  }
}
