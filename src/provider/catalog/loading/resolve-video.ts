import type { FirstParts } from '../../../../protocol/media/media-engine.ts';
import { loadLiveStream } from '../live-stream.ts';
import type { VideoFile } from '../catalog-schema.ts';
import type { Video } from '../catalog.ts';
import {
  isAbsolute,
  liveManifestAddress,
  livePlaylistAddress,
  mediaAddress,
  mediaReference,
} from '../media-address.ts';
import { indexRemark } from './file-index.ts';
import { firstParts } from './first-parts.ts';
import { firstRenditions } from './first-renditions.ts';
import { inlinePlaylists } from './inline-playlists.ts';
import { knownRenditions } from './known-renditions.ts';
import { readLadder, type Ladder } from './ladder.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';
import { mimeTypeRemarks } from './mime-types.ts';
import { foldersOf, PathOutsideMedia } from './playlist-file.ts';
import { INDEPENDENT, UNUSUAL_LIVE } from '../../../../protocol/runtime/media/media-playlist.ts';
import { resolveLinks } from './resolve-links.ts';
import { certificateOf, type ProtectedBy } from '../protected-by.ts';
import type { Remark, Warn } from './remark.ts';
import { needsWholeEngine } from '../../../../protocol/runtime/media/engine-choice.ts';
import { withoutSubtitles } from '../../streams/multivariant-playlist.ts';
import { offeredQualities } from '../../streams/offered-qualities.ts';
import { optionalParts } from './optional-parts.ts';
import { pictureSize } from './picture-size.ts';
import { plainFiles } from './plain-files.ts';

export type ResolvedVideo =
  | { readonly ok: true; readonly video: Video; readonly warnings: readonly Remark[] }
  | { readonly ok: false; readonly fault: Remark };

/** Segments do not end exactly where the video does, and operators round. */
const LENGTH_TOLERANCE_SECONDS = 2;

class FieldFault extends Error {
  readonly remark: Remark;

  constructor(field: string, text: string) {
    super(text);
    this.remark = { field, text };
  }
}

/** The video with its files parsed, or the field at fault. */
export async function resolveVideo(file: VideoFile, media: MediaFolder): Promise<ResolvedVideo> {
  try {
    const warnings = mimeTypeRemarks(file);
    const video = await resolve(file, media, (field, text) => warnings.push({ field, text }));
    return { ok: true, video, warnings };
  } catch (error) {
    if (error instanceof FieldFault) return { ok: false, fault: error.remark };
    throw error;
  }
}

async function resolve(file: VideoFile, media: MediaFolder, warn: Warn): Promise<Video> {
  const { chapters: _chapters, storyboard: _storyboard, sources, pageUrl: _, ...rest } = file;
  const { hls, liveLoop, progressive } = sources;
  if (file.refusal === undefined && hls === undefined && liveLoop === undefined && progressive.length === 0)
    throw new FieldFault('sources', 'name at least one of hls, liveLoop and progressive');
  await checkProgressive(sources.progressive, media, warn);
  const { folders, ...streams } = await stream(file, media, warn);
  const { chapters, storyboard, captions, posters } = await optionalParts(file, media, warn);
  if (file.drm !== undefined && progressive.length > 0)
    warn('sources.progressive', 'is not protected: everybody who has its address can play it');
  const drm = file.drm && (await protectedBy(file.drm, media));
  const asked = [
    ...[...streams.sources.progressive, ...captions].map(({ url }) => url),
    ...Object.values(drm ?? {}).flatMap((server) => certificateOf(server) ?? []),
    ...(storyboard ? [storyboard.url] : []),
  ];
  return {
    ...rest,
    ...(await resolveLinks(file, media, warn)),
    posters,
    captions,
    mediaFolders: [...new Set([...folders, ...foldersOf(asked.flatMap((url) => mediaReference(url) ?? []))])],
    ...streams,
    ...(drm === undefined ? {} : { drm }),
    ...(chapters === undefined ? {} : { chapters }),
    ...(storyboard === undefined ? {} : { storyboard }),
  };
}

