import { join } from 'node:path';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { namedTracks, type CaptionSource } from '../captions/caption-source.ts';
import { exists } from '../preparation/exists.ts';
import type { Change, Step } from './catalog-change.ts';
import type { CatalogFile, CatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { editJson } from './edit-json.ts';
import { filesFreedBy } from './unused-files.ts';

type Captions = VideoFile['captions'];

export interface NewCaptions {
  readonly source: CaptionSource;
  /** Text that `convertCaptions` returned. */
  readonly webVtt: string;
}

/** Adds captions to a video; captions of the same language and kind are replaced. */
export async function planCaptions(
  catalogFolder: string,
  catalog: CatalogFiles,
  video: CatalogFile<VideoFile>,
  { source, webVtt }: NewCaptions,
): Promise<Change> {
  const { id, captions } = video.value;
  const [track] = namedTracks([source]);
  if (track === undefined) throw new CommandFault('There are no captions.');
  const file = await freeFile(catalogFolder, id);
  const at = captions.findIndex(({ languageCode, name }) => languageCode === track.languageCode && name === track.name);
  const old = captions[at];
  const isDefault = old?.isDefault ?? (track.isDefault && captions.every((other) => !other.isDefault));
  const made = { url: file, ...track, isDefault };
  const changed = old === undefined ? [...captions, made] : captions.with(at, { ...old, url: file });
  return {
    what: `${id} has ${old === undefined ? '' : 'new '}captions: ${track.name}.`,
    steps: [
      { kind: 'write', path: `media/${file}`, text: webVtt },
      ...(await describedBy(catalogFolder, catalog, video, changed)),
    ],
  };
}

/** Removes captions from a video, and deletes their file unless something else uses it. */
export async function planWithoutCaptions(
  catalogFolder: string,
  catalog: CatalogFiles,
  video: CatalogFile<VideoFile>,
  /** URL of the captions in the description, or a language that only one track has. */
  wanted: string,
): Promise<Change> {
  const { id, captions } = video.value;
  const named = captions.filter(({ url, languageCode }) => url === wanted || languageCode === wanted);
  const [gone] = named;
  if (gone === undefined || named.length > 1)
    throw new CommandFault(
      captions.length === 0
        ? `${id} has no captions.`
        : `Name one of its captions: ${captions.map(({ url, name }) => `${url} (${name})`).join(', ')}.`,
    );
  const changed = captions.filter((track) => track !== gone);
  return {
    what: `${id} has no captions ${gone.name} any more.`,
    steps: await describedBy(catalogFolder, catalog, video, changed),
  };
}

async function describedBy(
  catalogFolder: string,
  catalog: CatalogFiles,
  video: CatalogFile<VideoFile>,
  captions: Captions,
): Promise<Step[]> {
  const { file, text, value } = video;
  const freed = await filesFreedBy(catalogFolder, catalog, video, { ...value, captions });
  return [
    { kind: 'write', path: file, text: editJson(text, { field: 'captions', value: captions }) },
    ...freed.map((path): Step => ({ kind: 'delete', path: `media/${path}` })),
  ];
}

/** A new name for captions, which no viewer has cached. */
async function freeFile(catalogFolder: string, id: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const file = `${id}/captions-${number}.vtt`;
    if (!(await exists(join(catalogFolder, 'media', file)))) return file;
  }
}
