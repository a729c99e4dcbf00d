/**
 * Every tunable number of the product, once, with its unit in its name and its requirement id (`requirements.md`) or
 * the reason for it. One table test pins each value [K1].
 */

/** Page and commands (P, C). */
export const PLAYER = {
  /** P7: how often the player proxy looks whether the player API is present. */
  proxyPollIntervalMs: 50,
  /** P4: feature-flag values from the address are cut to this length. */
  featureFlagValueMaxCharacters: 500,
  /** P12: the ad-status script is waited for no longer than this. */
  adStatusTimeoutMs: 5_000,
  /** C3: a `playlist` string of exactly this length is a list id. */
  bareListIdCharacters: 16,
  /** An `onReady` without metadata: how long hosts wait for the duration at most. Our choice. */
  readyWithoutMetadataMs: 2_000,
  /** Time between the viewer's last sign of life and the controls hiding. Our choice. */
  controlsHideDelayMs: 3_000,
  /** A spinner shows only after this long, so that short waits do not flash. Our choice. */
  spinnerDelayMs: 300,
  /** The element is looked at this often while it plays; `timeupdate`, four times as often, cost main more. Our choice. */
  progressIntervalMs: 1_000,
  /** Towards the end of a part it is looked at when that is due, but no more often than this. Our choice. */
  progressIntervalMinMs: 20,
  /** Arrow keys seek by this much, as in other embeds. */
  seekStepSeconds: 5,
  /** `j` and `l` seek by this much, as in other embeds. */
  seekLeapSeconds: 10,
  /** Speeds that media elements take; they throw at others. */
  slowestPlaybackRate: 0.0625,
  fastestPlaybackRate: 16,
  /** Up and down arrows change the volume by this much of 100, as in other embeds. */
  volumeStep: 5,
} as const;

/** The viewer's interface. Our choices, but where a source is named. */
export const INTERFACE = {
  /** How long a word over the picture stays. */
  noticeMs: 1_000,
  /** Longer, for a word that tells of something that the viewer did not do. */
  longNoticeMs: 5_000,
  /** A second tap within this time makes a double tap; further ones add up. */
  doubleTapMs: 300,
  /** Taps that add up become one seek once no other has come for this long. */
  tapSeekDelayMs: 450,
  /** The outer parts of the picture, as a share of its width, where double taps seek. */
  tapSideShare: 0.35,
  /** A finger that rests this long plays faster until it lifts. */
  holdDelayMs: 500,
  holdRate: 2,
  /** A finger that moves this far is scrolling the host page. */
  tapMoveTolerancePixels: 12,
  /** A key that repeats a seek within this time adds up on screen. */
  seekAddUpMs: 1_000,
  /** Caption sizes that `+` and `-` go through, per cent. */
  captionSizesPercent: [50, 75, 100, 150, 200, 300, 400],
  /** Opacities that `o` goes through, per cent; text is never invisible. */
  captionTextOpacitiesPercent: [25, 50, 75, 100],
  /** Opacities that `w` goes through, per cent. */
  captionWindowOpacitiesPercent: [0, 25, 50, 75, 100],
  /** The oldest part of a live window is about to go: who seeks there would be thrown out at once. */
  liveWindowMarginSeconds: 8,
  /** Until a frame's true length has been seen, a step looks for the next frame in strides of this length. */
  frameSearchSeconds: 1 / 120,
  frameSearchStepsMax: 24,
  /** A frame that does not come within this time after its seek is not waited for. */
  frameTimeoutMs: 400,
  /** Positions nearer than this to either end are not worth coming back to. */
  resumeMarginSeconds: 15,
  /** Videos whose position is remembered. */
  resumeVideosMax: 50,
  /** The offer to go on where the viewer left off stays this long. */
  resumeOfferMs: 8_000,
  /** The card with the next video shows this long before the end. */
  upNextSeconds: 6,
  /** A preference is written once it has stayed the same for this long; sliders send many values. */
  preferenceSaveDelayMs: 400,
} as const;

