import { beginsAsContainer, foreignFile } from '../../../protocol/media/file-kinds.ts';
import { boxesOfFile } from '../../provider/streams/mp4/boxes.ts';
import { captionFormatOf } from '../captions/caption-readers.ts';
import { headOf, isMp4, withFile } from './source-file.ts';

const ADVICE = {
  picture: 'Give it with its video: --poster, followed by its name.',
  animation: 'Save it as MP4 with the program that made it.',
  other: 'Add the file of the video itself.',
} as const;
const LIST =
  /^\uFEFF?\s*(?:#EXTM3U|ffconcat version|v=0\r?\n|(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)?<MPD|\[playlist\])/i;

/** Why a file is no video, in a sentence with advice; `undefined` for a file that may be a video. Never opens another file. */
export async function whyNoVideo(path: string, name: string): Promise<string | undefined> {
  const head = await headOf(path);
  if (head === null) return `${name} is no ordinary file. Name the file of a video.`;
  const foreign = foreignFile(head);
  if (foreign !== undefined && foreign.kind !== 'other')
    return `${name} is ${foreign.name}, not a video. ${ADVICE[foreign.kind]}`;
  const text = textOf(head);
  if (text === undefined && beginsAsContainer(head)) return undefined;
  if (foreign !== undefined) return `${name} is ${foreign.name}, not a video. ${ADVICE.other}`;
  if (head.every((byte) => byte === 0))
    return `${name} holds zeros where a video begins: it was not copied whole. Copy it again.`;
  if (text !== undefined) return whyNoVideoOfText(text, name);
  return `${name} is no video that can be read: its first bytes are of no kind of video or sound. Copy it again, or save it as MP4 with the program that plays it.`;
}

function whyNoVideoOfText(text: string, name: string): string {
  if (LIST.test(text)) return `${name} is no video but a list of other files. Join them into one file first.`;
  const format = captionFormatOf(text);
  if (format === undefined) return `${name} is a text, not a video. Add the file of the video itself.`;
  return `${name} has captions (${format}), not a video. Give it with its video: --captions, followed by its name, or in the field of captions on the page.`;
}

/** Why ffprobe cannot read a container; `undefined` if no better reason than ffprobe's own is known. */
export async function whyUnreadable(path: string, name: string): Promise<string | undefined> {
  const boxes = await withFile(path, async (file, size) => (await isMp4(file)) && boxesOfFile(file, 0, size));
  if (boxes === null || boxes === false) return undefined;
  const index = boxes.find(({ type }) => type === 'moov');
  if (index !== undefined && !index.isCutOff) return undefined;
  if (index === undefined && boxes.some(({ type }) => type === 'moof'))
    return `${name} is one segment of a stream, not a video. Join its init segment and all segments into one file first.`;
  return (
    `${name} has no index (moov)${index === undefined ? '' : ' that is whole'}: it was not copied to its end, or the camera stopped in the middle. ` +
    'Copy it again from the phone or the camera. If it is the same there, a tool such as untrunc can repair it, with another video of the same camera.'
  );
}

/** Control characters except line breaks and tabs, and undecodable bytes. */
const CONTROLS = /[^\P{Cc}\t-\r]|\uFFFD/u;

/** Decodes a text in UTF-16 with a byte order mark, or without control characters; `undefined` for other files. */
function textOf(head: Buffer): string | undefined {
  const wide = { fffe: 'utf-16le', feff: 'utf-16be' }[head.toString('hex', 0, 2)];
  const decoded = wide === undefined ? undefined : new TextDecoder(wide).decode(head);
  // The first frame of MPEG audio may begin like the byte order mark.
  if (decoded !== undefined && !CONTROLS.test(decoded)) return decoded;
  const isText = head.every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x0c);
  return isText ? head.toString('utf8') : undefined;
}
