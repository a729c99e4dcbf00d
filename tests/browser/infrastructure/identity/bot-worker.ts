import type { BotAttestation } from '../../../../protocol/infrastructure/rpc.ts';
import { BotDetection } from '../../../../workers/infrastructure/identity/bot-detection.ts';
import { createBotDetectionLoader } from '../../../../workers/infrastructure/identity/load-bot-detection.ts';
import { createSystemEnvironment } from '../../../../workers/infrastructure/system-environment.ts';
import { createTransport } from '../../../../workers/infrastructure/transport/transport.ts';

/** A worker that runs the bot detection of the infrastructure worker, and responds to each message with a proof or its failure. */
const environment = createSystemEnvironment();
const load = createBotDetectionLoader(
  createTransport(environment, () => false),
  environment.importModule,
  (address) => new URL(address, location.origin).href,
);
const failedIn: number[] = [];
const botDetection = new BotDetection({
  clock: environment.clock,
  load,
  onProblem: (_message, state) => failedIn.push(state),
});

export interface BotRequest {
  readonly attestation: BotAttestation;
  readonly binding: string;
}

addEventListener('message', ({ data }: MessageEvent<BotRequest>) => {
  void botDetection.prove(data.attestation, data.binding).then((response) => postMessage({ response, failedIn }));
});