/** Spherical video. Our choices, but where a source is named. */
export const SPHERICAL = {
  /** Field of view along the longer edge of the player. */
  fovDegrees: 100,
  fovMinDegrees: 30,
  fovMaxDegrees: 120,
  /** One press of a key, at the usual field of view. */
  keyTurnDegrees: 5,
  keyZoomDegrees: 5,
  /** A pointer that has moved this far looks around; until then it is a click. */
  dragTolerancePixels: 5,
  /** After a drag the view goes on; its speed falls to a third in this time … */
  inertiaMs: 180,
  /** … and below this, degrees a millisecond, it stands. */
  inertiaEndSpeed: 0.004,
  /** The speed of a drag is that of its last moments. */
  dragSpeedWindowMs: 80,
  /** How much one unit of the wheel changes the field of view, as an exponent. */
  wheelZoomRate: 0.002,
  /** Hosts hear of a direction that changes all the time this often. */
  publishIntervalMs: 100,
  /** A direction is read out once it has stood for this long. */
  announceDelayMs: 400,
  /** A sensor that has said nothing by then is not there, or not allowed. */
  sensorTimeoutMs: 1_500,
  /** A worker that cannot draw by then is not coming, and main draws. It has a shader to compile first. Our choice. */
  workerStartTimeoutMs: 8_000,
  /** What is drawn at most: density of the screen, less where memory is small, and pixels in all. */
  densityMax: 2,
  smallDeviceDensityMax: 1,
  smallDeviceMemoryGigabytes: 2,
  pixelsMax: 2_073_600,
} as const;

/** The message bridge (H) and its cadence. */
export const BRIDGE = {
  /** The host script greets this often until the first delivery, like the script that it stands in for. */
  greetingIntervalMs: 250,
  /** H6: steady playback sends at most four partial deliveries a second. */
  progressIntervalMs: 250,
  /** P8: an error follows `onReady` no sooner than this; Plyr listens only from 50 ms after it. */
  errorAfterReadyMs: 150,
  /** A message longer than this is dropped unread: parsing is work that a hostile host could cause. */
  messageMaxCharacters: 65_536,
  /** Messages beyond this rate are dropped, once what a host may say at its start (`host-queue.ts`) is used up. Our choice. */
  messagesPerSecondMax: 200,
  /** The script's clock runs ahead of the last delivery by no more than this: the frame may have stopped. */
  clockExtrapolationMaxMs: 1_000,
  /** A correction of the script's clock up to this much is no seek … Our choice. */
  clockSlewMaxSeconds: 0.25,
  /** … and is spread over this long: a client that polls every 50 ms takes a step of 0.1 s for a seek. Our choice. */
  clockSlewMs: 500,
  /** The host script gives up on a frame that never answers: a page must not show a spinner for ever. Our choice. */
  readyTimeoutMs: 30_000,
  /** A frame that has loaded a page and has not spoken by then shows something else than a player. Our choice. */
  silentLoadMs: 3_000,
  /**
   * A command of the promise client that has had no outcome by then has failed: longer than a stream may take to open
   * or to fail (`MEDIA.stallTimeoutMs`), so that the player's own words come first. Our choice.
   */
  commandTimeoutMs: 40_000,
  /** Windows that may listen to one embed at once. Our choice. */
  listenersMax: 8,
  /** A raw host that greets again after this long has lost its first answer and gets another. Our choice. */
  greetingRepeatMs: 1_000,
  /** Messages that were not taken are counted and reported this often at most. Our choice. */
  ignoredReportIntervalMs: 10_000,
  /** A slider sends commands by the dozen; the same name is logged no more often than this. Our choice. */
  commandLogIntervalMs: 1_000,
  /** This close to the end everything counts as loaded: media elements report buffers a little short. Our choice. */
  loadedToleranceSeconds: 0.25,
} as const;

/** Calls to the provider (N). */
export const TRANSPORT = {
  /** A request that has not been answered by then has timed out: a server that hangs reports no error. Our choice. */
  requestTimeoutMs: 10_000,
  /** N13 */
  visitorIdTimeoutMs: 5_000,
  /** N14 */
  errorMessageMaxCharacters: 250,
  /** N15: share of page loads that make the network check. */
  networkCheckSampleRate: 0.1,
  /** N16: first and last status of the contiguous success range. */
  successStatusFirst: 200,
  successStatusLast: 206,
  /** N16: the one success status outside the range. */
  notModifiedStatus: 304,
  /** N17: characters of the guard prefix. */
  guardPrefixCharacters: 5,
  /** N18: lifetime of the location playability token, 180 days. */
  locationTokenLifetimeSeconds: 15_552_000,
  /** N19: smallest and largest body that is sent with gzip. */
  compressionBodyMinBytes: 500,
  compressionBodyMaxBytes: 500_000,
  /** N20: a compression slower than this counts as slow … */
  compressionSlowRunMs: 250,
  /** N20: … and after this many slow runs compression is given up for the session. */
  compressionSlowRunsMax: 4,
} as const;

