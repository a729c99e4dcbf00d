import type { PlayerErrorCode } from '../../../protocol/errors.ts';

/** The error code for a media element's error. `hadMetadata`: the metadata had been parsed before the error. */
export function elementErrorCode(error: Pick<MediaError, 'code' | 'message'>, hadMetadata: boolean): PlayerErrorCode {
  switch (error.code) {
    case 2:
      return 'net.connect';
    case 3:
      return 'fmt.decode';
    case 4:
      if (/DEMUXER_ERROR_COULD_NOT_(?:OPEN|PARSE)/.test(error.message)) return 'fmt.unplayable';
      if (/^4\d\d|HTTP|status/i.test(error.message)) return 'net.badstatus';
      // Before the first byte this can also mean that nothing was received: a retry may help.
      return hadMetadata ? 'fmt.decode' : 'net.unknown';
    default:
      return 'net.unknown';
  }
}
