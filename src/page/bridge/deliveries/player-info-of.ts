import {
  PLAYBACK_RATES,
  type PlayerInfo,
  type ProgressState,
  type VideoData,
} from '../../../../protocol/host/player-info.ts';
import { withoutRate } from '../../../../protocol/host/without-rate.ts';
import { positionAt, type PlayerSnapshot } from '../../player/player.ts';
import { ownAddress } from '../../platform/own-address.ts';
import { WIRE_VERSION } from '../../../../protocol/version.ts';

/** Within this distance from the end the whole video counts as loaded: media elements report slightly short buffers. */
const LOADED_TOLERANCE_SECONDS = 0.25;

/** Time and page of a delivery, which a snapshot does not contain. */
export interface DeliveryMoment {
  /** Wall time, milliseconds since the epoch. */
  readonly wallMs: number;
  readonly monotonicMs: number;
  readonly pageAddress: string;
}

/**
 * Fields that change all the time. State and volume are left out: amp-youtube reads the time only where neither is present.
 */
export function timeInfo(snapshot: PlayerSnapshot, { wallMs, monotonicMs }: DeliveryMoment) {
  const currentTime = positionAt(snapshot, monotonicMs);
  const loaded = loadedSeconds(snapshot, currentTime);
  const fraction = snapshot.durationSeconds > 0 ? Math.min(1, loaded / snapshot.durationSeconds) : 0;
  return {
    currentTime,
    currentTimeLastUpdated_: wallMs / 1_000,
    playbackRate: snapshot.playbackRate,
    videoLoadedFraction: fraction,
    /** Byte counts are no longer part of the protocol; the share of a total of 1 replaces them. */
    videoBytesLoaded: fraction,
    mediaReferenceTime: currentTime,
    progressState: progressState(snapshot, currentTime, loaded),
  } satisfies Partial<PlayerInfo>;
}

/** Fields that may change with the video. */
export function videoInfo(snapshot: PlayerSnapshot, { pageAddress }: DeliveryMoment) {
  return {
    duration: snapshot.durationSeconds,
    videoData: videoData(snapshot),
    videoUrl: videoUrl(snapshot, pageAddress),
    chapters: [...snapshot.video.chapters],
    ...qualityInfo(snapshot),
    ...playlistInfo(snapshot),
  } satisfies Partial<PlayerInfo>;
}

/** The list leaves out `audio`: hosts make menus from it, and take its last entry for the lowest picture quality. */
export function qualityInfo({ quality, qualities }: PlayerSnapshot) {
  const availableQualityLevels = [...new Set(qualities.map(withoutRate))].filter((name) => name !== 'audio');
  return {
    playbackQuality: withoutRate(quality),
    availableQualityLevels,
    hasSoundAlone: qualities.includes('audio'),
  } satisfies Partial<PlayerInfo>;
}

/** `playlist` is `null` for a single video, never an empty array: react-player takes any array for a playlist. */
export function playlistInfo({ playlist }: PlayerSnapshot) {
  return {
    playlist: playlist === null ? null : [...playlist.videoIds],
    playlistIndex: playlist?.index ?? -1,
    playlistId: playlist?.listId ?? null,
  } satisfies Partial<PlayerInfo>;
}

/** Exactly two fields: vidstack needs both in one message, and hosts expect no other fields in that message. */
export function volumeInfo({ muted, volume }: PlayerSnapshot) {
  return { muted, volume } satisfies Partial<PlayerInfo>;
}

export function stateInfo(snapshot: PlayerSnapshot, moment: DeliveryMoment) {
  return { playerState: snapshot.state, ...timeInfo(snapshot, moment), ...videoInfo(snapshot, moment) };
}

/** All information for hosts (C4). */
export function fullInfo(snapshot: PlayerSnapshot, moment: DeliveryMoment): PlayerInfo {
  return {
    ...stateInfo(snapshot, moment),
    ...volumeInfo(snapshot),
    availablePlaybackRates: [...PLAYBACK_RATES],
    videoBytesTotal: 1,
    videoStartBytes: 0,
    sphericalProperties: snapshot.spherical,
    pictureInPicture: snapshot.pictureInPicture,
    remotePlayback: snapshot.remotePlayback,
    dataSaver: snapshot.dataSaver.isOn,
    wireVersion: WIRE_VERSION,
  };
}

/** The end of the buffered range around the position; the position itself if nothing is loaded around it. */
function loadedSeconds({ bufferedRanges, durationSeconds }: PlayerSnapshot, currentTime: number): number {
  const slack = LOADED_TOLERANCE_SECONDS;
  const around = bufferedRanges.find(([start, end]) => currentTime >= start - slack && currentTime <= end);
  const end = around?.[1] ?? currentTime;
  return durationSeconds > 0 && end >= durationSeconds - slack ? durationSeconds : end;
}

function progressState(snapshot: PlayerSnapshot, current: number, loaded: number): ProgressState {
  const [seekableStart, seekableEnd] = snapshot.seekable;
  const { isLive, allowLiveDvr, startSeconds, endSeconds } = snapshot.video;
  return {
    current,
    duration: snapshot.durationSeconds,
    loaded,
    seekableStart,
    seekableEnd,
    allowSeeking: !isLive || allowLiveDvr,
    clipStart: startSeconds,
    clipEnd: endSeconds,
    isAtLiveHead: snapshot.isAtLiveHead,
    ingestionTime: null,
    offset: 0,
    airingStart: seekableStart,
    airingEnd: seekableEnd,
    displayedStart: -1,
    viewerLivestreamJoinMediaTime: 0,
  };
}

function videoData({ video, error }: PlayerSnapshot): VideoData {
  return {
    video_id: video.videoId,
    title: video.title,
    author: video.author,
    isLive: video.isLive,
    isListed: video.isListed,
    allowLiveDvr: video.allowLiveDvr,
    isPlayable: video.isPlayable,
    errorCode: error?.code ?? null,
  };
}

/** An address that shows the video, and that `loadVideoByUrl` accepts (P5). Hosts that parse addresses expect the id as `v`. */
function videoUrl({ video, playlist }: PlayerSnapshot, pageAddress: string): string {
  if (video.videoId === '') return '';
  const address = ownAddress(`/embed/${encodeURIComponent(video.videoId)}`, pageAddress);
  address.searchParams.set('v', video.videoId);
  if (playlist?.listId) address.searchParams.set('list', playlist.listId);
  return address.href;
}