/** Logging (L). */
export const LOGGING = {
  /** L1 */
  batchMaxEvents: 100,
  /** One entry of `dropped`; whoever has given up more says so with the next request. Our choice. */
  droppedCountMax: 1_000_000,
  /** Batches that share a request, where a provider takes several, come to no more than can be compressed (N19). Our choice. */
  requestMaxCharacters: 480_000,
  /** L2 */
  flushAtQueuedEvents: 1_000,
  /** L3: a batch smaller than this waits on … */
  batchMinEvents: 5,
  /** L3: … until its oldest event is this old. */
  smallBatchMaxAgeMs: 60_000,
  /** L4 */
  firstFlushDelayMs: 2_000,
  flushIntervalMs: 10_000,
  /** L5: timer of the fast tier. */
  fastFlushDelayMs: 1_000,
  /** L8 */
  latencyRepeatsMax: 5,
  /** What was watched is reported this often while the page is there, so that a crash takes no more than that. Our choice. */
  playbackReportIntervalMs: 30_000,
  /** Mended errors of playback beyond this many say nothing new. Our choice. */
  mendedErrorsMax: 20,
  latencyEntryMaxAgeMs: 60_000,
  latencyPurgeIntervalMs: 5_000,
  /** L9 */
  screenNonceCharacters: 16,
  /** N9: as the screen's. Our choice. */
  playbackNonceCharacters: 16,
  attachCacheMaxElements: 1_000,
  /**
   * Main hands ordinary events over this often, the first after a pause at once; with each frame it would cost up to
   * 2.5 times as much. It is also the window of loss at a crash, because the journal is written with each hand-over …
   */
  handOverIntervalMs: 250,
  /** … or as soon as this many wait. */
  handOverMaxEvents: 64,
  /** … and the fast tier about a frame later; a timer, because an animation frame costs a frame. */
  fastHandOverDelayMs: 16,
  /** The worker acknowledges what becomes safe shortly after this, which is nothing to lose events in … */
  answerDelayMs: 16,
  /** … or this long after the last time, if that was before … */
  answerIntervalMs: 500,
  /** … or as soon as this many are safe: all of them together are less than half of what the journal holds. Our choice. */
  answeredParcelsMax: 4,
  /** What main keeps of events without an acknowledgement; past it the oldest go, counted. As `STORAGE.bytesMax`. */
  mirrorMaxCharacters: 5_242_880,
  /** Random bits of the session part of a client event id (L6), so that two sessions never share one. */
  sessionIdBits: 128,
} as const;

/** IndexedDB, local storage, cookies (S) and the journal of main. */
export const STORAGE = {
  /** S2 */
  logDatabaseVersion: 9,
  /** S3 */
  configDatabaseVersion: 1,
  /** S5: a QUEUED request older than this is taken for abandoned. */
  queuedRequestMaxAgeMs: 120_000,
  /** S6 */
  retryDelayMs: 5_000,
  retriesPerPageLoadMax: 1,
  /** A request that the provider has refused this often, in an hour or more, is given up. Our choice. */
  refusalsMax: 8,
  minimumSendGapMs: 100,
  requestMaxAgeMs: 2_592_000_000,
  offlineRequestMaxAgeMs: 86_400_000,
  /** S8: 360 days. */
  localEntryLifetimeMs: 31_104_000_000,
  /** S9 */
  preferenceCookieLifetimeSeconds: 63_072_000,
  highDensityPreferenceBit: 67_108_864,
  locationCookieLifetimeSeconds: 15_552_000,
  /** Browsers cap what is asked for at 400 days. */
  browserCookieLifetimeMaxSeconds: 34_560_000,
  /** S12 */
  potentialFaultsMax: 10,
  /** S13 */
  transactionEventSampleRate: 0.2,
  secondaryTransactionEventSampleRate: 0.1,
  /** Own caps, past which the oldest of the lowest tier goes. Our choice. */
  rowsMax: 1_000,
  bytesMax: 5_242_880,
  /** Opening neither succeeds nor fails while another tab blocks an upgrade; it is given up then. Our choice. */
  openTimeoutMs: 2_000,
  /** A dead worker lets go of its owner lock within half a second; one that hangs on to it is not waited for. */
  ownerLockTimeoutMs: 2_000,
  quotaPauseMs: 60_000,
  journalMaxBytes: 262_144,
  journalEntryMaxBytes: 8_192,
  /** … what is safe elsewhere leaves it once all has been quiet for so long. */
  journalSweepDelayMs: 1_000,
  beaconChunkMaxBytes: 60_000,
  parkedRetryBaseMs: 60_000,
  parkedRetryMaxMs: 1_800_000,
  /** A parked retry is moved by up to this share, either way. */
  parkedRetryJitter: 0.5,
  clockJumpToleranceMs: 60_000,
  /** A row from further ahead than this is young, whatever its stamp says: clocks are set back. Our choice. */
  futureRowToleranceMs: 300_000,
  /** S10: a tab that finds another one sending looks again after this. Our choice. */
  senderLockRetryMs: 700,
} as const;

