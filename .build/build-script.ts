import { build, type Plugin } from 'vite';

/** One source as one file, a classic script unless told otherwise, without any plugin of the project but those given. */
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
      rolldownOptions: { input: source, preserveEntrySignatures: 'strict', output: { format } },
    },
  });
  const [result] = Array.isArray(output) ? output : [output];
  if (result === undefined || !('output' in result)) throw new Error(`${source} was not built`);
  return result.output[0].code.trim();
}
