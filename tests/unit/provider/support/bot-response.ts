import type { BotDetectionModule } from '../../../../protocol/provider/identity.ts';
import type { TestProvider } from './test-provider.ts';

/** The served bot-detection script, imported as a module. */
export async function loadBotDetection(provider: TestProvider): Promise<BotDetectionModule> {
  const script = await (await provider.get('/bot_detection.js')).text();
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`)) as BotDetectionModule;
}

export interface Viewer {
  readonly visitorData: string;
  readonly program: string;
  readonly sharedEntity: string;
  readonly feedbackTokens: string[];
}

/** A viewer who has just loaded the demo video. */
export async function newViewer(provider: TestProvider): Promise<Viewer> {
  const { json } = await provider.call('player', { videoId: 'orieldemo01' });
  const response = json as {
    responseContext: { visitorData: string };
    attestation: { program: string };
    videoDetails: { serializedSharedEntity: string; feedbackTokens: string[] };
  };
  return {
    visitorData: response.responseContext.visitorData,
    program: response.attestation.program,
    sharedEntity: response.videoDetails.serializedSharedEntity,
    feedbackTokens: response.videoDetails.feedbackTokens,
  };
}
