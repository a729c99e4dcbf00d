/**
 * Permissions policy that the frame needs for every feature of the player; full screen has a separate attribute. Only
 * names that every browser knows: unknown ones log a console warning.
 */
export const FRAME_PERMISSIONS =
  'accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture';

/** The viewer's location is delegated only to videos that require it: a frame of another site cannot prompt without the delegation. */
export function framePermissions(needsLocation: boolean | undefined): string {
  return needsLocation ? `${FRAME_PERMISSIONS}; geolocation` : FRAME_PERMISSIONS;
}
