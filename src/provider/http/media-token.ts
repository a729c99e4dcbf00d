/** First character of a path segment that is a token of signed media. */
export const TOKEN_MARK = '~';
/** Pattern of such a segment. */
export const TOKEN_STEP = `${TOKEN_MARK}[\\w.-]+`;
