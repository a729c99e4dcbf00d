import { M3U8Parser } from 'hls.js';
import type { Fragment, PlaylistLevelType } from 'hls.js';
import { listedLevel } from '../../protocol/media/listed-level.ts';
import type { ListedPart } from '../../protocol/runtime/media/media-playlist.ts';
import { readMediaPlaylist } from '../../protocol/runtime/media/read-media-playlist.ts';
import { readRenditions, readVariants } from '../../protocol/runtime/media/multivariant-playlist.ts';
import { withVariables } from '../../src/provider/streams/playlist-variables.ts';

/** Reads a playlist as plain values, with the player's own reader and with the parser of hls.js: tests compare both. */

const ADDRESS = 'https://media.example/film/index.m3u8';

const absolute = (uri: string): string => new URL(uri, ADDRESS).href;

const isMultivariant = (text: string): boolean => text.includes('#EXT-X-STREAM-INF');

export function readByUs(written: string): unknown {
  const { text } = withVariables(written);
  if (isMultivariant(text))
    return {
      variants: readVariants(text).map((variant) => {
        const { width, height, bitrate } = listedLevel(variant);
        const { AUDIO, SUBTITLES, CODECS } = variant.attributes;
        return { address: absolute(variant.uri), bitrate, width, height, AUDIO, SUBTITLES, CODECS };
      }),
      renditions: readRenditions(text)
        .map(({ TYPE, NAME, LANGUAGE, URI, DEFAULT, FORCED, 'GROUP-ID': group }) => ({
          ...{ type: TYPE, group, name: NAME, language: LANGUAGE, address: URI ? absolute(URI) : '' },
          ...{ isDefault: DEFAULT === 'YES', isForced: FORCED === 'YES' },
        }))
        .toSorted(byType),
    };
  const { segments, firstNumber, targetSeconds, isFinished } = readMediaPlaylist(text);
  let discontinuities = 0;
  const placeOf = (part: ListedPart | undefined): unknown => part && { address: absolute(part.uri), range: part.range };
  return {
    ...{ firstNumber, targetSeconds: Math.max(1, targetSeconds), isFinished },
    segments: segments.map(({ durationSeconds, map, key, isDiscontinuous, isMissing, ...part }) => {
      if (isDiscontinuous) discontinuities += 1;
      return {
        ...{ place: placeOf(part), durationSeconds, init: placeOf(map), discontinuities },
        isMissing: isMissing === true,
        key: key && { method: key['METHOD'], address: key['URI'] && absolute(key['URI']) },
      };
    }),
  };
}

export function readByHls(text: string): unknown {
  if (isMultivariant(text)) {
    const parsed = M3U8Parser.parseMasterPlaylist(text, ADDRESS);
    const renditions = Object.values(M3U8Parser.parseMasterPlaylistMedia(text, ADDRESS, parsed)).flat();
    return {
      variants: parsed.levels.map(({ url, bitrate, width = 0, height = 0, attrs }) => {
        const { AUDIO, SUBTITLES, CODECS } = attrs;
        return { address: absolute(url), bitrate, width, height, AUDIO, SUBTITLES, CODECS };
      }),
      renditions: renditions
        .map((rendition) => ({
          ...{ type: rendition.type, group: rendition.groupId, name: rendition.name, language: rendition.lang },
          address: rendition.url && absolute(rendition.url),
          ...{ isDefault: rendition.default, isForced: rendition.forced },
        }))
        .toSorted(byType),
    };
  }
  const details = M3U8Parser.parseLevelPlaylist(text, ADDRESS, 0, 'main' as PlaylistLevelType, 0, null);
  return {
    ...{ firstNumber: details.startSN, targetSeconds: details.targetduration, isFinished: !details.live },
    segments: details.fragments.map((fragment) => {
      const key = Object.values(fragment.levelkeys ?? {}).findLast((one) => one !== undefined);
      return {
        ...{ place: placeIn(fragment), durationSeconds: fragment.duration },
        init: fragment.initSegment ? placeIn(fragment.initSegment) : undefined,
        ...{ discontinuities: fragment.cc - details.startCC, isMissing: fragment.gap === true },
        key: key && { method: key.method, address: key.uri && absolute(key.uri) },
      };
    }),
  };
}

function placeIn({ url, byteRange: [first, end] }: Fragment): unknown {
  return { address: absolute(url), range: end === undefined ? undefined : `${first}-${end - 1}` };
}

/** Sorts renditions by their type, since hls.js groups them by type. */
function byType(
  { type: one = '' }: { readonly type?: string | undefined },
  { type: other = '' }: { readonly type?: string | undefined },
): number {
  return one < other ? -1 : Number(one > other);
}
