import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import type { Change } from './catalog-change.ts';
import type { CatalogFile } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { editJson } from './edit-json.ts';

const TITLE_MAX_CHARACTERS = 500;
const DESCRIPTION_MAX_CHARACTERS = 5_000;

/** New values of a video's fields; absent fields are unchanged. */
export interface VideoEdits {
  readonly title?: string | undefined;
  /** An empty text removes the description. */
  readonly description?: string | undefined;
  readonly isListed?: boolean | undefined;
}

/** Changes title, description and listing of a video; the rest of its description file stays unchanged. */
export function editVideo({ file, text, value }: CatalogFile<VideoFile>, edits: VideoEdits): Change {
  const { title, description, isListed } = edits;
  if (title !== undefined && (title.trim() === '' || title.length > TITLE_MAX_CHARACTERS))
    throw new CommandFault(`A title has 1 to ${TITLE_MAX_CHARACTERS} characters.`);
  if (description !== undefined && description.length > DESCRIPTION_MAX_CHARACTERS)
    throw new CommandFault(`A description has at most ${DESCRIPTION_MAX_CHARACTERS} characters.`);
  const changes: string[] = [];
  let edited = text;
  if (title !== undefined && title !== value.title) {
    edited = editJson(edited, { field: 'title', value: title });
    changes.push(`is now titled ${JSON.stringify(title)}`);
  }
  if (description !== undefined && description !== (value.description ?? '')) {
    edited = editJson(edited, { field: 'description', value: description === '' ? undefined : description });
    changes.push(description === '' ? 'has no description any more' : 'has a new description');
  }
  if (isListed !== undefined && isListed !== value.isListed) {
    edited = editJson(edited, { field: 'isListed', value: isListed ? undefined : false });
    changes.push(isListed ? 'is listed again' : 'is unlisted: it still plays where it is embedded');
  }
  return {
    what: `${value.id} ${changes.length === 0 ? 'is like that already' : changes.join(', ')}.`,
    steps: changes.length === 0 ? [] : [{ kind: 'write', path: file, text: edited }],
  };
}
