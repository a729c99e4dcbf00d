import { INDEPENDENT } from '../../../protocol/runtime/media/media-playlist.ts';
import { MediaFault } from '../../provider/catalog/loading/media-folder.ts';
import { below, readPlaylist } from '../../provider/catalog/loading/playlist-file.ts';
import { isMultivariant, renditionsIn } from '../../provider/streams/multivariant-playlist.ts';
import { withVariables } from '../../provider/streams/playlist-variables.ts';
import { checkRendition, type SeenRendition } from './check-rendition.ts';
import { codecFaults } from './codec-faults.ts';
import type { Findings } from './findings.ts';
import type { MediaReader } from './media-reader.ts';

/** Tolerated difference between segment starts of variants; with a larger one, a quality change shows a gap or a repetition. */
const ALIGNMENT_TOLERANCE_SECONDS = 0.05;

/** Checks a stream below `media/`: its playlists, every segment, and whether the variants are aligned. */
export async function checkLadder(reference: string, reader: MediaReader, findings: Findings): Promise<void> {
  const { text, variables } = withVariables(await readPlaylist(reference, reader.folder));
  if (!isMultivariant(text)) {
    await checkRendition(reference, NO_CLAIMS, reader, findings);
    return;
  }
  const claims = { areIndependent: text.includes(INDEPENDENT), mayBeParts: false, isText: false, variables };
  const seen = new Map<string, SeenRendition>();
  for (const { uri, kind } of renditionsIn(text)) {
    try {
      const path = below(reference, uri);
      if (path === undefined) continue;
      const rendition = await checkRendition(
        path,
        kind === 'variant'
          ? claims
          : { ...NO_CLAIMS, mayBeParts: kind === 'iframe', isText: kind === 'subtitles', variables },
        reader,
        findings,
      );
      if (kind === 'variant' || kind === 'audio') seen.set(uri, rendition);
    } catch (error) {
      if (!(error instanceof MediaFault)) throw error;
      findings.add(
        'playlist',
        `media/${reference}`,
        `${error.message}. Copy it there, or take its lines out`,
        error.message,
      );
    }
  }
  checkAlignment([...seen.values()], findings);
  for (const fault of codecFaults(text, seen)) findings.add(fault.kind, `media/${reference}`, fault.text);
}

/** Playlists for trick play and for text make no claim about key frames at segment boundaries. */
const NO_CLAIMS = { areIndependent: false, mayBeParts: false, isText: false, variables: new Map() };

function checkAlignment(renditions: readonly SeenRendition[], findings: Findings): void {
  const [first, ...others] = renditions.filter(
    ({ pictureStarts, isFinished }) => isFinished && pictureStarts.length > 0,
  );
  if (first === undefined) return;
  for (const other of others) {
    const file = `media/${other.reference}`;
    const [here, there] = [other.pictureStarts.length, first.pictureStarts.length];
    const apart = other.pictureStarts.findIndex((start, index) => {
      const expected = first.pictureStarts[index];
      return start !== undefined && expected !== undefined && Math.abs(start - expected) > ALIGNMENT_TOLERANCE_SECONDS;
    });
    const difference =
      apart === -1
        ? `has ${here} segments, and media/${first.reference} has ${there}`
        : `begins its segment ${apart + 1} at ${other.pictureStarts[apart]?.toFixed(3)} s, and media/${first.reference} at ${first.pictureStarts[apart]?.toFixed(3)}`;
    if (apart !== -1 || here !== there)
      findings.add(
        'alignment',
        file,
        `${difference}: changes of quality will jump. Encode all qualities with key frames at the same times (npm run add)`,
      );
  }
}
