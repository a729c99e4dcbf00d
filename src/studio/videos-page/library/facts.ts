import { readCaptionName } from '../../../../protocol/provider/caption-names.ts';
import type { LibraryVideo } from '../../../../protocol/provider/video-library.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { formatBytes } from '../../../../protocol/runtime/format-bytes.ts';
import { counted } from '../../../../protocol/runtime/counted.ts';
import type { VideoViews } from '../../../../protocol/provider/viewers-report.ts';

/** Facts about a video, for the line below its title. */
export function factsOf(video: LibraryVideo, views: VideoViews | null): string[] {
  const { id, lengthSeconds, streams, captions, sizeBytes, isListed } = video;
  return [
    ...(isListed ? [] : ['Unlisted']),
    ...(lengthSeconds > 0 ? [clockTime(Math.round(lengthSeconds))] : []),
    ...(streams.length === 0 ? ['Nothing to play'] : streams),
    captions.length === 0 ? 'No captions' : `Captions: ${captions.map(({ name }) => name).join(', ')}`,
    formatBytes(sizeBytes),
    ...(views === null ? [] : [`${counted(views.views[id] ?? 0, 'view')} in ${counted(views.days, 'day')}`]),
  ];
}

export const languageInName = (name: string): string | undefined => readCaptionName(name).languageCode;

/** File name for the server, which reads the language of captions from their name. */
export function nameInLanguage(name: string, language: string): string {
  const { languageCode, marks } = readCaptionName(name);
  return languageCode === language ? name : [language, ...marks, name.split('.').at(-1)].join('.');
}
