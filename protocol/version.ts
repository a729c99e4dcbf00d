/** Of the package; hosts read it as `Oriel.version`. */
export const VERSION = '0.1.0';
