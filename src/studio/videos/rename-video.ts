import { VideoId } from '../../../protocol/identifiers.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import type { Change, Step } from './catalog-change.ts';
import { suggestersOf, type CatalogFile, type CatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { editJson } from './edit-json.ts';

/**
 * Steps that change the id of a video. Media keep their addresses, so that running playback continues. Both ids exist until all
 * playlists and suggestions name the new id, so that a server that reads the catalog in between finds the video.
 */
export function changeId(catalog: CatalogFiles, video: CatalogFile<VideoFile>, newId: string): Change {
  if (!VideoId.safeParse(newId).success)
    throw new CommandFault(`${newId} is no id: eleven characters of A–Z a–z 0–9 _ -.`);
  const path = `videos/${newId}.json`;
  const holder = catalog.videos.find(({ value, file }) => value.id === newId || file === path);
  if (holder !== undefined)
    throw new CommandFault(`${holder.file} is video ${holder.value.id} already. Choose another id.`);
  const { id } = video.value;
  const lists = catalog.playlists.filter(({ value }) => value.videoIds.includes(id));
  const suggesting = suggestersOf(catalog, video);
  const renamedIn =
    (field: string) =>
    ({ file, text }: Pick<CatalogFile<unknown>, 'file' | 'text'>): Step => ({
      kind: 'write',
      path: file,
      text: editJson(text, { field, from: id, to: newId }),
    });
  const steps: Step[] = [
    { kind: 'write', path, text: editJson(video.text, { field: 'id', value: newId }) },
    ...lists.map(renamedIn('videoIds')),
    ...suggesting.map(renamedIn('related')),
    { kind: 'delete', path: video.file },
  ];
  const named = [...lists, ...suggesting].map(({ file }) => file);
  const also = named.length === 0 ? '' : `, also in ${named.join(', ')}`;
  return { what: `${id} is now ${newId}${also}. Pages that embed ${id} have to name the new one.`, steps };
}
