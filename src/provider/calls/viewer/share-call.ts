import type { Context } from 'hono';
import { embedCode } from '../../../../protocol/host/embed-code.ts';
import { frameSize } from '../../catalog/frame-size.ts';
import { refuse, type Accepted } from '../../http/refusal.ts';
import type { Handler } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';

interface Panel {
  readonly title: string;
  readonly shareUrl: string;
  readonly embedUrl: string;
  readonly embedCode: string;
}

function panel(dependencies: HandlerDependencies, token: string, context: Context, listId?: string): Accepted<Panel> {
  const { catalog, tokens, publicOrigin, pathPrefix } = dependencies;
  const video = catalog.videos.get(tokens.openShared(token)?.videoId ?? '');
  if (video === undefined) return refuse(400, 'serializedSharedEntity is not of this provider.');
  const address = new URL(pathPrefix.add(`/embed/${video.id}`), publicOrigin(context));
  if (listId !== undefined) address.searchParams.set('list', listId);
  const { width, height } = frameSize(video);
  const code = embedCode({
    address: address.href,
    title: video.title,
    size: { width: String(width), height: String(height) },
    needsLocation: video.location !== undefined,
  });
  const { title } = video;
  return { ok: true, value: { title, shareUrl: address.href, embedUrl: address.href, embedCode: code } };
}

/** Responds with the panel of a single shared video (N7). */
export function sharePanelCall(dependencies: HandlerDependencies): Handler<'sharePanel'> {
  return async ({ fields, context }) => panel(dependencies, fields.serializedSharedEntity, context);
}

/** With `includeListId`, the response has the list that the page plays, else the first list that contains the video (N8). */
export function webPlayerSharePanelCall(dependencies: HandlerDependencies): Handler<'webPlayerSharePanel'> {
  return async ({ fields, context }) => {
    const { videoId = '', listId: played } = dependencies.tokens.openShared(fields.serializedSharedEntity) ?? {};
    const lists = fields.includeListId === true ? [...dependencies.catalog.playlists.values()] : [];
    const containing = lists.filter((list) => list.videoIds.includes(videoId));
    const listId = (containing.find(({ id }) => id === played) ?? containing[0])?.id;
    const response = panel(dependencies, fields.serializedSharedEntity, context, listId);
    if (!response.ok || listId === undefined) return response;
    return { ok: true, value: { ...response.value, playlistId: listId } };
  };
}
