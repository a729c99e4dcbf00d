import { faststartCommand } from '../../provider/catalog/loading/file-index.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { AGAIN, type Findings } from './findings.ts';
import { samplesFault, structureFault } from './index-faults.ts';
import type { MediaReader } from './media-reader.ts';
import { lengthOf } from '../../provider/streams/mp4/tracks.ts';

/** The check of streams has the same tolerance: operators round lengths. */
const LENGTH_TOLERANCE_SECONDS = 2;

type Plain = VideoFile['sources']['progressive'][number];

/** Checks an MP4: with its index (`moov`) at the end, a browser shows nothing before it has loaded the end. */
export async function checkPlainFile(
  { url }: Plain,
  lengthSeconds: number,
  reader: MediaReader,
  findings: Findings,
): Promise<void> {
  const file = `media/${url}`;
  if (!/\.(?:mp4|m4v|m4a|mov)$/i.test(url)) return reader.folder.check(url);
  const { types, isCutOff, moov, data } = await reader.file(url);
  if (moov === undefined) return findings.add('index', file, `has no index: it is cut off, or no MP4. ${AGAIN}`);
  if (isCutOff) findings.add('cut', file, `is cut off. ${AGAIN}`);
  const fault = structureFault(moov) ?? (isCutOff ? undefined : samplesFault(moov, data));
  if (fault !== undefined) return findings.add('index', file, `has a damaged index: ${fault}. ${AGAIN}`);
  if (types.indexOf('moov') > types.indexOf('mdat') && types.includes('mdat')) {
    findings.add(
      'index',
      file,
      `has its index at the end, so that nothing shows before most of it is loaded. Mend it: ${faststartCommand(url)}`,
    );
  }
  const seconds = lengthOf(moov);
  if (lengthSeconds > 0 && seconds > 0 && Math.abs(seconds - lengthSeconds) > LENGTH_TOLERANCE_SECONDS)
    findings.add(
      'length',
      file,
      `lasts ${seconds.toFixed(1)} s, and the description says ${lengthSeconds}. Write ${seconds.toFixed(1)} there`,
    );
}
