import { embeddersOfCall } from '../../security/embedder.ts';
import type { Handler } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';

/** The route moves the location token of this response into the response's context (N18, N23). */
export function playerCall({ players, ownOrigin, visitorCookie }: HandlerDependencies): Handler<'player'> {
  return async ({ fields, client, consent, viewer, context }) => {
    const value = await players.create({
      videoId: fields.videoId,
      playlistId: fields.playlistId,
      listType: fields.listType,
      playlistIndex: fields.playlistIndex,
      videoIds: fields.playlistVideoIds,
      embedders: embeddersOfCall(client.originalUrl, context, ownOrigin),
      ownHosts: ownOrigin.hosts(context),
      location: client.locationInfo,
      viewer,
      mayMeasure: visitorCookie.may('visitorId', context, consent),
    });
    const { videoId } = value.videoDetails ?? {};
    if (videoId !== undefined) context.set('embedding', { videoId, embedder: client.originalUrl });
    return { ok: true, value };
  };
}
