import { originOf } from '../../security/embedder.ts';
import type { Handler } from '../call.ts';
import type { PlayerResponses } from './player-responses.ts';

/** N23. The location token of the answer is moved into its context by the route (N18). */
export function playerCall(players: PlayerResponses): Handler<'player'> {
  return async ({ fields, client, viewer, request }) => ({
    ok: true,
    value: await players.create({
      videoId: fields.videoId,
      playlistId: fields.playlistId,
      playlistIndex: fields.playlistIndex,
      videoIds: fields.playlistVideoIds,
      embedder: originOf(client.originalUrl),
      ownHost: new URL(request.url).host,
      location: client.locationInfo,
      viewer,
    }),
  });
}