/** Key systems with the addresses of certificates as pages request them. */
async function protectedBy(drm: ProtectedBy, media: MediaFolder): Promise<ProtectedBy> {
  const systems = Object.entries(drm).map(async ([system, server]) => {
    const certificateUrl = certificateOf(server);
    if (certificateUrl === undefined) return [system, server];
    if (!isAbsolute(certificateUrl)) await inField(`drm.${system}.certificateUrl`, () => media.check(certificateUrl));
    return [system, { ...server, certificateUrl: mediaAddress(certificateUrl) }];
  });
  return Object.fromEntries(await Promise.all(systems)) as ProtectedBy;
}

async function checkProgressive(
  files: VideoFile['sources']['progressive'],
  media: MediaFolder,
  warn: Warn,
): Promise<void> {
  for (const [index, { url }] of files.entries()) {
    const field = `sources.progressive.${index}.url`;
    if (isAbsolute(url)) continue;
    await inField(field, () => media.check(url));
    const remark = await inField(field, () => indexRemark(url, media));
    if (remark !== undefined) warn(field, remark);
  }
}

type Stream = Pick<Video, 'sources' | 'lengthSeconds' | 'width' | 'height'> &
  Partial<Pick<Video, 'firstParts' | 'liveStream'>> & { readonly folders: readonly string[] };

async function stream(file: VideoFile, media: MediaFolder, warn: Warn): Promise<Stream> {
  const { hls, liveLoop } = file.sources;
  const progressive = plainFiles(file.sources);
  const { lengthSeconds } = file;
  const fallback = { lengthSeconds, ...pictureSize(file) };
  if (liveLoop !== undefined) {
    const ladder = await ladderOf('sources.liveLoop', liveLoop, media, warn);
    const liveStream = await inField('sources.liveLoop', () => Promise.resolve(loadLiveStream(ladder)));
    const hlsManifestUrl = liveManifestAddress(file.id);
    const playlists = firstRenditions(ladder).map((one) => ladder.renditions.indexOf(one));
    const addresses = [hlsManifestUrl, ...playlists.map((index) => livePlaylistAddress(file.id, index))];
    const asked = requested(addresses, startsByEngine(ladder));
    const sources = { hlsManifestUrl, progressive, isLive: true, ...offeredQualities(ladder.text) };
    const size = pictureSize(file, ladder.text);
    return { sources, lengthSeconds, ...size, liveStream, folders: ladder.folders, firstParts: asked };
  }
  if (hls === undefined) return { sources: { progressive, isLive: false }, ...fallback, folders: [] };
  const sources = { hlsManifestUrl: mediaAddress(hls), progressive };
  const { isLive } = file.sources;
  if (isAbsolute(hls))
    return { sources: { ...sources, isLive }, ...fallback, folders: [], firstParts: requested([hls]) };
  const read = isLive ? await begunLadder(hls, media, warn) : await ladderOf('sources.hls', hls, media, warn);
  const ladder = read && withoutCovered(read, file.captions);
  if (ladder === undefined)
    return { sources: { ...sources, isLive }, ...fallback, lengthSeconds: 0, folders: foldersOf([hls]) };
  // The playlist decides whether a stream is live: one without an end is still being written.
  const { folders } = ladder;
  const first = firstRenditions(ladder);
  if (!ladder.isFinished) {
    const playlists = new Set([hls, ...first.map(({ reference }) => reference)]);
    const asked = requested([...playlists].map(mediaAddress), startsByEngine(ladder));
    // Later playlists may need more: `false` is not stated for playlists that need the slim engine so far.
    const whole = asksForWhole(ladder) ? { needsWholeEngine: true } : {};
    const begun = { ...sources, ...whole, ...offeredQualities(ladder.text) };
    const size = pictureSize(file, ladder.text);
    return { sources: { ...begun, isLive: true }, lengthSeconds: 0, ...size, folders, firstParts: asked };
  }
  const known = await inField('sources.hls', () => knownRenditions(ladder, first, media));
  const playlists = inlinePlaylists(ladder, first, known);
  const carried = playlists === undefined ? {} : { inlinePlaylists: playlists };
  // The inlined playlist has the sizes that the file lacks.
  const described = playlists?.[sources.hlsManifestUrl] ?? ladder.text;
  return {
    sources: {
      ...sources,
      isLive: false,
      needsWholeEngine: asksForWhole(ladder),
      ...offeredQualities(described),
      ...carried,
    },
    lengthSeconds: checkedLength(lengthSeconds, ladder, warn),
    ...pictureSize(file, described),
    folders,
    firstParts: firstParts(first, known, playlists ?? {}, ladder.text),
  };
}

