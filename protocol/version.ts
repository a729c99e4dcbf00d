/** Version of the package; hosts read it as `Oriel.version`. */
export const VERSION = '0.1.0';

/**
 * Version of the messages between host page and frame, as `major.minor`: additions raise the minor, changes that can break
 * hosts the major. Each side sends its version and uses only features that both sides support.
 */
export const WIRE_VERSION = '1.1';
