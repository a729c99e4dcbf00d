import * as z from 'zod/mini';

/** For composition roots: validation errors as sentences, and no code generation at run time. */
export function configureSchemas(): void {
  z.config({ ...z.locales.en(), jitless: true });
}
