import * as z from 'zod/mini';
import { VideoId } from '../../../../protocol/identifiers.ts';
import { ChannelPreference } from '../../../../protocol/provider/player-response.ts';
import type { ListEdit } from '../../stores/viewer-store.ts';
import { refuse } from '../../http/refusal.ts';
import type { FieldsOf, Handler } from '../call.ts';
import type { HandlerDependencies } from '../handler-dependencies.ts';
import { NO_VIEWER } from './no-viewer.ts';

/** Id of a viewer's own list; it begins with a letter or a digit, so that it is never `__proto__`. */
const OwnListId = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,63}$/));

/** A token of another provider is reported as not processed; the other tokens are applied (N9). */
export function feedbackCall({ limits, tokens, viewers, viewerWrites }: HandlerDependencies): Handler<'feedback'> {
  return async ({ fields, viewer, context }) => {
    if (viewer === undefined) return NO_VIEWER;
    const meanings = fields.feedbackTokens.map((token) => tokens.openFeedback(token));
    const admitted = meanings.some((meaning) => meaning?.kind === 'report') && viewerWrites.admitReport(context);
    if (admitted && !admitted.ok) return admitted;
    const author = await viewerWrites.admit(context, viewer, fields.feedbackTokens.length);
    if (!author.ok) return author;
    const feedbackResponses: { isProcessed: boolean }[] = [];
    for (const meaning of meanings) {
      const entry = meaning && { ...meaning, ...fields.feedbackContext };
      const merge = fields.shouldMerge ?? false;
      if (entry !== undefined) await viewers.addFeedback(author.value, entry, merge, limits.viewerRowsMax);
      feedbackResponses.push({ isProcessed: entry !== undefined });
    }
    return { ok: true, value: { feedbackResponses } };
  };
}

/** Stores the preference of a viewer for a channel (N10). */
export function channelPreferenceCall(dependencies: HandlerDependencies): Handler<'channelPreference'> {
  const { limits, catalog, tokens, viewers, viewerWrites } = dependencies;
  return async ({ fields, viewer, context }) => {
    if (viewer === undefined) return NO_VIEWER;
    const video = catalog.videos.get(tokens.openShared(fields.params)?.videoId ?? '');
    if (video === undefined) return refuse(400, 'params is not of this provider.');
    if (video.channelId === '') return refuse(400, 'params: this video has no channel.');
    const preference = ChannelPreference.safeParse(fields.secondaryParams ?? 'all');
    if (!preference.success) return refuse(400, 'secondaryParams must be all, occasional or none.');
    const author = await viewerWrites.admit(context, viewer, 1);
    if (!author.ok) return author;
    await viewers.setPreference(author.value, video.channelId, preference.data, limits.viewerRowsMax);
    return { ok: true, value: { params: fields.params } };
  };
}

/** Only viewers' own lists can be edited; lists of the catalog belong to the operator (N11). */
export function editPlaylistCall(dependencies: HandlerDependencies): Handler<'editPlaylist'> {
  const { limits, catalog, viewers, viewerWrites } = dependencies;
  return async ({ fields, viewer, context }) => {
    if (viewer === undefined) return NO_VIEWER;
    const { playlistId } = fields;
    const published = catalog.playlists.get(playlistId);
    if (published !== undefined)
      return { ok: true, value: { status: 'STATUS_FAILED', playlistId, videoIds: [...published.videoIds] } };
    const list = OwnListId.safeParse(playlistId);
    if (!list.success) return refuse(400, 'playlistId: a list of a viewer has 2 to 64 characters of A-Z a-z 0-9 _ -.');
    const edits = fields.actions.map((action) => listEdit(action)).filter((edit) => edit !== undefined);
    if (edits.length < fields.actions.length)
      return refuse(400, 'actions: each needs the id of a video, 11 characters of A-Z a-z 0-9 _ -.');
    const areKnown = edits.every((edit) => !edit.add || catalog.videos.has(edit.videoId));
    if (areKnown) {
      const author = await viewerWrites.admit(context, viewer, edits.filter(({ add }) => add).length);
      if (!author.ok) return author;
      await viewers.editList(author.value, playlistId, edits, limits.viewerListEntriesMax);
    }
    const videoIds = await viewers.videoIds(viewer, playlistId);
    const isDone = areKnown && holdsWhatWasAdded(videoIds, edits);
    return { ok: true, value: { status: isDone ? 'STATUS_SUCCEEDED' : 'STATUS_FAILED', playlistId, videoIds } };
  };
}

/** Whether the list has all added videos: a full list accepts no more. */
function holdsWhatWasAdded(videoIds: readonly string[], edits: readonly ListEdit[]): boolean {
  const last = new Map(edits.map(({ videoId, add }) => [videoId, add]));
  return [...last].every(([videoId, add]) => !add || videoIds.includes(videoId));
}

function listEdit(action: FieldsOf<'editPlaylist'>['actions'][number]): ListEdit | undefined {
  const add = action.action === 'ACTION_ADD_VIDEO';
  const videoId = VideoId.safeParse(add ? action.addedVideoId : action.removedVideoId);
  return videoId.success ? { add, videoId: videoId.data } : undefined;
}
