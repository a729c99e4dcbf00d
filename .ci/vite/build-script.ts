import { build } from 'vite';

/** One source as one classic script, without any of the project's plugins. */
export async function buildScript(root: string, source: string): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: source, output: { format: 'iife' } },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (result === undefined || !('output' in result)) throw new Error(`${source} was not built`);
  return result.output[0].code.trim();
}