/** Removes subtitles of the stream in languages for which the video has a caption file: they would be listed twice. */
function withoutCovered(ladder: Ladder, captions: VideoFile['captions']): Ladder {
  const languages = new Set(captions.map(({ languageCode }) => languageCode.toLowerCase()));
  const text = withoutSubtitles(ladder.text, languages);
  return text === ladder.text ? ladder : { ...ladder, text, isWhole: false };
}

function asksForWhole({ text, renditions }: Ladder): boolean {
  return [text, ...renditions.map((rendition) => rendition.text)].some(needsWholeEngine);
}

/** `undefined` for a stream with `isLive` whose playlists do not exist yet. */
async function begunLadder(reference: string, media: MediaFolder, warn: Warn): Promise<Ladder | undefined> {
  try {
    return await readLadder(reference, media);
  } catch (error) {
    if (!(error instanceof MediaFault) || error instanceof PathOutsideMedia)
      return ladderOf('sources.hls', reference, media, warn);
    warn('sources.hls', `the live stream has not begun: ${error.message}`);
    return undefined;
  }
}

/**
 * First parts of a live stream or of a stream on another server: addresses of playlists, which the page requests at once.
 * Inlined bytes would be out of date, or would have to be fetched from the other server.
 */
function requested(segments: string[], needsEngine = true): FirstParts {
  return { inits: {}, segments, needsEngine };
}

/** A guess by the present playlists: the media worker decides by the playlists that arrive. */
function startsByEngine(ladder: Ladder): boolean {
  const { text: master } = ladder;
  const isPlain = firstRenditions(ladder).every(
    ({ kind, text, listed }) =>
      listed.segments[0]?.map !== undefined &&
      !UNUSUAL_LIVE.test(text) &&
      (kind === 'audio' || `${master}${text}`.includes(INDEPENDENT)),
  );
  return !isPlain || !/CODECS=/.test(master) || UNUSUAL_LIVE.test(master);
}

async function ladderOf(field: string, reference: string, media: MediaFolder, warn: Warn): Promise<Ladder> {
  const ladder = await inField(field, () => readLadder(reference, media));
  for (const remark of ladder.remarks) warn(field, remark);
  return ladder;
}

/** For a live stream that has ended, the playlist has the length. */
function checkedLength(lengthSeconds: number, ladder: Ladder, warn: Warn): number {
  const measured = ladder.lengthSeconds;
  if (measured === undefined) return lengthSeconds;
  const rounded = Math.round(measured * 1_000) / 1_000;
  if (lengthSeconds === 0) return rounded;
  if (Math.abs(lengthSeconds - measured) > LENGTH_TOLERANCE_SECONDS)
    warn(
      'lengthSeconds',
      `is ${lengthSeconds}, but the segments of the stream last ${rounded} seconds together. Write that`,
    );
  return lengthSeconds;
}

async function inField<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof MediaFault) throw new FieldFault(field, error.message);
    throw error;
  }
}
