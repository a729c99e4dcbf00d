import { embeddersOfCall } from '../../security/embedder.ts';
import type { OwnOrigin } from '../../security/own-origin.ts';
import type { VisitorCookie } from '../../security/visitor-cookie.ts';
import type { Handler } from '../call.ts';
import type { PlayerResponses } from './player-responses.ts';

interface Dependencies {
  readonly players: PlayerResponses;
  readonly ownOrigin: OwnOrigin;
  readonly visitorCookie: VisitorCookie;
}

/** The location token of the response is moved into its context by the route (N18, N23). */
export function playerCall({ players, ownOrigin, visitorCookie }: Dependencies): Handler<'player'> {
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
