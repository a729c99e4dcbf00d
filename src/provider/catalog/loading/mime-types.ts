import { knownType } from '../../files/content-types.ts';
import type { VideoFile } from '../catalog-schema.ts';
import type { Remark } from './remark.ts';

/** A file is served with the type of its extension; a description with another type misleads players. */
export function mimeTypeRemarks({ sources, posters }: VideoFile): Remark[] {
  const named = [
    ...sources.progressive.map((item, index) => ({ ...item, field: `sources.progressive.${index}.mimeType` })),
    ...posters.map((item, index) => ({ ...item, field: `posters.${index}.mimeType` })),
  ];
  return named.flatMap(({ url, mimeType, field }) => {
    const expected = knownType(url.replace(/[?#].*$/, ''));
    if (mimeType === undefined || expected === undefined || isSame(mimeType, expected)) return [];
    return [{ field, text: `is ${mimeType}, but by its name ${url} is ${expected}` }];
  });
}

/** An audio-only MP4 or WebM may be described as audio. */
function isSame(written: string, expected: string): boolean {
  const essence = (written.split(';')[0] ?? '').trim().toLowerCase();
  return essence === expected || essence.replace('audio/', 'video/') === expected.replace('audio/', 'video/');
}
