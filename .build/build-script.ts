import { build, type Plugin } from 'vite';

/** Bundles one source into one file, a classic script by default, with only the given plugins. */
export async function buildScript(
  root: string,
  source: string,
  format: 'iife' | 'es' = 'iife',
  plugins: readonly Plugin[] = [],
): Promise<string> {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [...plugins],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: source,
        preserveEntrySignatures: 'strict',
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: { format },
      },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (result === undefined || !('output' in result)) throw new Error(`${source} was not built`);
  return result.output[0].code.trim();
}
