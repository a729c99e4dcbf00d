import * as z from 'zod/mini';

/** A response without an id fails with 'Datasync ID not set' (E1, N12). */
export const DataSyncIdsResponse = z.object({ datasyncIds: z.array(z.string()) });

/** A response without an id fails with 'Biscotti ID is missing from server' (E1, N13). */
export const VisitorIdResponse = z.object({ id: z.optional(z.string()), type: z.optional(z.int()) });

/** Every 4xx and 5xx of the provider. */
export const ProviderError = z.object({
  error: z.object({ code: z.int(), status: z.string(), message: z.string() }),
});
export type ProviderError = z.infer<typeof ProviderError>;

/**
 * The bot-detection module: `createBotDetection(program)` returns an instance whose `answer` binds a proof to one
 * request. It touches no DOM, so a worker loads it with `import()` (B1).
 */
export interface BotDetectionModule {
  readonly createBotDetection: (program: string) => BotDetectionInstance;
}
export interface BotDetectionInstance {
  /** `binding` names the request (see {@link botBinding}); the server checks it. Each response is valid once. */
  answer(binding: string): Promise<string>;
  dispose(): void;
}

/** The binding of the bot response of a subscribe or unsubscribe call (N6): the call's path and its channels. */
export function botBinding(path: string, channelIds: readonly string[]): string {
  return `${path}?${channelIds.join(',')}`;
}

/** The states of the bot-detection loader, with their numbers in error reports (B1). */
export const BOT_DETECTION_STATES = {
  initial: 1,
  loading: 2,
  loadFailedFromUrl: 3,
  loadFailedFromScript: 4,
  initializing: 5,
  ready: 6,
  initializationFailed: 7,
  disposed: 8,
} as const;
export type BotDetectionState = keyof typeof BOT_DETECTION_STATES;
