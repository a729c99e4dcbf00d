import { extname } from 'node:path';
import { foreignFile } from '../../../protocol/media/file-kinds.ts';
import { captionFormatOf } from './caption-readers.ts';

interface ForeignKind {
  readonly name: string;
  readonly extensions?: readonly string[];
  /** Matches the first characters of a file. */
  readonly begins?: RegExp;
}

/** Kinds of captions that no reader supports; a match of the first characters takes precedence over the extension. */
const FOREIGN_KINDS: readonly ForeignKind[] = [
  { name: 'XML', extensions: ['.xml'], begins: /^<\?xml/ },
  { name: 'SAMI', extensions: ['.smi', '.sami'], begins: /^<SAMI/i },
  { name: 'MPL2', extensions: ['.mpl', '.mpl2'], begins: /^\[\d+\]\[\d*\]/ },
  { name: 'MicroDVD', begins: /^\{\d+\}\{\d*\}/ },
  { name: 'VobSub', extensions: ['.idx', '.sub'], begins: /^# VobSub/ },
  { name: 'PGS', extensions: ['.sup'] },
  { name: 'STL', extensions: ['.stl'], begins: /^\d{3}STL\d\d/ },
  { name: 'JSON', extensions: ['.json'], begins: /^(?:\{\s*"|\[\s*\{)/ },
];

/** Names the unsupported kind of a captions file, in a sentence; `undefined` for a file that a reader may support. */
export function whyForeign(name: string, bytes: Uint8Array): string | undefined {
  // ASCII letters have the same bytes in all encodings, apart from the NULs of UTF-16 and a byte order mark before them.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^[^\w[{<#]+/, '');
  if (captionFormatOf(text) !== undefined) return undefined;
  const file = foreignFile(bytes);
  if (file !== undefined) return `${name} is ${file.name}, and not captions.`;
  const extension = extname(name).toLowerCase();
  const kind =
    FOREIGN_KINDS.find(({ begins }) => begins?.test(text) === true) ??
    FOREIGN_KINDS.find(({ extensions }) => extensions?.includes(extension) === true);
  if (kind === undefined) return undefined;
  return `${name} has captions of a kind that is not read here (${kind.name}). Convert them to .srt or .vtt first, for example with Subtitle Edit.`;
}
