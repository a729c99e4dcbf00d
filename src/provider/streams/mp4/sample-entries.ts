/** Bytes of the description of pictures (`avc1`, …) before the boxes in it (ISO/IEC 14496-12, 12.1.3). */
export const VISUAL_ENTRY_BYTES = 78;
/** Bytes of the description of sound (`mp4a`, …) before the boxes in it (ISO/IEC 14496-12, 12.2.3). */
export const SOUND_ENTRY_BYTES = 28;
