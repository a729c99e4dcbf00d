import * as z from 'zod/mini';

/** Bytes that the provider has sent, and bytes of streams on other servers, as players measured them. */
const bytes = { sentBytes: z.number(), measuredBytes: z.number() } as const;

export const NamedBytes = z.object({ name: z.string(), ...bytes });
export type NamedBytes = z.infer<typeof NamedBytes>;

export const VideoBytes = z.object({
  /** `other` for bytes that belong to no video of the catalog. */
  id: z.string(),
  title: z.nullable(z.string()),
  ...bytes,
});
export type VideoBytes = z.infer<typeof VideoBytes>;

/** Who uses the bandwidth. Whole days of UTC. */
export const BandwidthReport = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  ...bytes,
  /** An entry for each day, also where nothing was sent. */
  days: z.array(z.object({ atMs: z.number(), ...bytes })),
  kinds: z.array(NamedBytes),
  hosts: z.array(NamedBytes),
  /** Videos with the most bytes; filled only in a report about all videos. */
  videos: z.array(VideoBytes),
  /** The present calendar month until now. */
  month: z.object({ fromMs: z.number(), ...bytes }),
});
export type BandwidthReport = z.infer<typeof BandwidthReport>;

/** Unit of a price, as providers of bandwidth count. */
const GB = 1e9;

export function costOf(bytes: number, pricePerGb: number): number {
  return (bytes / GB) * pricePerGb;
}
