import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { MediaFault, openMediaFolder } from '../../provider/catalog/loading/media-folder.ts';
import type { Remark } from '../../provider/catalog/loading/remark.ts';
import { resolveVideo } from '../../provider/catalog/loading/resolve-video.ts';
import { readChapters } from '../../provider/catalog/loading/side-files.ts';
import { isAbsolute } from '../../provider/catalog/media-address.ts';
import { checkLadder } from './check-ladder.ts';
import { checkPlainFile } from './check-plain-file.ts';
import { checkTrack } from './check-track.ts';
import { Findings, shortened, type Finding } from './findings.ts';
import { onceEach } from './once-each.ts';
import type { MediaReader } from './media-reader.ts';

/** First bytes of images, by type. */
const IMAGES: Readonly<Record<string, RegExp>> = {
  'image/jpeg': /^\u00FF\u00D8\u00FF/,
  'image/png': /^\u0089PNG/,
  'image/webp': /^RIFF[^]{4}WEBP/,
  'image/avif': /^[^]{4}ftypavi[fs]/,
};
const SNIFFED_BYTES = 12;

/** Compares a video with its description and its playlists: a sentence for each difference. Loads nothing from other servers. */
export async function checkVideo(file: string, video: VideoFile, reader: MediaReader): Promise<Finding[]> {
  const findings = new Findings(video.id);
  const resolved = await resolveVideo(video, reader.folder);
  const { hls, liveLoop, progressive } = video.sources;
  const streams = [hls, liveLoop].filter((reference) => reference !== undefined && !isAbsolute(reference));
  for (const reference of streams)
    await explained(findings, `media/${reference}`, () => checkLadder(reference as string, reader, findings));
  for (const plain of progressive)
    if (!isAbsolute(plain.url))
      await explained(findings, `media/${plain.url}`, () =>
        checkPlainFile(plain, video.lengthSeconds, reader, findings),
      );
  for (const { url, mimeType } of video.posters)
    if (!isAbsolute(url)) await explained(findings, `media/${url}`, () => checkImage(url, mimeType, reader, findings));
  for (const { url, languageCode } of video.captions)
    if (!isAbsolute(url))
      await explained(findings, `media/${url}`, () => checkTrack(url, languageCode, reader, findings));
  await explained(findings, file, () => checkChapters(file, video, reader, findings));
  const fault = resolved.ok ? undefined : resolved.fault;
  const once = onceEach({ found: findings.all, fault, warnings: resolved.ok ? resolved.warnings : [] });
  const remarked = ({ field, text }: Remark): Finding => ({ videoId: video.id, file, text: `${field}: ${text}` });
  return [...(fault === undefined ? [] : [remarked(fault)]), ...shortened(once.found), ...once.warnings.map(remarked)];
}

/** The reason for which the server would leave the video out; `undefined` for a playable video. */
export async function refusalOf(video: VideoFile, mediaFolder: string): Promise<string | undefined> {
  const resolved = await resolveVideo(video, openMediaFolder(mediaFolder, { followLinks: true }));
  return resolved.ok ? undefined : `${resolved.fault.field}: ${resolved.fault.text}`;
}

async function explained(findings: Findings, file: string, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    findings.add('file', file, withoutName(error.message, file), error.message);
  }
}

/** Removes the leading file name from a sentence, since the printed line begins with it. */
const withoutName = (sentence: string, file: string): string =>
  sentence.startsWith(`${file} `) ? sentence.slice(file.length + 1) : sentence;

async function checkImage(url: string, mimeType: string, reader: MediaReader, findings: Findings): Promise<void> {
  const start = (await reader.firstBytes(url, SNIFFED_BYTES)).toString('latin1');
  const expected = IMAGES[mimeType.toLowerCase()];
  if (expected !== undefined && !expected.test(start))
    findings.add(
      'image',
      `media/${url}`,
      `is no ${mimeType}, as its description says. Make it again, or name its type`,
    );
}

async function checkChapters(
  file: string,
  { chapters, lengthSeconds }: VideoFile,
  reader: MediaReader,
  findings: Findings,
): Promise<void> {
  const list = typeof chapters === 'string' ? await readChapters(chapters, reader.folder) : (chapters ?? []);
  const late = list.filter(({ startSeconds }) => lengthSeconds > 0 && startSeconds >= lengthSeconds);
  const where = typeof chapters === 'string' ? `media/${chapters}` : file;
  for (const { title, startSeconds } of late)
    findings.add(
      'chapter',
      where,
      `chapter ${JSON.stringify(title)} begins at ${startSeconds} s, after the video has ended. Correct its time, or take it out`,
    );
}
