import * as z from 'zod/mini';

/** For composition roots: faults are said in words, and no code is made at run time. */
export function configureSchemas(): void {
  z.config({ ...z.locales.en(), jitless: true });
}
