/**
 * Permissions policy that the frame needs for every feature of the player; full screen has a separate attribute. Lists
 * only names that every browser supports, because browsers log a console warning for an unknown name.
 */
export const FRAME_PERMISSIONS =
  'accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture';

/** The viewer's location is delegated only to videos that require it: a frame of another site cannot prompt without the delegation. */
export function framePermissions(needsLocation: boolean | undefined): string {
  return needsLocation ? `${FRAME_PERMISSIONS}; geolocation` : FRAME_PERMISSIONS;
}
