import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The code blocks of the page of recipes, and the package that some of them import. */

export interface Block {
  readonly language: string;
  readonly code: string;
}

const PAGE = 'src/host/recipes.md';
const PRINTED_SERVER = 'https://videos.example';
const BLOCK = /^```(\w+)\n(.*?)^```$/gms;

/** Code blocks below a heading, with `server` in place of the printed address. */
export async function recipe(heading: string, server: string): Promise<readonly Block[]> {
  const text = await readFile(PAGE, 'utf8');
  const part = text.split(/^## /m).find((candidate) => candidate.startsWith(`${heading}\n`));
  if (part === undefined) throw new Error(`no recipe '${heading}'`);
  const blocks = Array.from(part.matchAll(BLOCK), ([, language = '', code = '']) => ({ language, code }));
  return blocks.map(({ language, code }) => ({ language, code: code.replaceAll(PRINTED_SERVER, server) }));
}

/** All headings with code blocks below them. */
export async function headings(): Promise<string[]> {
  const parts = (await readFile(PAGE, 'utf8')).split(/^## /m).slice(1);
  return parts.filter((part) => part.includes('```')).map((part) => part.split('\n', 1)[0] ?? '');
}

export interface RecipeFolder {
  /** An empty folder in which `oriel-client` can be imported. */
  create(): Promise<string>;
  remove(): Promise<void>;
}

/** Builds the package as it is published, in a folder below node_modules, so that other imports resolve, too. */
export async function openRecipeFolder(): Promise<RecipeFolder> {
  const cache = join(process.cwd(), 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'recipes-'));
  const target = join(folder, 'node_modules/oriel-client');
  const { status, stderr } = spawnSync(process.execPath, ['.build/build-package.mjs', target], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return {
    create: () => mkdtemp(join(folder, 'recipe-')),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
