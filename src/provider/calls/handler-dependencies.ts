import type { Context } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { BotDetection } from '../bot-detection/bot-detection.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Budgets } from '../budgets/create-budgets.ts';
import type { Senders } from '../budgets/senders.ts';
import type { ViewerWrites } from '../budgets/viewer-writes.ts';
import type { ForgottenPersons } from '../stores/forgotten-persons.ts';
import type { ViewerStore } from '../stores/viewer-store.ts';
import type { ViewingStore } from '../stores/viewing-store.ts';
import type { Limits } from '../settings/limits.ts';
import type { OwnOrigin } from '../security/own-origin.ts';
import type { VisitorCookie } from '../security/visitor-cookie.ts';
import type { Visitors } from '../security/visitors.ts';
import type { VideoTokens } from '../security/video-tokens.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import type { PlayerResponses } from './player/player-responses.ts';

/** Dependencies of the call handlers. */
export interface HandlerDependencies {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly catalog: Catalog;
  readonly tokens: VideoTokens;
  readonly viewers: ViewerStore;
  readonly forgotten: Pick<ForgottenPersons, 'forget'>;
  readonly visitors: Visitors;
  readonly viewerWrites: ViewerWrites;
  readonly senders: Senders;
  readonly budgets: Budgets;
  readonly viewing: ViewingStore;
  readonly botDetection: BotDetection;
  readonly players: PlayerResponses;
  /** Public origin of these pages, as far as this request shows it. */
  readonly publicOrigin: (context: Context) => string;
  readonly ownOrigin: OwnOrigin;
  readonly visitorCookie: VisitorCookie;
  readonly pathPrefix: PathPrefix;
}
