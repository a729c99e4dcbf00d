import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PlaylistFile, VideoFile } from '../catalog-schema.ts';
import type { CatalogProblem } from '../catalog-problem.ts';
import type { CatalogSource, CatalogSummary, VideoBatch } from '../catalog-source.ts';
import { CatalogUnusable, folderUnusable } from '../catalog-unusable.ts';
import type { Playlist, Video } from '../catalog.ts';
import { SiteSettings } from '../site-settings.ts';
import { byId, knownPlaylists, reportUnknownRelated, type VideoHead } from './assemble.ts';
import { describedVideo } from './described-video.ts';
import { DescriptionFolder, type Entry, type Made, type ReadDepth, type Step } from './description-folder.ts';
import { type Description, DESCRIPTION_MAX_BYTES, readDescription } from './description.ts';
import { openMediaFolder, type OpenMediaFolder } from './media-folder.ts';
import { resolveVideo } from './resolve-video.ts';
import { versionedAddress } from '../media-address.ts';
import { withAllAddresses } from '../video-addresses.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { explainReadError, readRegularText } from '../../files/regular-file.ts';

export interface CatalogOptions {
  /** Whether links in the media folder may lead outside of that folder. */
  readonly followLinks?: boolean;
}

/** Videos that are passed on together. Each takes some kilobytes, and at most some hundred. */
const VIDEOS_PER_BATCH = 16;

/**
 * Reads a catalog folder: `videos/*.json`, `playlists/*.json`, `site.json` and the files below `media/` that they name. Later reads
 * cost only changed files. A fault in one file does not affect the others; but without a folder, or with invalid settings of the
 * site, there is no catalog.
 */
export class CatalogReader implements CatalogSource {
  readonly #folder: string;
  readonly #videos: DescriptionFolder<VideoFile, VideoHead, Video>;
  readonly #playlists: DescriptionFolder<PlaylistFile, Playlist, Playlist>;
  #site: { readonly settings: SiteSettings; readonly isWritten: boolean } | undefined;
  /** Digest of the last summary. */
  #digest: string | undefined;

