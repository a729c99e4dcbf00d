import { readCues } from '../../provider/captions/web-vtt.ts';
import { readWebVtt } from '../../provider/catalog/loading/side-files.ts';
import { quoted } from '../../provider/catalog/loading/file-index.ts';
import { CaptionFault } from '../captions/caption-fault.ts';
import { CAPTIONS_MAX_BYTES } from '../captions/convert-captions.ts';
import { decodeText } from '../captions/decode-text.ts';
import type { Findings } from './findings.ts';
import type { MediaReader } from './media-reader.ts';

/** Checks a captions file: its encoding, and every cue. */
export async function checkTrack(
  reference: string,
  languageCode: string,
  reader: MediaReader,
  findings: Findings,
): Promise<void> {
  const file = `media/${reference}`;
  const { cues, faults } = readCues(await readWebVtt(reference, reader.folder));
  const bytes = await reader.firstBytes(reference, CAPTIONS_MAX_BYTES);
  try {
    const { encoding } = decodeText(bytes, { name: file, languageCode });
    if (encoding !== 'utf-8')
      findings.add(
        'encoding',
        file,
        `is ${encoding}, and players read UTF-8. Mend it: npm run videos -- captions ${quoted(file)} --captions-encoding ${encoding}`,
      );
  } catch (error) {
    if (!(error instanceof CaptionFault)) throw error;
    findings.add('encoding', file, error.message);
  }
  for (const { line, text } of faults)
    findings.add('cue', `${file}:${line}`, `is not shown: ${text}. Correct its times, or take it out`);
  if (cues.length === 0 && faults.length === 0)
    findings.add('cue', file, 'has no cue. Take it out of the description, or add one');
}
