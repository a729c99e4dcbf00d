import * as z from 'zod/mini';

/** One half of the global config group (L7): its hash and its content. */
const ConfigHalf = z.object({ hashData: z.string(), configData: z.optional(z.unknown()) });

/** Optional part of every response beside its own fields (N18, L7). */
export const ResponseContext = z.object({
  visitorData: z.optional(z.string()),
  consistencyTokenJar: z.optional(z.object({ encryptedTokenJarContents: z.string(), expirationSeconds: z.number() })),
  locationPlayabilityToken: z.optional(z.string()),
  globalConfigGroup: z.optional(z.object({ hot: z.optional(ConfigHalf), cold: z.optional(ConfigHalf) })),
});
export type ResponseContext = z.infer<typeof ResponseContext>;
