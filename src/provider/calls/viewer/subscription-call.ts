import { botBinding } from '../../../../protocol/provider/identity.ts';
import { derivedFrom } from '../../catalog/derived.ts';
import { refuse } from '../../http/refusal.ts';
import type { Handler } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { NO_VIEWER } from './no-viewer.ts';

/** Requires a proof of work from the browser (N6). */
export function subscriptionCall(
  { limits, catalog, viewers, viewerWrites, senders, botDetection }: HandlerDependencies,
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