/** Errors (E). */
export const ERRORS = {
  /** E4 */
  reportsPerPageMax: 5,
  /** E5 */
  messageMaxCharacters: 250,
  valueMaxCharacters: 500,
  keyValueBudgetCharacters: 500,
} as const;

/** Bot detection, visitor id, place (B). */
export const IDENTITY = {
  /** B3 */
  visitorIdRefreshMs: 1_800_000,
  visitorIdRetryMs: 120_000,
  visitorIdRetriesMax: 2,
  /** B7 */
  geolocationTimeoutMs: 10_000,
  geolocationMobileTimeoutMs: 15_000,
  geolocationMaximumAgeMs: 0,
  /** The bot-detection script is given up after this. Our choice. */
  botDetectionLoadTimeoutMs: 10_000,
  /** One bot answer may take this long. Our choice. */
  botAnswerTimeoutMs: 10_000,
} as const;

/** Lifecycle and scheduling (X), worker supervision. */
export const LIFECYCLE = {
  /** X4 */
  navigationGateMs: 5_000,
  /** A worker that has not answered a first call by then is not coming: blocked ones may report nothing. Our choice. */
  workerStartTimeoutMs: 3_000,
  /** Every call across the boundary ends by then, answered or not. Our choice. */
  workerCallTimeoutMs: 30_000,
  /** While events are without an acknowledgement: a dead worker fires no event. Our choices. */
  workerPingIntervalMs: 1_000,
  workerPingTimeoutMs: 3_000,
  workerRestartsMax: 3,
  /**
   * A death counts against a worker for this long. A worker that cannot work dies again within 90 s: it starts in 8 s at
   * most, and is missed when the film it had fetched has played. Four such lives take 6 minutes. Deaths further apart have
   * causes of their own, such as a device that runs out of memory. Our choice.
   */
  workerRestartWindowMs: 600_000,
} as const;

/** Playback. */
export const MEDIA = {
  /** A media worker that has not taken its first load by then is not coming; it has a large engine to fetch. Our choice. */
  workerStartTimeoutMs: 8_000,
  /** After a quick start the engine is loaded by then, whether a frame was seen or not. Our choice. */
  engineDelayMaxMs: 3_000,
  /** No `sourceopen` by then means the worker path does not work here. Our choice. */
  sourceOpenTimeoutMs: 2_000,
  /** How far the stand-in element runs ahead of its last snapshot; longer than the time between two. */
  clockExtrapolationMaxSeconds: 1.5,
  /** Waits between network recoveries, before anything is shown. Our choice. */
  networkRecoveryDelaysMs: [1_000, 2_000, 4_000],
  /** hls.js retries a segment this often before it is fatal; its own 6 take ten seconds. Our choice. */
  segmentRetriesMax: 3,
  /** Segments in a row that are left out because they are missing or damaged; more is a film that is not there. Our choice. */
  segmentSkipsMax: 2,
  /** A live playlist that has not changed this often has stopped. Our choice. */
  unchangedPlaylistsMax: 6,
  /**
   * A start or a stall without anything new to play for this long is an error, never an endless spinner. Our choice: a
   * start on a device that is busy took 17 s.
   */
  stallTimeoutMs: 30_000,
  /** A second media recovery within this time is not tried: the first did not help. Our choice. */
  mediaRecoveryWindowMs: 10_000,
  /** The worker sends its state to main at most this often. Our choice. */
  stateIntervalMs: 250,
  /** Liveness of the media worker, asked for while it plays or seeks. Our choices. */
  pingIntervalMs: 1_500,
  pingTimeoutMs: 3_000,
  /** A silent worker is replaced once there is less than this to play; until then it may just be busy. Our choice. */
  starvingSeconds: 4,
  /** With more than this to play nobody waits for the worker, and it is not asked. Our choice. */
  plentySeconds: 10,
  /** A box that is being dragged is measured when it rests. Our choice. */
  resizeDelayMs: 250,
  /** Lengths of the short side from which a quality name holds, highest first. */
  qualityFloorsPixels: {
    highres: 2_881,
    hd2160: 2_160,
    hd1440: 1_440,
    hd1080: 1_080,
    hd720: 720,
    large: 480,
    medium: 360,
    small: 240,
    tiny: 0,
  },
  /** A level this much under a floor still carries its name: 854×476 is `large`. */
  qualityTolerance: 0.1,
} as const;

