import { isBelow } from '../files/contained-path.ts';

/** Why a reference of a description is invalid, and what to write instead. */

const EXAMPLE = 'such as demo/master.m3u8';
/** Every page of the video carries the address; addresses that people open are far shorter. */
const PAGE_ADDRESS_MAX_CHARACTERS = 2_000;

export function localReferenceFault(text: string): string | undefined {
  if (text === '') return `is empty: name a file below media/, ${EXAMPLE}`;
  if (/^(?:[a-z]:)?[/\\]|^file:/i.test(text)) return `is an absolute path: write it relative to media/, ${EXAMPLE}`;
  if (text.includes('\\')) return 'has a backslash: write / between folders';
  if (/\s/.test(text)) return 'has a space: rename the file without, and write its new name';
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return 'is an address: here it has to be a file below media/';
  if (/[:?#]/.test(text)) return 'has one of : ? # in it: rename the file without, and write its new name';
  if (!isBelow(text)) return 'leads out of media/, or has an empty or hidden step (one that begins with a dot)';
  return undefined;
}

/** Fault of an address that viewers open and the page does not load: any page, also one of this server. */
export function pageAddressFault(text: string): string | undefined {
  if (text.length > PAGE_ADDRESS_MAX_CHARACTERS)
    return `has more than ${PAGE_ADDRESS_MAX_CHARACTERS} characters: write a shorter one`;
  // Browsers drop line breaks and read a backslash as a slash: `/\other.example` would be another server.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'has a space, a control character or a backslash: write it escaped, as %20';
  const isPath = /^\/(?!\/)/.test(text);
  if (!isPath && !(/^https?:\/\//.test(text) && URL.canParse(text)))
    return 'is no address of a page: write one such as https://videos.example/watch/1, or a path such as /watch/1';
  return undefined;
}

export function addressFault(text: string): string | undefined {
  if (/\s/.test(text)) return 'has a space: write %20';
  if (!/^https?:\/\/[^\s/?#;,'"]+\/[^\s'"]*$/.test(text) || !URL.canParse(text))
    return 'is no address that can be read: write one such as https://media.example/video/master.m3u8';
  return undefined;
}
