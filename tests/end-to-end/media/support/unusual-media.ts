import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Parts of the demo video: two seconds each, video and audio separate. */
const DEMO = 'src/provider/catalog/media/demo';
const DEMO_SECONDS = 28;
/** Made by `tests/media/make-media.sh`. */
const MADE = 'tests/media';

/** Ten seconds are enough for each video. */
export const SEGMENTS = ['000', '001', '002', '003', '004'];
export const VIDEO_SECONDS = SEGMENTS.length * 2;

type Content = string | Uint8Array;

/** A catalog of defective videos, in a separate folder. */
export class UnusualMedia {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<UnusualMedia> {
    return new UnusualMedia(await mkdtemp(join(tmpdir(), 'oriel-media-')));
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The first ten seconds of the demo video in its lowest quality; `changes` replaces files, or omits them. */
  async addVideo(
    id: string,
    changes: Readonly<Record<string, Content | null>> = {},
    described: object = {},
  ): Promise<void> {
    const files: Record<string, Content | null> = {
      'master.m3u8': masterPlaylist(),
      'video.m3u8': mediaPlaylist('video'),
      'audio.m3u8': mediaPlaylist('audio'),
    };
    for (const name of ['init.mp4', ...SEGMENTS.map((segment) => `${segment}.m4s`)]) {
      files[`video/${name}`] = await readFile(join(DEMO, 'v240', name));
      files[`audio/${name}`] = await readFile(join(DEMO, 'audio', name));
    }
    for (const [name, content] of Object.entries({ ...files, ...changes }))
      if (content !== null) await this.#write(join('media', id, name), content);
    await this.#describe(id, undefined, undefined, described);
  }

  /** The demo video in all its qualities, again and again, without subtitles: longer than what is loaded ahead. */
  async addLadder(id: string, rounds: number): Promise<void> {
    const folder = join(this.folder, 'media', id);
    await cp(DEMO, folder, { recursive: true });
    const rewrite = async (name: string, change: (text: string) => string): Promise<void> =>
      writeFile(join(folder, name), change(await readFile(join(folder, name), 'utf8')));
    await rewrite('master.m3u8', (text) => text.replaceAll(/^#EXT-X-MEDIA:TYPE=SUBTITLES.*\n|,SUBTITLES="\w+"/gm, ''));
    for (const level of ['v240', 'v480', 'v720', 'audio'])
      await rewrite(`${level}/index.m3u8`, (text) => repeated(text, rounds));
    await this.#describe(id, { hls: `${id}/master.m3u8` }, rounds * DEMO_SECONDS);
  }

  /** One of the streams in the tests' media; `changes` adds files, or replaces them. */
  async addMade(id: string, name: string, changes: Readonly<Record<string, Content>> = {}): Promise<void> {
    await cp(join(MADE, name), join(this.folder, 'media', id), { recursive: true });
    for (const [file, content] of Object.entries(changes)) await this.#write(join('media', id, file), content);
    await this.#describe(id);
  }

  /** A stream of another origin, or one that an encoder is to write below `media/`. */
  async addStream(id: string, sources: { readonly hls: string; readonly isLive?: boolean }): Promise<void> {
    await mkdir(join(this.folder, 'media', id), { recursive: true });
    await this.#describe(id, sources, 0);
  }

  async #describe(
    id: string,
    sources: object = { hls: `${id}/master.m3u8` },
    lengthSeconds = VIDEO_SECONDS,
    described: object = {},
  ): Promise<void> {
    const description = {
      id,
      title: id,
      author: 'Tests',
      channelId: 'tests',
      lengthSeconds,
      width: 426,
      height: 240,
      sources,
      ...described,
    };
    await this.#write(join('videos', `${id}.json`), JSON.stringify(description));
  }

  async #write(path: string, content: Content): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

/** The segments of a playlist, with the init segment in front of each round. */
function repeated(text: string, rounds: number): string {
  const [, head = '', round = ''] = /^([^]*?)(#EXT-X-MAP[^]*)#EXT-X-ENDLIST/.exec(text) ?? [];
  return `${head}${Array.from({ length: rounds }, () => round).join('#EXT-X-DISCONTINUITY\n')}#EXT-X-ENDLIST\n`;
}

export const demoPart = (kind: 'video' | 'audio', name: string): Promise<Buffer> =>
  readFile(join(DEMO, kind === 'video' ? 'v240' : 'audio', name));

export const VIDEO_CODEC = 'avc1.42c015';
export const AUDIO_CODEC = 'mp4a.40.2';

export function masterPlaylist({
  codecs = `${VIDEO_CODEC},${AUDIO_CODEC}`,
  audio = ['audio.m3u8'],
}: { codecs?: string; audio?: readonly string[] } = {}): string {
  const renditions = audio.map(
    (uri, index) =>
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound ${index + 1}",LANGUAGE="${index === 0 ? 'en' : 'es'}",` +
      `DEFAULT=${index === 0 ? 'YES' : 'NO'},AUTOSELECT=YES,CHANNELS="1",URI="${uri}"`,
  );
  const group = audio.length === 0 ? '' : ',AUDIO="sound"';
  return playlist([
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions,
    `#EXT-X-STREAM-INF:BANDWIDTH=298639,RESOLUTION=426x240,CODECS="${codecs}"${group}`,
    'video.m3u8',
  ]);
}

export function mediaPlaylist(
  kind: 'video' | 'audio',
  { segments = SEGMENTS, before = [], afterInit = [], isOver = true }: MediaPlaylistOptions = {},
): string {
  return playlist([
    '#EXT-X-TARGETDURATION:2',
    ...before,
    `#EXT-X-MAP:URI="${kind}/init.mp4"`,
    ...afterInit,
    ...segments.flatMap((name) => ['#EXTINF:2.000000,', `${kind}/${name}.m4s`]),
    ...(isOver ? ['#EXT-X-ENDLIST'] : []),
  ]);
}

interface MediaPlaylistOptions {
  readonly segments?: readonly string[];
  /** Tags ahead of the segments. */
  readonly before?: readonly string[];
  /** Tags that apply to the segments but not to the init segment. */
  readonly afterInit?: readonly string[];
  readonly isOver?: boolean;
}

function playlist(lines: readonly string[]): string {
  return `${['#EXTM3U', '#EXT-X-VERSION:7', ...lines].join('\n')}\n`;
}
