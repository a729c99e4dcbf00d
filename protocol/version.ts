/** Version of the package; hosts read it as `Oriel.version`. */
export const VERSION = '0.1.0';

/**
 * Version of the messages between host page and frame, as `major.minor`: the minor grows with what is added, the major
 * when something that hosts rely on changes. Each side sends its version and uses what both know.
 */
export const WIRE_VERSION = '1.1';
