import type { Clock } from '../../../protocol/runtime/clock.ts';
import { ERROR_MESSAGES } from '../../../protocol/errors.ts';
import { succeed, type Failure, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { parseAt } from '../../../protocol/runtime/parse.ts';
import {
  CHANGING_ENDPOINTS,
  ENDPOINTS,
  endpointPath,
  SESSION_TOKEN_FIELD,
  type EndpointKey,
  type EndpointRequest,
  type EndpointResponse,
} from '../../../protocol/provider/endpoints.ts';
import type { CallOptions } from '../../../protocol/infrastructure/rpc.ts';
import { buildRequestContext } from '../context/build-request-context.ts';
import type { Session } from '../context/session.ts';
import { isAbsolute, withAbsoluteAddresses } from './absolute-addresses.ts';
import { encodingHeader, type Compress } from './compression.ts';
import type { ProblemReporter } from '../problem-reporter.ts';
import type { NetworkCheck } from './network-check.ts';
import { readJson } from './read-json.ts';
import type { ResponseContexts } from './response-contexts.ts';
import type { Send } from './transport.ts';
import { REQUEST_TIMEOUT_MS } from './transport.ts';

export interface ProviderCallsOptions {
  /** Session of the viewer at the time of the call. */
  readonly session: Session;
  readonly clock: Clock;
  readonly send: Send;
  readonly compress: Compress;
  readonly responses: Pick<ResponseContexts, 'apply'>;
  /** Requirements of a call besides its fields, and duties that its response imposes. */
  readonly rules: CallRules;
  readonly problems: Pick<ProblemReporter, 'callFailed'>;
  readonly networkCheck: Pick<NetworkCheck, 'suspect'>;
}

/** Requirements of calls besides their fields (B7, B8, N6). */
export interface CallRules {
  prepare(endpoint: EndpointKey, fields: object): Promise<Outcome<object>>;
  /** Whether the response requires one repetition of the call. */
  callsForRepeat(endpoint: EndpointKey, response: unknown): Promise<boolean>;
}

/** Calls of the page to the provider (N3). */
export class ProviderCalls {
  readonly #options: ProviderCallsOptions;

  constructor(options: ProviderCallsOptions) {
    this.#options = options;
  }

  async call<Key extends EndpointKey>(
    endpoint: Key,
    fields: EndpointRequest<Key>,
    callOptions: CallOptions = {},
  ): Promise<Outcome<EndpointResponse<Key>>> {
    const { rules } = this.#options;
    const row = ENDPOINTS[endpoint];
    const checked = parseAt<object>(`call ${endpoint}`, 'fields' in row ? row.fields : row.request, fields);
    if (!checked.ok) return checked;
    const prepared = await rules.prepare(endpoint, checked.value);
    if (!prepared.ok) return prepared;
    const response = await this.#exchange(endpoint, prepared.value, callOptions);
    if (!response.ok || !(await rules.callsForRepeat(endpoint, response.value))) return response;
    return this.#exchange(endpoint, prepared.value, callOptions);
  }

  async #exchange<Key extends EndpointKey>(
    endpoint: Key,
    fields: object,
    callOptions: CallOptions,
  ): Promise<Outcome<EndpointResponse<Key>>> {
    const { clock, compress } = this.#options;
    const session = this.#options.session;
    const { path } = ENDPOINTS[endpoint];
    const context = buildRequestContext(session, clock.now(), callOptions);
    if (!context.ok) return context;

    const address = session.resolve(session.page.addresses.api + endpointPath(path, callOptions.path));
    const proof = CHANGING_ENDPOINTS.has(endpoint) ? session.xsrfFor(address) : undefined;
    const { body, isCompressed } = await compress(
      JSON.stringify({
        context: context.value,
        ...(proof === undefined ? {} : { [SESSION_TOKEN_FIELD]: proof.token }),
        ...fields,
      }),
    );
    const response = await this.#send({
      address,
      headers: encodingHeader(isCompressed),
      body,
      timeoutMs: callOptions.timeoutMs ?? REQUEST_TIMEOUT_MS,
    });
    if (!response.ok) return response;
    const parsed = parseAt(`answer of ${endpoint}`, responseParser(endpoint), response.value);
    if (!parsed.ok) return parsed;
    this.#options.responses.apply(parsed.value.responseContext);
    const { api } = session.page.addresses;
    return isAbsolute(api) ? succeed(withAbsoluteAddresses(parsed.value, api)) : parsed;
  }

  async #send(request: Parameters<Send>[0]): Promise<Outcome<unknown>> {
    const { send } = this.#options;
    const response = await send(request);
    if (!response.ok) {
      this.#report(ERROR_MESSAGES.fetchFailed, response);
      return response;
    }
    const json = readJson(response.value);
    if (!json.ok) this.#report(json.message, json);
    return json;
  }

  /** Reports a failed call; `message` is from the catalogue (E1). */
  #report(message: string, failure: Failure): void {
    const { problems, networkCheck } = this.#options;
    problems.callFailed(message, failure);
    if (failure.code === 'net.unknown') void networkCheck.suspect();
  }
}

/** Indexing the table makes a union of its schemas, so the compiler needs the pairing of key and response. */
type ResponseParser<Key extends EndpointKey> = Parameters<typeof parseAt<EndpointResponse<Key>>>[1];
function responseParser<Key extends EndpointKey>(endpoint: Key): ResponseParser<Key> {
  return ENDPOINTS[endpoint].response as unknown as ResponseParser<Key>;
}
