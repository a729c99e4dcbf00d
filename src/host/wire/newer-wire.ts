import { VERSION, WIRE_VERSION } from '../../../protocol/version.ts';

/** Message for the page's author about a frame of a newer major version; `undefined` if the frame is not newer. */
export function newerWireNotice(theirs: unknown, address: string): string | undefined {
  return majorOf(theirs) > majorOf(WIRE_VERSION)
    ? `Oriel: the player at ${address} speaks version ${String(theirs)}, this script (${VERSION}) version ${WIRE_VERSION}: update the package.`
    : undefined;
}

/** A value that is not a version counts as 0. */
function majorOf(version: unknown): number {
  return typeof version === 'string' && /^\d+\.\d+$/.test(version) ? Number.parseInt(version, 10) : 0;
}