/** The reference provider. All our choice, with the reason beside each. */
export const PROVIDER = {
  defaultPort: 4_173,
  /** A body as it travels; ten times the largest compressed batch. */
  requestBodyMaxBytes: 2_097_152,
  /** A body after decompression: 100 events of 40 KB. A gzip bomb ends here. */
  decompressedBodyMaxBytes: 4_194_304,
  /** Levels of nesting in a body. No payload of ours has more than four. */
  jsonDepthMax: 64,
  /**
   * Values in a body: each follows a bracket or a comma. The most that a request of `LOGGING.requestMaxCharacters` holds is
   * 90 000, in ranges that were watched; 4 MB of keys that are all different would take a second to parse.
   */
  jsonValuesMax: 100_000,
  /** JSON of one payload. Ours have 10 000 at most; a longer one is left out, and its event is kept. */
  eventPayloadMaxCharacters: 65_536,
  /** Rows of totals that are made for event names nobody knows; what comes after counts as one name. */
  eventTotalRowsMax: 1_000,
  /** A last beacon of 60 000 bytes never needs more batches. */
  batchesPerBodyMax: 50,
  /** What pages are told to send at once: all that a full queue holds (L2). Our choice. */
  batchesPerRequestMax: 10,
  /** Longer than the 30 days a client keeps a request (S6), so that no repeat outlives the memory of its original. */
  eventRetentionMs: 3_024_000_000,
  /** An event that seems older was logged by a wrong clock: browsers keep nothing for longer. */
  eventPlausibleAgeMaxMs: 34_560_000_000,
  retentionSweepIntervalMs: 3_600_000,
  /** Oldest error reports and batches go first past these. */
  errorReportsMax: 10_000,
  batchRowsMax: 100_000,
  /** Requests shown on the live page, in memory. */
  recentRequestsMax: 500,
  pageRowsDefault: 100,
  pageRowsMax: 1_000,
  /** The live page hears of changes at most this often. */
  liveUpdateIntervalMs: 500,
  liveStreamKeepAliveMs: 15_000,
  liveListenersMax: 32,
  /** N18 */
  consistencyTokenLifetimeSeconds: 600,
  /** N2: a page may stay open this long before its form posts are refused. */
  xsrfTokenLifetimeMs: 86_400_000,
  /** B1: a program is solved right after it was handed out. */
  botProgramLifetimeMs: 1_800_000,
  /** Leading zero bits of the proof of work: some 4 000 hashes, 10 to 50 ms in a worker. */
  botProofBits: 12,
  /** A visitor id lives 30 days at most, which limits how long a viewer can be followed. */
  visitorCookieLifetimeSeconds: 2_592_000,
  /** A viewing session that has not beaten for this many intervals has ended. */
  heartbeatMissedIntervalsMax: 3,
  /** A token that has not been used for so long begins no session any more; one that beats lives on. */
  heartbeatTokenLifetimeMs: 86_400_000,
  /** The live window: 90 s, more than a minute of rewinding. */
  liveWindowSegments: 45,
  /** Files up to this size are kept in memory once read; larger ones are streamed. */
  cachedFileMaxBytes: 1_048_576,
  cacheMaxBytes: 67_108_864,
  /** Requests that are being answered get this long at shutdown: half of what container runtimes wait before they kill. */
  shutdownGraceMs: 5_000,
} as const;
