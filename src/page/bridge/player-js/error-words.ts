import { HOST_ERROR, type HostErrorCode } from '../../../../protocol/errors.ts';

const WORDS: Readonly<Record<HostErrorCode, string>> = {
  [HOST_ERROR.invalidParameter]: 'a parameter is invalid',
  [HOST_ERROR.playback]: 'the video cannot be played',
  [HOST_ERROR.notFound]: 'there is no such video',
  [HOST_ERROR.notAllowed]: 'the video may not be played here',
  [HOST_ERROR.blocked]: 'the video is blocked',
  [HOST_ERROR.identityDenied]: 'this page may not embed the video',
};

/** For the author of a page, where the provider has said nothing. */
export function errorWords(code: HostErrorCode): string {
  return WORDS[code];
}