  constructor(folder: string, { followLinks = false }: CatalogOptions = {}) {
    this.#folder = folder;
    const sideFolder = join(folder, 'media');
    this.#videos = new DescriptionFolder({
      folder,
      name: 'videos',
      schema: VideoFile,
      sideFolder,
      make: (description, sideFiles) =>
        makeVideo(
          description,
          openMediaFolder(sideFolder, { followLinks, onLookedFor: (name, stamp) => sideFiles.note(name, stamp) }),
        ),
      describe: async (file) => {
        const value = await describedVideo(file);
        return { ok: true, head: headOf(value), value, warnings: [] };
      },
    });
    this.#playlists = new DescriptionFolder({
      folder,
      name: 'playlists',
      schema: PlaylistFile,
      sideFolder,
      make: ({ value }) => Promise.resolve({ ok: true, head: value, value, warnings: [] }),
    });
  }

  async *read(depth: ReadDepth): AsyncGenerator<VideoBatch, CatalogSummary | undefined> {
    const names = await this.#checkFolders();
    const problems: CatalogProblem[] = [];
    const site = this.#readSite(problems);
    const entries = yield* inBatches(this.#videos.read(depth));
    const videos = byId(entries, problems);
    reportUnknownRelated(videos, problems);
    const lists = byId(names.includes('playlists') ? await entriesOf(this.#playlists.read(depth)) : [], problems);
    const playlists = knownPlaylists(lists, videos, problems);
    const spare = entries.filter(({ head, file }) => head !== undefined && videos.get(head.id)?.file !== file);
    return this.#unlessSame({
      site,
      videoFiles: [...videos].map(([id, { file }]) => [id, file]),
      spareFiles: spare.map(({ file }) => file),
      playlists,
      problems,
      unusableIds: entries.flatMap(({ head, file }) => (head === undefined ? [basename(file, '.json')] : [])),
    });
  }

  prefer(file: string): void {
    this.#videos.prefer(file);
  }

  close(): void {
    // Nothing is held between two reads.
  }

  #unlessSame(summary: CatalogSummary): CatalogSummary | undefined {
    const digest = createHash('sha1').update(JSON.stringify(summary)).digest('base64');
    if (digest === this.#digest) return undefined;
    this.#digest = digest;
    return summary;
  }

  async #checkFolders(): Promise<string[]> {
    const names = await namesIn('', this.#folder);
    if (!names.includes('videos'))
      throw folderUnusable(this.#folder, (path) => `The catalog${path} has no folder videos.`);
    await namesIn('videos', this.#folder);
    return names;
  }

  /** Valid settings stay in force until valid ones replace them, so that a typing error cannot lift a restriction. */
  #readSite(problems: CatalogProblem[]): SiteSettings {
    const before = this.#site;
    const read = readSiteSettings(this.#folder);
    if (read.ok && (read.value !== undefined || before?.isWritten !== true)) {
      const settings = read.value ?? SiteSettings.parse({});
      const isSame = before !== undefined && isDeepStrictEqual(settings, before.settings);
      this.#site = { settings: isSame ? before.settings : settings, isWritten: read.value !== undefined };
      return this.#site.settings;
    }
    const message = read.ok
      ? 'site.json is gone. Write {} to it, or start the provider again, to go on without its settings'
      : read.message;
    if (before === undefined)
      throw new CatalogUnusable(
        `${message}\nsite.json may hold who sees what, so the provider does not start with one that is wrong: mend it, or take it away.`,
      );
    problems.push({ effect: 'kept', message });
    return before.settings;
  }
}

async function makeVideo(
  { value, place }: Description<VideoFile>,
  media: OpenMediaFolder,
): Promise<Made<VideoHead, Video>> {
  const resolved = await resolveVideo(value, media);
  if (!resolved.ok) return { ok: false, message: `${place(resolved.fault.field)}: ${resolved.fault.text}` };
  const warnings = resolved.warnings.map(({ field, text }) => `${place(field)}: ${text}`);
  return { ok: true, head: headOf(resolved.video), value: versioned(resolved.video, media), warnings };
}

/** Not for a live stream, whose files change while it is watched: its served playlist has a version for each file. */
function versioned(video: Video, media: OpenMediaFolder): Video {
  if (video.sources.isLive && video.liveStream === undefined) return video;
  const version = media.version(video.mediaFolders);
  return version === '' ? video : withAllAddresses(video, (address) => versionedAddress(address, version));
}

function headOf({ id, related }: Video): VideoHead {
  return { id, related };
}

/** A batch ends early with a video that a caller waits for. */
async function* inBatches<Head>(
  steps: AsyncGenerator<Step<Video>, readonly Entry<Head>[]>,
): AsyncGenerator<VideoBatch, readonly Entry<Head>[]> {
  let batch: (readonly [string, Video | undefined])[] = [];
  for (;;) {
    const step = await steps.next();
    if (step.done !== true) batch.push([step.value.file, step.value.value]);
    const isDue = step.done === true || step.value.isPreferred || batch.length >= VIDEOS_PER_BATCH;
    if (isDue && batch.length > 0) {
      yield batch;
      batch = [];
    }
    if (step.done === true) return step.value;
  }
}

async function entriesOf<Head, Value>(
  values: AsyncGenerator<Value, readonly Entry<Head>[]>,
): Promise<readonly Entry<Head>[]> {
  for (;;) {
    const step = await values.next();
    if (step.done === true) return step.value;
  }
}

async function namesIn(name: string, folder: string): Promise<string[]> {
  try {
    return await readdir(join(folder, name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code ?? 'unknown error'})`;
    throw folderUnusable(join(folder, name), (path) => `The folder${path} of the catalog ${reason}.`);
  }
}

/** Reads `site.json`; `undefined` without the file. Any fault fails the whole file: partial privacy settings are unsafe. */
function readSiteSettings(folder: string): Outcome<SiteSettings | undefined> {
  let text: string;
  try {
    text = readRegularText(join(folder, 'site.json'), DESCRIPTION_MAX_BYTES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return succeed(undefined);
    return fail('edge.invalid', `site.json ${explainReadError(error)}`);
  }
  const description = readDescription('site.json', text, SiteSettings);
  return description.ok ? succeed(description.value.value) : description;
}
