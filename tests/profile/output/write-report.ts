import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { buildScript } from '../../../.build/build-script.ts';
import { Report } from '../../../src/profile/report/schema/report.ts';

const SOURCE = 'src/profile/report';

/** One file of a run. */
export interface OutputFile {
  readonly name: string;
  readonly text: string;
}

/** Writes the report as JSON and as a self-contained page, and further files; replaces the files of an earlier run. */
export async function writeReport(
  root: string,
  folder: string,
  report: Report,
  more: readonly OutputFile[],
): Promise<string[]> {
  // The file has exactly what the schema allows.
  const json = JSON.stringify(Report.parse(report));
  const files = [{ name: 'report.html', text: await pageOf(root, json) }, { name: 'report.json', text: json }, ...more];
  await mkdir(folder, { recursive: true });
  for (const name of await earlierFiles(folder)) await rm(join(folder, name), { force: true });
  await Promise.all(files.map(({ name, text }) => writeFile(join(folder, name), text)));
  return files.map(({ name }) => join(folder, name));
}

/** Names of the files that an earlier run wrote, without other files in the folder. */
async function earlierFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^(report\.(html|json)|(trace|devtools)-[\w.-]+\.json)$/.test(name));
}

/** Builds for production whatever `NODE_ENV` is: a development build of React would be ten times as large. */
const production: Plugin = {
  name: 'oriel:production',
  config: () => ({
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    // Warnings about slow plugins would clutter the printed figures.
    build: { rolldownOptions: { checks: { pluginTimings: false } } },
  }),
};

async function pageOf(root: string, json: string): Promise<string> {
  const [template, styles, script] = await Promise.all([
    readFile(join(root, SOURCE, 'report.html'), 'utf8'),
    readFile(join(root, SOURCE, 'styles.css'), 'utf8'),
    buildScript(root, `${SOURCE}/main.ts`, 'iife', [production]),
  ]);
  return template
    .replace('/*report:styles*/', () => styles)
    .replace('<!--report:data-->', () => json.replaceAll('<', String.raw`\u003c`))
    .replace('/*report:script*/', () => script.replaceAll('</script', String.raw`<\/script`));
}
