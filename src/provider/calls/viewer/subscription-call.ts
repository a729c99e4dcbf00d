import { botBinding } from '../../../../protocol/provider/identity.ts';
import type { BotDetection } from '../../bot-detection/bot-detection.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { derivedFrom } from '../../catalog/derived.ts';
import type { Senders } from '../../budgets/senders.ts';
import type { ViewerWrites } from '../../budgets/viewer-writes.ts';
import type { ViewerStore } from '../../stores/viewer-store.ts';
import { refuse } from '../../http/refusal.ts';
import type { Limits } from '../../settings/limits.ts';
import type { Handler } from '../call.ts';
import { NO_VIEWER } from './no-viewer.ts';

interface Dependencies {
  readonly limits: Pick<Limits, 'viewerRowsMax'>;
  readonly catalog: Catalog;
  readonly viewers: ViewerStore;
  readonly viewerWrites: ViewerWrites;
  readonly senders: Senders;
  readonly botDetection: BotDetection;
}

/** Requires a proof of work from the browser (N6). */
export function subscriptionCall(
  { limits, catalog, viewers, viewerWrites, senders, botDetection }: Dependencies,
  subscribed: boolean,
): Handler<'subscribe'> {
  const channels = derivedFrom(catalog, ({ videos }) => new Set([...videos.values()].map((video) => video.channelId)));
  return async ({ fields, viewer, path, context }) => {
    if (viewer === undefined) return NO_VIEWER;
    const unknown = fields.channelIds.find((channelId) => channelId === '' || !channels().has(channelId));
    if (unknown !== undefined) return refuse(404, 'channelIds: no such channel.');
    const binding = botBinding(path, fields.channelIds);
    const proof = await botDetection.verify(fields.botguardResponse, binding, senders.of(context));
    if (!proof.ok) return proof;
    const author = await viewerWrites.admit(context, viewer, fields.channelIds.length);
    if (!author.ok) return author;
    await viewers.setSubscribed(author.value, fields.channelIds, subscribed, limits.viewerRowsMax);
    return { ok: true, value: { channels: fields.channelIds.map((channelId) => ({ channelId, subscribed })) } };
  };
}
