import * as z from 'zod/mini';

const Tags = z.optional(z.record(z.string(), z.string()));

export const Stream = z.object({
  index: z.int(),
  /** Stream identifier in a transport or program stream. */
  id: z.optional(z.string()),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  codec_tag_string: z.optional(z.string()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  pix_fmt: z.optional(z.string()),
  sample_aspect_ratio: z.optional(z.string()),
  avg_frame_rate: z.optional(z.string()),
  field_order: z.optional(z.string()),
  color_space: z.optional(z.string()),
  color_range: z.optional(z.string()),
  color_primaries: z.optional(z.string()),
  color_transfer: z.optional(z.string()),
  start_time: z.optional(z.string()),
  time_base: z.optional(z.string()),
  nb_frames: z.optional(z.string()),
  channels: z.optional(z.number()),
  duration: z.optional(z.string()),
  disposition: z.optional(
    z.object({
      default: z.optional(z.number()),
      attached_pic: z.optional(z.number()),
      timed_thumbnails: z.optional(z.number()),
      comment: z.optional(z.number()),
      visual_impaired: z.optional(z.number()),
      forced: z.optional(z.number()),
      hearing_impaired: z.optional(z.number()),
    }),
  ),
  tags: Tags,
  side_data_list: z.optional(
    z.array(
      z.object({
        side_data_type: z.optional(z.string()),
        rotation: z.optional(z.number()),
        projection: z.optional(z.string()),
      }),
    ),
  ),
});
export type Stream = z.infer<typeof Stream>;

/** Parsed output of ffprobe for a file. */
export const Probe = z.object({
  streams: z._default(z.array(Stream), []),
  format: z.optional(
    z.object({
      format_name: z.optional(z.string()),
      duration: z.optional(z.string()),
      start_time: z.optional(z.string()),
      tags: Tags,
    }),
  ),
  programs: z._default(z.array(z.object({ streams: z._default(z.array(z.object({ index: z.int() })), []) })), []),
  chapters: z._default(z.array(z.object({ start_time: z.string(), tags: Tags })), []),
});
export type Probe = z.infer<typeof Probe>;
